"""A custom autograd function needs the decorators to pass through autocast"""

import torch
import torch.nn.functional as F
from torch.amp import custom_bwd, custom_fwd

states = []


class PlainMatmul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return x @ weight  # autocast makes this bfloat16

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors  # still float32
        # Backward runs outside the region, so nothing makes the dtypes meet.
        states.append(torch.is_autocast_enabled("cpu"))
        return gradient @ weight.t(), x.t() @ gradient


class DecoratedMatmul(torch.autograd.Function):
    # custom_fwd notes the state of autocast, custom_bwd restores it.
    forward = staticmethod(custom_fwd(PlainMatmul.forward, device_type="cpu"))
    backward = staticmethod(custom_bwd(PlainMatmul.backward, device_type="cpu"))


class Float32Matmul(torch.autograd.Function):
    # For code that must not see low precision, such as a hand-written kernel.
    forward = staticmethod(
        custom_fwd(PlainMatmul.forward, device_type="cpu", cast_inputs=torch.float32)
    )
    backward = staticmethod(custom_bwd(PlainMatmul.backward, device_type="cpu"))


torch.manual_seed(0)
x, weight = torch.randn(4, 8), torch.randn(8, 8, requires_grad=True)
for function in [PlainMatmul, DecoratedMatmul, Float32Matmul]:
    with torch.autocast("cpu"):
        output = function.apply(x, weight)
        loss = F.mse_loss(output, torch.zeros(4, 8))
    try:
        loss.backward()
        result = f"gradient {weight.grad.dtype}"
    except RuntimeError as error:
        result = f"{type(error).__name__}, {error}"
    print(f"{function.__name__} output: {output.dtype}")
    print(f"{function.__name__} autocast on in backward: {states[-1]}")
    print(f"{function.__name__} backward: {result}")
