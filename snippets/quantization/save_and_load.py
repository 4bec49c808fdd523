"""Loading a torchao model: assign=True, and import torchao first"""

import io

import torch
from torch import nn
from torchao.quantization import Int8WeightOnlyConfig, quantize_


def build():
    return nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64))


def attempt(what, load):
    try:
        load()
        print(f"{what}: loads")
    except Exception as error:
        print(f"{what}: {type(error).__name__}")


torch.manual_seed(0)
model, x = build(), torch.randn(8, 64)
quantize_(model, Int8WeightOnlyConfig())
file = io.BytesIO()
torch.save(model.state_dict(), file)
file.seek(0)
int8 = torch.load(file)  # weights_only=True is the default and is enough
print(f"class in the file: {type(int8['0.weight']).__name__}")

# Copying int8 codes into float32 memory cannot work; replacing the tensor does.
attempt("int8 into a float model", lambda: build().load_state_dict(int8))
with torch.device("meta"):  # no memory for weights that will be replaced anyway
    empty = build()
attempt("the same with assign", lambda: empty.load_state_dict(int8, assign=True))
print(f"same outputs as before saving: {torch.equal(empty(x), model(x))}")
attempt(
    "float32 into an int8 model", lambda: model.load_state_dict(build().state_dict())
)
attempt("quantizing twice", lambda: quantize_(model, Int8WeightOnlyConfig()))

# A process that has not imported torchao does not know the class.
torch.serialization.clear_safe_globals()
file.seek(0)
attempt("without torchao imported", lambda: torch.load(file))
