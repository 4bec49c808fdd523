"""A filter function takes the embedding in as well, and then it shrinks"""

import io

import torch
from torch import nn
from torchao.quantization import Int8WeightOnlyConfig, quantize_


def saved_bytes(model):
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes


def build():
    torch.manual_seed(0)
    return nn.Sequential(nn.Embedding(5000, 512), nn.Linear(512, 512))


def linear_and_embedding(module, name):
    # The default filter accepts nn.Linear and nothing else.
    return isinstance(module, (nn.Linear, nn.Embedding))


model, only_linear, both = build(), build(), build()
quantize_(only_linear, Int8WeightOnlyConfig())
quantize_(both, Int8WeightOnlyConfig(), filter_fn=linear_and_embedding)

full = saved_bytes(model)
print(f"float32: {full} bytes")
print(f"linear layer only: {saved_bytes(only_linear)} bytes")
print(f"with the embedding: {saved_bytes(both)} bytes")
print(f"with the embedding, ratio: {full / saved_bytes(both):.2f}x")

tokens = torch.arange(0, 5000, 50)
with torch.no_grad():
    wanted, got = model(tokens), both(tokens)
error = (got - wanted).norm() / wanted.norm()
print(f"relative error of the output: {100 * error.item():.1f} %")
