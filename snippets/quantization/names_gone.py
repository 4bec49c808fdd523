"""Which torchao names of older tutorials are gone, and what replaces them"""

import importlib

import torch
import torchao
from torchao.dtypes import AffineQuantizedTensor
from torchao.quantization import Int8WeightOnlyConfig

OLD = {
    "torchao.quantization.int8_weight_only": "Int8WeightOnlyConfig",
    "torchao.quantization.int4_weight_only": "Int4WeightOnlyConfig",
    "torchao.quantization.int8_dynamic_activation_int8_weight": (
        "Int8DynamicActivationInt8WeightConfig"
    ),
    "torchao.quantization.float8_weight_only": "Float8WeightOnlyConfig",
    "torchao.autoquant": None,
    "torchao.dtypes.PlainLayout": None,
    "torch.ao.quantization.quantize_pt2e.prepare_pt2e": (
        "pt2e.quantize_pt2e.prepare_pt2e"
    ),
}


def exists(name):
    module, _, attribute = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), attribute)
    except ImportError:
        return False


for name, new in OLD.items():
    print(f"{name}: {'still there' if exists(name) else 'gone'}")
    if new:
        there = exists(f"torchao.quantization.{new}")
        print(
            f"    now torchao.quantization.{new}, {'found' if there else 'not found'}"
        )
print(f"gone: {sum(not exists(name) for name in OLD)} of {len(OLD)}")

# One old class can still be imported. It is an empty stub, no tensor at all.
stub = not issubclass(AffineQuantizedTensor, torch.Tensor)
print(f"AffineQuantizedTensor is an empty stub: {stub}")

oldest = ".".join(map(str, torchao.min_torch_version))
print(f"oldest PyTorch for the kernels: {oldest}")

# Options went too, and the messages say what to write instead.
for option in ({"group_size": 32}, {"version": 1}):
    try:
        Int8WeightOnlyConfig(**option)
    except (AssertionError, ValueError) as error:
        print(f"option {next(iter(option))}: refused by {type(error).__name__}")
        print(f"    {str(error).split(', see')[0]}")
