"""Frozen after the optimizer was built: which weights move all the same?"""

import torch
from torch import nn

SETTINGS = {
    "SGD": (torch.optim.SGD, {}),
    "SGD with weight decay": (torch.optim.SGD, {"weight_decay": 0.1}),
    "SGD with momentum": (torch.optim.SGD, {"momentum": 0.9}),
    "AdamW": (torch.optim.AdamW, {"weight_decay": 0.1}),
}


def moves(optimizer_class, options, gradient_is_dropped):
    torch.manual_seed(0)
    encoder, head = nn.Linear(8, 8), nn.Linear(8, 1)
    parameters = [*encoder.parameters(), *head.parameters()]
    optimizer = optimizer_class(parameters, lr=0.1, **options)
    for step in range(10):
        if step == 5:
            encoder.requires_grad_(False)
            before = encoder.weight.clone()
        # True is the default: the gradient becomes None, and None means skip me.
        optimizer.zero_grad(set_to_none=gradient_is_dropped)
        head(encoder(torch.randn(16, 8))).pow(2).mean().backward()
        optimizer.step()
    return not torch.equal(before, encoder.weight)


for name, setting in SETTINGS.items():
    for dropped in True, False:
        gradient, moved = "None" if dropped else "zero", moves(*setting, dropped)
        print(f"{name}, gradient {gradient}, moves: {moved}")

# Assigned on a module, requires_grad is a new attribute that freezes nothing.
encoder = nn.Linear(8, 1)
encoder.requires_grad = False
print(f"assigned on a module, freezes: {not encoder.weight.requires_grad}")
encoder.requires_grad_(False)
print(f"method of a module, freezes: {not encoder.weight.requires_grad}")

optimizer = torch.optim.AdamW(encoder.parameters(), weight_decay=0.1)
optimizer.step()
print(f"frozen parameters accepted: {len(optimizer.param_groups[0]['params'])}")
print(f"optimizer state for them: {len(optimizer.state)}")
for attempt in (
    lambda: torch.optim.AdamW(p for p in encoder.parameters() if p.requires_grad),
    lambda: encoder(torch.ones(1, 8)).sum().backward(),
):
    try:
        attempt()
    except (ValueError, RuntimeError) as error:
        print(f"{type(error).__name__}: {error}")
