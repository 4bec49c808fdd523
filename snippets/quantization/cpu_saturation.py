"""On a CPU without VNNI, int8 products saturate and the model errs 22x as much

The cap makes this program the same everywhere: oneDNN, which does the
integer products, may only use AVX2 and has no VNNI instructions.
"""

import os

import torch
from torch import nn
from torchao.quantization import Int8DynamicActivationInt8WeightConfig, quantize_

os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX2"  # read at the first product

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
weights = {name: value.clone() for name, value in model.state_dict().items()}
inputs = torch.randn(64, 512)
with torch.no_grad():
    wanted = model(inputs)


def error(**options):
    model.load_state_dict(weights, assign=True)
    quantize_(model, Int8DynamicActivationInt8WeightConfig(**options))
    with torch.no_grad():
        return ((model(inputs) - wanted).norm() / wanted.norm()).item()


saturated = error()
torch.backends.mkldnn.enabled = False  # no oneDNN: plain loops, exact integers
exact = error()
torch.backends.mkldnn.enabled = True
print(f"exact integers: {exact:.4f}")
print(f"without VNNI: {saturated:.4f}")
print(f"times as large: {saturated / exact:.0f}x")
print(f"without VNNI, reduce_range: {error(reduce_range=True):.4f}")

# The cause: the instruction wants one side unsigned, so oneDNN adds 128 to it. A pair of
# products, here 255 * 127 + 255 * 127, is added in 16 bits, which end at 32767.
row = torch.full((32, 32), 127, dtype=torch.int8)
print(f"32 times 127 x 127: {32 * 127 * 127}")
print(f"the same by this CPU: {torch._int_mm(row, row)[0, 0].item()}")
half = torch.full((32, 32), 63, dtype=torch.int8)
print(f"32 times 63 x 63: {32 * 63 * 63}")
print(f"63 x 63 by this CPU: {torch._int_mm(half, half)[0, 0].item()}")

# /// script
# [tool.snippet]
# alone = true
# ///
