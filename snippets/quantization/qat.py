"""Quantization-aware training: no gain at 4 bits, a clear one at 2

Both copies get the same extra steps; one of them feels the rounding.
"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torchao.quantization import IntxWeightOnlyConfig, quantize_
from torchao.quantization.qat import QATConfig

torch.manual_seed(0)
pixels, labels = map(torch.tensor, load_digits(return_X_y=True))
order = torch.randperm(len(labels))
pixels, labels = pixels[order].float() / 16, labels[order]


def train(net, steps, rate):
    optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    for _ in range(steps):
        rows = torch.randint(0, 1300, (64,))
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(pixels[rows]), labels[rows]).backward()
        optimizer.step()


def accuracy(net):
    with torch.no_grad():
        return (net(pixels[1300:]).argmax(1) == labels[1300:]).float().mean().item()


nets = [nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)) for _ in "ab"]
for net in nets:
    train(net, 100, 5e-3)

for bits, dtype in [(4, torch.int4), (2, torch.int2)]:
    config = IntxWeightOnlyConfig(weight_dtype=dtype)
    after, aware = [], []
    for net in nets:
        plain, fake = copy.deepcopy(net), copy.deepcopy(net)
        train(plain, 60, 2e-3)
        quantize_(plain, config)  # post-training: rounded after the last step
        quantize_(fake, QATConfig(config, step="prepare"))
        layer, weight = type(fake[0]).__name__, fake[0].weight.dtype
        train(fake, 60, 2e-3)  # each forward pass rounds, each step does not
        quantize_(fake, QATConfig(config, step="convert"))
        after.append(accuracy(plain))
        aware.append(accuracy(fake))
    print(f"{bits} bits, rounded after training: about {sum(after) / 2:.2f}")
    print(f"{bits} bits, trained with rounding: about {sum(aware) / 2:.2f}")
    gain = (sum(aware) - sum(after)) / 2
    assert abs(gain) < 0.015 if bits == 4 else gain > 0.02, gain

print(f"layer while training: {layer}, weight {weight}")
print(f"layer afterwards: {type(fake[0]).__name__}, codes {fake[0].weight.qdata.dtype}")
