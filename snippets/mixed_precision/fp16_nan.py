"""Where float16 makes NaN, and why no loss scale repairs it"""

import torch
import torch.nn.functional as F

values = torch.tensor([300.0, 400.0]).half()
print(f"square of 300 in fp16: {(values[0] * values[0]).item()}")

# inf is not yet NaN; the next subtraction, division or softmax makes it so.
squares = values * values
print(f"inf - inf: {(squares - squares)[0].item()}")
print(f"softmax with an inf: {F.softmax(squares, dim=0)[0].item()}")

# The usual guard against division by zero is itself zero in float16.
zeros = torch.zeros(2).half()
guard = torch.tensor(1e-8).half()
print(f"1e-8 in fp16: {guard.item()}")
print(f"0 / (0 + 1e-8) in fp16: {(zeros / (zeros + guard))[0].item()}")

# Overflow in the forward pass: each step is skipped and the scale only falls.
torch.manual_seed(0)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
start = model.weight.detach().clone()
inputs = torch.full((4, 8), 1e5)  # above the largest float16
for _ in range(20):
    with torch.autocast("cpu", dtype=torch.float16):
        loss = model(inputs).mean()
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
print(f"weights changed in 20 steps: {not torch.equal(start, model.weight)}")
print(f"scale after 20 steps: {scaler.get_scale():.4f}")

# The repair: an island of float32. The cast matters as much as the switch.
with torch.autocast("cpu", dtype=torch.float16):
    hidden = torch.tensor([[300.0, 400.0]]) @ torch.eye(2)
    with torch.autocast("cpu", enabled=False):
        no_cast = hidden * hidden
        cast = hidden.float() * hidden.float()
print(f"square of 400, autocast off, no cast: {no_cast.max().item()}")
print(f"square of 400, autocast off, cast to float32: {cast.max().item():.0f}")
