"""One large row ruins a shared scale; a scale for each row contains it

The same with one large weight in each row, and a scale for each group.
"""

import torch
from torch import nn
from torchao.quantization import (
    Int8WeightOnlyConfig,
    IntxWeightOnlyConfig,
    PerAxis,
    PerGroup,
    PerRow,
    PerTensor,
    quantize_,
)

torch.manual_seed(0)


def restored(weight, config):
    layer = nn.Linear(256, 256, bias=False)
    layer.weight.data.copy_(weight)
    quantize_(layer, config)
    return layer.weight.dequantize()


def error(got, wanted):  # mean error against the mean size of a weight
    return ((got - wanted).abs().mean() / wanted.abs().mean()).item()


large_row = nn.Linear(256, 256).weight.detach()
large_row[0] *= 100  # one output neuron with large weights
by_row = restored(large_row, Int8WeightOnlyConfig(granularity=PerRow()))
shared = restored(large_row, Int8WeightOnlyConfig(granularity=PerTensor()))
# Compare the other 255 rows only: the large one would drown them.
print(f"int8, a scale for each row: {error(by_row[1:], large_row[1:]):.4f}")
print(f"int8, one scale for all: {error(shared[1:], large_row[1:]):.4f}")
print(f"codes used, a scale for each row: {by_row[1].unique().numel()}")
print(f"codes used, one scale for all: {shared[1:].unique().numel()}")

large_weight = nn.Linear(256, 256).weight.detach()
large_weight[:, 0] = 0.3  # one input with large weights: every row has it
for name, granularity in [("row", PerAxis(0)), ("group of 32", PerGroup(32))]:
    config = IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=granularity)
    got = restored(large_weight, config)
    print(
        f"int4, a scale for each {name}: {error(got[:, 1:], large_weight[:, 1:]):.2f}"
    )
