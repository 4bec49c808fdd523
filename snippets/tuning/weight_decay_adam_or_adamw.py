"""Adam divides weight decay by the size of gradients, AdamW applies it as written"""

import torch
from torch import nn


def one_step(make_optimizer, decay, gradient):
    weight = nn.Parameter(torch.ones(1, dtype=torch.float64))
    optimizer = make_optimizer([weight], lr=0.001, weight_decay=decay)
    weight.grad = torch.full_like(weight, gradient)
    optimizer.step()
    return weight.item()


optimizers = {
    "SGD": torch.optim.SGD,
    "Adam": torch.optim.Adam,
    "AdamW": torch.optim.AdamW,
}

# No gradient from the loss: only weight decay moves the weight, which starts at 1.
for name, maker in optimizers.items():
    for decay in (0.1, 0.001):
        weight = one_step(maker, decay, gradient=0.0)
        print(f"{name}, decay {decay}, weight after a step: {weight:.6f}")

# With a gradient: how far does decay move the weight beyond the step of the loss?
for name, maker in optimizers.items():
    for gradient in (0.01, 100.0):
        with_decay = one_step(maker, 0.1, gradient)
        without = one_step(maker, 0.0, gradient)
        print(
            f"{name}, gradient {gradient}, moved by decay: {without - with_decay:.6f}"
        )

# Biases and norms are usually left out of decay; parameter groups do that.
model = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8), nn.Linear(8, 2))
decayed = [p for p in model.parameters() if p.ndim >= 2]
exempt = [p for p in model.parameters() if p.ndim < 2]
optimizer = torch.optim.AdamW(
    [{"params": decayed, "weight_decay": 0.1}, {"params": exempt, "weight_decay": 0}]
)
for group in optimizer.param_groups:
    print(f"decay {group['weight_decay']}, tensors: {len(group['params'])}")
