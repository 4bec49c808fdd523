"""Dynamic quantization shrinks two linear layers almost four times

The old API, torch.ao.quantization. It is deprecated and still runs.
"""

import io

import torch
from torch import nn


def saved_bytes(model):
    # A buffer, not a file: the archive also stores the name of the file.
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))

# Weights become int8 now; activations are quantized during each call.
# The result is a copy: `model` itself stays float32.
small = torch.ao.quantization.quantize_dynamic(model, {nn.Linear}, dtype=torch.qint8)

before, after = saved_bytes(model), saved_bytes(small)
print(f"fp32: {before} bytes")
print(f"int8: {after} bytes")
print(f"ratio: {before / after:.2f}x")
print(f"ratio, rounded: {before / after:.1f}x")

# Where the bytes of the float model are: weights alone would give exactly 4.
weights = sum(p.numel() for p in model.parameters() if p.dim() == 2)
biases = sum(p.numel() for p in model.parameters() if p.dim() == 1)
print(f"weights: {weights}")
print(f"biases: {biases}")
print(f"archive overhead: {before - 4 * (weights + biases)} bytes")
print(f"overhead, int8: {after - weights - 4 * biases} bytes")
print(f"new layer: {small[0]._get_name()}")

# /// script
# [tool.snippet]
# warns = [
#     "DeprecationWarning: torch.ao.quantization is deprecated",
#     "UserWarning: torch.quantize_per_tensor, torch.quantize_per_channel",
# ]
# ///
