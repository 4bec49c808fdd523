"""Four-bit weights only save space when two of them share a byte

One of torchao's int4 tensors keeps each code in a byte of its own.
"""

import io

import torch
from torch import nn
from torchao.prototype.quantization.int4.inference_workflow import (
    PrototypeInt4WeightOnlyConfig,
)
from torchao.quantization import (
    Int4WeightOnlyConfig,
    Int8WeightOnlyConfig,
    IntxWeightOnlyConfig,
    PerGroup,
    quantize_,
)


def size(config=None):
    model = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
    if config is not None:
        quantize_(model, config)
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes, model[0].weight


full, _ = size()
unpacked = IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=PerGroup(128))
for name, config in [
    ("int8", Int8WeightOnlyConfig()),
    ("int4, unpacked", unpacked),
    ("int4, packed", PrototypeInt4WeightOnlyConfig(group_size=128)),
]:
    bytes_, weight = size(config)
    print(f"{name}: {bytes_} bytes")
    print(f"{name}, ratio: {full / bytes_:.2f}x")

codes = size(unpacked)[1].qdata
print(f"unpacked codes: {codes.dtype}, from {codes.min()} to {codes.max()}")

# Packing by hand: shift into 0..15, put each pair into one byte, and back.
nibbles = (codes + 8).to(torch.uint8)
packed = nibbles[:, 0::2] << 4 | nibbles[:, 1::2]
back = torch.stack([packed >> 4, packed & 15], dim=-1).flatten(1).to(torch.int8) - 8
print(f"bytes for the codes, unpacked: {codes.nbytes}")
print(f"bytes for the codes, packed: {packed.nbytes}")
print(f"nothing is lost by packing: {torch.equal(back, codes)}")

try:  # the stable packed config is made for other devices than this CPU
    size(Int4WeightOnlyConfig())
except (ImportError, NotImplementedError, AssertionError) as error:
    print(f"Int4WeightOnlyConfig on a CPU: {type(error).__name__}")
