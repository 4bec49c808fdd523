"""Is your CPU one of those that saturate? Run this and look

What it prints depends on the machine, which is the point of it.
"""

import copy

import torch
from torch import nn
from torchao.quantization import Int8DynamicActivationInt8WeightConfig, quantize_

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
inputs = torch.randn(64, 512)


def error(quantized):
    with torch.no_grad():
        wanted, got = model(inputs), quantized(inputs)
    return ((got - wanted).norm() / wanted.norm()).item()


full, reduced = copy.deepcopy(model), copy.deepcopy(model)
quantize_(full, Int8DynamicActivationInt8WeightConfig())
quantize_(reduced, Int8DynamicActivationInt8WeightConfig(reduce_range=True))
# The old API gives up one bit of the activations on every CPU.
legacy = torch.ao.quantization.quantize_dynamic(model, dtype=torch.qint8)

here = error(full)
print(f"error on this CPU: about {here:.3f}")
print(f"error with reduce_range: {error(reduced):.3f}")
print(f"error of the old API: {error(legacy):.3f}")
# Either the integers are right or they are badly wrong: nothing in between.
assert here < 0.02 or here > 0.1

# /// script
# [tool.snippet]
# warns = [
#     "DeprecationWarning: torch.ao.quantization is deprecated",
#     "UserWarning: torch.quantize_per_tensor, torch.quantize_per_channel",
# ]
# ///
