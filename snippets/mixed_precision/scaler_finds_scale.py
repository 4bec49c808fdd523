"""GradScaler halves its scale at each overflow and tries a larger one later"""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
model = torch.nn.Linear(16, 1)
inputs, targets = torch.randn(32, 16), torch.randn(32, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)

# The defaults are 2**16 and 2000. Here the start is too high and the interval
# short, so that twenty steps show what otherwise takes thousands.
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**20, growth_interval=5)

skipped, settled = [], None
for step in range(1, 21):
    scale = scaler.get_scale()
    weight = model.weight.detach().clone()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)  # does nothing when a gradient is inf or NaN
    scaler.update()
    print(f"scale at step {step}: {scale:.0f}")
    if torch.equal(weight, model.weight):
        skipped.append(step)
    elif settled is None:
        settled = scale
        print(f"skipped before the first real step: {len(skipped)}")

print(f"first scale without overflow: {settled:.0f}")
print(f"skipped steps: {', '.join(map(str, skipped))}")
