"""Low-precision weights stand still where float32 weights learn

Both runs compute in bfloat16; they differ in what the optimizer updates.
"""

import torch
import torch.nn.functional as F

one = torch.tensor(1.0)
print(f"1 + 0.001 in fp32: {(one + 0.001).item():.4f}")
print(f"1 + 0.001 in bf16: {(one.bfloat16() + 0.001).item():.4f}")


def moved_share(low_precision_weights):
    """Percentage of the weights that 100 SGD steps have changed."""
    torch.manual_seed(0)
    model = torch.nn.Linear(64, 16)
    inputs, targets = torch.randn(128, 64), torch.randn(128, 16)
    if low_precision_weights:
        # What model.bfloat16() does; autocast leaves the weights alone.
        model, inputs = model.bfloat16(), inputs.bfloat16()
    start = model.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    for _ in range(100):
        with torch.autocast("cpu"):
            loss = F.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return 100 * (model.weight != start).float().mean().item()


stuck, free = moved_share(True), moved_share(False)
# Only weights next to zero have steps fine enough to move at all.
print(f"bf16 weights that moved: about {stuck:.1f} %")
assert stuck < 2
print(f"fp32 weights under autocast that moved: {free:.1f} %")

# GradScaler insists on master weights: float16 weights give float16 gradients.
half = torch.nn.Linear(8, 1).half()
optimizer = torch.optim.SGD(half.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(half(torch.ones(1, 8).half()).sum()).backward()
try:
    scaler.step(optimizer)
except ValueError as error:
    print(f"scaler with fp16 weights: {error}")
