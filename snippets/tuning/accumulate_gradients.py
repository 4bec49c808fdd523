"""Accumulated gradients equal the large batch if the loss is weighted by size

Compared in float64, so that only real differences show.
"""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
x, y = torch.randn(100, 20), torch.randint(5, (100,))


def make(*middle):
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(20, 16), *middle, nn.ReLU(), nn.Linear(16, 5))


def gradient(model, parts, weigh):
    model.zero_grad()
    for part in torch.arange(100).split(parts):
        # Gradients add up in .grad until zero_grad is called.
        loss = cross_entropy(model(x[part]), y[part])
        (loss * weigh(len(part))).backward()
    return torch.cat([weight.grad.flatten() for weight in model.parameters()])


def compare(name, whole, part):
    error = (part - whole).norm() / whole.norm()
    print(f"{name}: {error:.3f}")


model = make()
whole = gradient(model, 100, lambda n: 1)
parts = gradient(model, 25, lambda n: 1 / 4)
print(f"4 x 25 divided by 4, equal: {torch.allclose(whole, parts)}")
compare("error of 4 x 25 divided by 4", whole, parts)
compare("error of 4 x 25 without dividing", whole, gradient(model, 25, lambda n: 1))

# 40 + 40 + 20: a mean of means gives the last 20 examples twice their weight.
compare(
    "error of 40 + 40 + 20 divided by 3", whole, gradient(model, 40, lambda n: 1 / 3)
)
by_size = gradient(model, 40, lambda n: n / 100)
compare("error of 40 + 40 + 20 weighted by size", whole, by_size)

# BatchNorm sees each part alone; LayerNorm sees each example alone.
for layer in (nn.BatchNorm1d(16), nn.LayerNorm(16)):
    model = make(layer)
    whole = gradient(model, 100, lambda n: 1)
    parts = gradient(model, 25, lambda n: 1 / 4)
    compare(f"error of 4 x 25 with {type(layer).__name__}", whole, parts)
    if isinstance(layer, nn.BatchNorm1d):
        updates = layer.num_batches_tracked - 1  # one came from the whole batch
        print(f"updates of the running statistics by 4 x 25: {updates}")
