"""torch.ao.quantization was to go in 2.10 and still runs, with two warnings"""

import importlib.util
import warnings

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 8))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    small = torch.ao.quantization.quantize_dynamic(model, dtype=torch.qint8)

print(f"PyTorch: {torch.__version__.split('+')[0]}")  # without the build: +cpu, +cu132
print(f"quantize_dynamic returns: {small[0]._get_name()}")
for category in (DeprecationWarning, UserWarning):
    texts = {str(w.message) for w in caught if w.category is category}
    for text in sorted(texts):
        first = text.splitlines()[0].strip()
        print(f"{category.__name__}: {first.split(' that produce')[0]}")

# The graph-based flow, by contrast, has moved for good.
for name in (
    "torch.ao.quantization.quantize_pt2e",
    "torch.ao.quantization.quantizer",
    "torch.ao.quantization.quantize_fx",
    "torchao.quantization.pt2e.quantize_pt2e",
):
    try:
        found = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    print(f"module {name}: {'there' if found else 'gone'}")

# /// script
# [tool.snippet]
# alone = true
# ///
