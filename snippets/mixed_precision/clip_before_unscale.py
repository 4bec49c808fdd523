"""Clipping before unscale_ shrinks the step by the whole loss scale"""

import torch

inputs = torch.randn(16, 8, generator=torch.Generator().manual_seed(0))
SCALE = 1024.0


def update_norm(unscale_first):
    """Length of one SGD step at learning rate 1 with gradients clipped to 1."""
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 1)
    before = model.weight.detach().clone()
    optimizer = torch.optim.SGD([model.weight], lr=1.0)
    scaler = torch.amp.GradScaler("cpu", init_scale=SCALE)
    loss = (10 * model(inputs)).square().mean()
    scaler.scale(loss).backward()
    if unscale_first:
        scaler.unscale_(optimizer)
    # Returns the norm before clipping: here it shows what was clipped.
    seen = torch.nn.utils.clip_grad_norm_(model.weight, max_norm=1.0)
    scaler.step(optimizer)  # unscales here if nobody did before
    scaler.update()
    return seen.item(), (model.weight - before).norm().item()


seen_wrong, wrong = update_norm(unscale_first=False)
seen_right, right = update_norm(unscale_first=True)
print(f"scale: {SCALE:.0f}")
print(f"gradient norm: {seen_right:.0f}")
print(f"norm seen by a clip before unscale_: {seen_wrong / seen_right:.0f}x that")
print(f"step length, clip before unscale_: {wrong:.6f}")
print(f"step length, clip after unscale_: {right:.3f}")

# With gradient accumulation, unscale_ belongs after the last backward only.
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
scaler = torch.amp.GradScaler("cpu")
try:
    for part in inputs.chunk(2):
        scaler.scale(model(part).square().mean()).backward()
        scaler.unscale_(optimizer)
except RuntimeError as error:
    print(f"unscale_ at each micro-batch: {error}")
