"""An int8 model is not faster by itself: it depends on layer and library"""

import time

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torchao import quantization as ao


def variants(width):
    def build():
        return nn.Sequential(nn.Linear(width, width), nn.ReLU())

    legacy = torch.ao.quantization.quantize_dynamic(build(), dtype=torch.qint8)
    models = {name: build() for name in ("float32", "weight-only", "dynamic")}
    ao.quantize_(models["weight-only"], ao.Int8WeightOnlyConfig())
    ao.quantize_(models["dynamic"], ao.Int8DynamicActivationInt8WeightConfig())
    return models | {"legacy": legacy}


torch.set_grad_enabled(False)
times = {}
for width in (256, 2048):
    row, models = torch.randn(1, width), variants(width)  # a batch of one
    for _ in range(20):  # in turn, so that a busy moment hits all alike
        for name, model in models.items():
            start = time.perf_counter()
            model(row)
            seconds = time.perf_counter() - start
            times.setdefault((name, width), []).append(seconds)

best = {key: min(values) for key, values in times.items()}
for (name, width), seconds in best.items():
    print(f"{name}, width {width}: about {1000 * seconds:.3f} ms")
assert best["dynamic", 256] > 3 * best["float32", 256]
print("width 256, faster: float32 before torchao dynamic")
assert best["float32", 2048] > 1.5 * best["legacy", 2048]
print("width 2048, faster: legacy dynamic before float32")


class Names(TorchDispatchMode):  # writes down each operation of a call
    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        seen.append(operation.name().removeprefix("aten::"))
        return operation(*args, **(kwargs or {}))


seen = []
with Names():
    models["weight-only"][0](row)
print(f"one weight-only layer: {', '.join(seen)}")  # _to_copy: int8 to float32

# /// script
# [tool.snippet]
# warns = [
#     "DeprecationWarning: torch.ao.quantization is deprecated",
#     "UserWarning: torch.quantize_per_tensor, torch.quantize_per_channel",
# ]
# ///
