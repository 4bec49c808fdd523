"""torchao's quantize_ works in place and gives nearly the same size

`quantize_` returns None: assigning its result to the model loses the model.
"""

import io

import torch
from torch import nn
from torchao.quantization import Int8WeightOnlyConfig, PerTensor, quantize_


def saved_bytes(model):
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes


def two_layers():
    return nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))


model = two_layers()
before = saved_bytes(model)
returned = quantize_(model, Int8WeightOnlyConfig())  # one scale for each row
print(f"what quantize_ returns: {returned}")
print(f"int8: {saved_bytes(model)} bytes")
print(f"ratio: {before / saved_bytes(model):.2f}x")

coarse = two_layers()
quantize_(coarse, Int8WeightOnlyConfig(granularity=PerTensor()))
print(f"one scale for a whole matrix: {saved_bytes(coarse)} bytes")

# The module is still nn.Linear; only its weight has changed its class.
weight = model[0].weight
print(f"module: {type(model[0]).__name__}")
print(f"weight: {type(weight).__name__}")
print(f"stored as: {weight.qdata.dtype}")
# It claims float32, because that is what it behaves like in a computation.
print(f"claims to be: {weight.dtype}")
claimed = sum(p.numel() * p.element_size() for p in model.parameters())
print(f"size by numel times element_size: {claimed} bytes")
