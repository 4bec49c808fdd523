"""Only nn.Linear is quantized: the rest of the model stays float32"""

import io

import torch
from torch import nn
from torchao.quantization import Int8WeightOnlyConfig, quantize_


def saved_bytes(model):
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes


model = nn.ModuleDict(
    {
        "embedding": nn.Embedding(100, 64),
        "convolution": nn.Conv2d(8, 8, 3),
        "norm": nn.LayerNorm(64),
        "lstm": nn.LSTM(64, 64),
        "encoder": nn.TransformerEncoderLayer(64, nhead=4, dim_feedforward=128),
        "linear": nn.Linear(64, 64),
    }
)
quantize_(model, Int8WeightOnlyConfig())
for name, weight in model.named_parameters():
    if weight.dim() > 1:  # biases and norms are never quantized
        kind = "int8" if hasattr(weight, "qdata") else "float32"
        print(f"{name:36}{kind}")

for name, layers in [
    (
        "embedding 5000 and a linear layer",
        [nn.Embedding(5000, 512), nn.Linear(512, 512)],
    ),
    ("two linear layers of 16", [nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 16)]),
]:
    small = nn.Sequential(*layers)
    before = saved_bytes(small)
    quantize_(small, Int8WeightOnlyConfig())
    print(f"{name}: {before / saved_bytes(small):.2f}x smaller")
