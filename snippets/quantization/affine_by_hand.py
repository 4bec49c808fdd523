"""Affine quantization by hand: a scale, a zero point and a rounding

Real value = scale * (code - zero point). Nothing else is stored.
"""

import torch
from torchao.quantization import MappingType, choose_qparams_affine, quantize_affine

x = torch.tensor([-1.0, -0.3, 0.0, 0.7, 1.9, 4.0])

# 256 codes have to span the range from the smallest to the largest value.
scale = (x.max() - x.min()) / 255
zero_point = torch.round(-x.min() / scale)  # the code that means exactly 0.0
codes = torch.clamp(torch.round(x / scale) + zero_point, 0, 255).to(torch.uint8)
back = scale * (codes.float() - zero_point)

print(f"scale: {scale:.5f}")
print(f"zero point: {int(zero_point)}")
print(f"codes: {codes.tolist()}")
print("value    back     error")
for value, restored in zip(x.tolist(), back.tolist()):
    print(f"{value:6.3f}  {restored:7.4f}  {abs(value - restored):.4f}")
print(f"zero comes back as: {back[2].item()}")
print(f"largest error in steps: {((x - back).abs().max() / scale).item():.2f}")

# torchao finds the same numbers.
shape = tuple(x.shape)  # one scale for all six values
qparams = choose_qparams_affine(x, MappingType.ASYMMETRIC, shape, torch.uint8)
theirs = quantize_affine(x, shape, *qparams, torch.uint8)
print(f"torchao gives the same codes: {torch.equal(theirs, codes)}")

# Symmetric: no zero point. After a ReLU half of the codes are never used.
relu = torch.linspace(0.0, 4.0, 1001)
symmetric = torch.round(relu / (4 / 127)) * (4 / 127)
affine = torch.round(relu / (4 / 255)) * (4 / 255)
ratio = (symmetric - relu).norm() / (affine - relu).norm()
print(f"error after a ReLU, symmetric against affine: {ratio:.1f} times")
