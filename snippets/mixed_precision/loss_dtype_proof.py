"""Two bfloat16 arguments prove what autocast does to a loss

A bfloat16 output against a float32 target proves nothing: ordinary type
promotion gives float32 with autocast switched off.
"""

from contextlib import nullcontext

import torch
import torch.nn.functional as F

torch.manual_seed(0)
linear = torch.nn.Linear(8, 8)
inputs = torch.randn(4, 8)
target_fp32 = torch.randn(4, 8)


def name(dtype):
    return str(dtype).removeprefix("torch.")


for state, context in [("off", nullcontext()), ("on", torch.autocast("cpu"))]:
    # Made outside the region, so that both runs get the same two tensors.
    output_bf16 = linear(inputs).detach().bfloat16()
    target_bf16 = target_fp32.bfloat16()
    with context:
        # One float32 argument: promotion decides, whatever autocast does.
        mixed = F.mse_loss(output_bf16, target_fp32)
        # No float32 argument: only autocast can make this float32.
        both_low = F.mse_loss(output_bf16, target_bf16)
    print(f"bf16 output, fp32 target, autocast {state}: {name(mixed.dtype)}")
    print(f"bf16 output, bf16 target, autocast {state}: {name(both_low.dtype)}")

with torch.autocast("cpu"):
    output = linear(inputs)
    loss = F.mse_loss(output, target_fp32)
loss.backward()
print(f"linear output: {name(output.dtype)}")
print(f"stored weight: {name(linear.weight.dtype)}")
print(f"gradient of the weight: {name(linear.weight.grad.dtype)}")
