"""Small losses lose float16 gradients, and a loss scale brings them back

The loss is multiplied by 1e-1 to 1e-7, as a small loss weight would do.
"""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, 10)
)
inputs = torch.randn(32, 64)
labels = torch.randint(10, (32,))


def gradients(dtype, factor, scale=1.0):
    model.zero_grad()
    with torch.autocast("cpu", dtype=dtype, enabled=dtype != torch.float32):
        loss = F.cross_entropy(model(inputs), labels) * factor
    # What GradScaler.scale and unscale_ do: multiply the loss before
    # backward, divide the float32 gradients after it.
    (loss * scale).backward()
    return torch.cat([p.grad.flatten() for p in model.parameters()]) / scale


def zero_share(*args, **kwargs):
    """Percentage of the weights whose gradient is exactly zero."""
    return f"{100 * (gradients(*args, **kwargs) == 0).float().mean():.1f} %"


for name, dtype, scale in [
    ("fp16", torch.float16, 1.0),
    ("fp16 with scale 65536", torch.float16, 65536.0),
    ("bf16", torch.bfloat16, 1.0),
]:
    for exponent in range(8):
        share = zero_share(dtype, 10.0**-exponent, scale)
        print(f"zero in {name}, loss x 1e-{exponent}: {share}")
print(f"zero in fp32, loss x 1e-7: {zero_share(torch.float32, 1e-7)}")

# A scale that is a power of two changes the exponent and no digit.
without, scaled = (gradients(torch.bfloat16, 1.0, s) for s in (1.0, 65536.0))
print(f"bf16 gradients equal with and without scale: {torch.equal(without, scaled)}")
