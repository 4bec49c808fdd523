"""Clipping returns the norm before clipping, and does not repair a NaN"""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def parameter(*gradient):
    weight = nn.Parameter(torch.zeros(len(gradient)))
    weight.grad = torch.tensor(gradient)
    return weight


# By norm: every gradient is multiplied by the same factor.
weight = parameter(3.0, 4.0)
returned = clip_grad_norm_([weight], max_norm=1.0)
print(f"returned by clip_grad_norm_: {returned:.1f}")
print(f"norm after clipping: {weight.grad.norm():.4f}")
print(f"clipped by norm: {[round(g, 4) for g in weight.grad.tolist()]}")

# By value: each entry is cut off on its own, which turns the direction.
weight = parameter(3.0, 4.0)
clip_grad_value_([weight], clip_value=1.0)
print(f"clipped by value: {weight.grad.tolist()}")

# The norm is taken over all parameters, so a small gradient shrinks with a large one.
small, large = parameter(0.03, 0.04), parameter(30.0, 40.0)
clip_grad_norm_([small, large], max_norm=1.0)
print(f"small gradient after a shared clip: {small.grad.norm():.6f}")

# One NaN makes the norm NaN, and the factor, and with it every other gradient.
weight = parameter(float("nan"), 3.0, 4.0)
returned = clip_grad_norm_([weight], max_norm=1.0)
print(f"norm with one NaN: {returned.item()}")
print(f"NaN entries after clipping by norm: {weight.grad.isnan().sum()} of 3")
weight = parameter(float("nan"), 3.0, 4.0)
clip_grad_value_([weight], clip_value=1.0)
print(f"NaN entries after clipping by value: {weight.grad.isnan().sum()} of 3")

# Finite gradients whose squares overflow: an infinite norm, so a factor of zero.
weight = parameter(1e20, 1e20)
returned = clip_grad_norm_([weight], max_norm=1.0)
print(f"norm of two gradients of 1e20: {returned.item()}")
print(f"clipped gradients of 1e20: {weight.grad.tolist()}")

try:
    clip_grad_norm_([parameter(float("nan"))], 1.0, error_if_nonfinite=True)
except RuntimeError as error:
    print(f"with error_if_nonfinite: {type(error).__name__}")
    print(str(error)[:76])
