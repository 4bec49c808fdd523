"""Static quantization is as good as the data it was calibrated with

Dynamic quantization finds the activation scale in each call instead.
"""

import torch
from torch import nn
from torchao.quantization import (
    Int8DynamicActivationInt8WeightConfig,
    Int8StaticActivationInt8WeightConfig,
    PerRow,
    PerTensor,
    quantize_,
)

torch.manual_seed(0)
reference = nn.Linear(256, 256)
data = torch.randn(512, 256)  # what the layer will see in service
sizes = [PerTensor(), PerRow()]  # one scale for activations, one a row for weights


def error(config, inputs):
    layer = nn.Linear(256, 256)
    layer.load_state_dict(reference.state_dict())
    quantize_(layer, config)
    with torch.no_grad():
        wanted, got = reference(inputs), layer(inputs)
    return 100 * (got - wanted).norm().item() / wanted.norm().item()


def static(calibration):
    # Calibration is this line: look at data, keep the largest absolute value.
    # 63 is the largest 7-bit code.
    scale = calibration.abs().max().reshape(1, 1) / 63
    return Int8StaticActivationInt8WeightConfig(
        act_quant_scale=scale, granularity=sizes, reduce_range=True
    )


# reduce_range: 7 bits, so that every CPU computes the same integers.
dynamic = Int8DynamicActivationInt8WeightConfig(granularity=sizes, reduce_range=True)
outlier = torch.cat([data[:64], torch.full((1, 256), 50.0)])

print(f"dynamic: {error(dynamic, data):.1f} %")
print(f"static, 64 typical rows: {error(static(data[:64]), data):.1f} %")
print(f"static, one outlier: {error(static(outlier), data):.0f} %")
# The world changes: inputs ten times larger than those of the calibration.
print(f"dynamic, inputs x10: {error(dynamic, 10 * data):.1f} %")
print(f"static, inputs x10: {error(static(data[:64]), 10 * data):.0f} %")
