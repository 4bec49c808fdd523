"""A pruned net learns faster from its first weights than from new ones"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.utils import prune

torch.set_default_dtype(torch.float64)  # so that every CPU counts the same hits
digits = load_digits()
order = torch.randperm(len(digits.target), generator=torch.Generator().manual_seed(0))
pixels = torch.tensor(digits.data)[order] / 16
labels = torch.tensor(digits.target)[order]


def make_net():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))


def train(net, epochs):
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
    for _ in range(epochs):
        for batch in torch.randperm(1300).split(100):
            loss = nn.functional.cross_entropy(net(pixels[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def hits(net):
    return int((net(pixels[1300:]).argmax(1) == labels[1300:]).sum())


for seed in range(3):
    torch.manual_seed(seed)
    first = make_net()
    train(trained := copy.deepcopy(first), epochs=15)
    pairs = [(trained[0], "weight"), (trained[2], "weight")]
    prune.global_unstructured(pairs, prune.L1Unstructured, amount=0.95)
    masks = [layer.weight_mask for layer, _ in pairs]
    # As many survivors in each layer, drawn blindly.
    shuffled = [m.flatten()[torch.randperm(m.numel())].view_as(m) for m in masks]
    for name, start, chosen in (
        ("first weights", first, masks),
        ("redrawn weights", make_net(), masks),
        ("shuffled mask", first, shuffled),
    ):
        net = copy.deepcopy(start)
        prune.custom_from_mask(net[0], "weight", chosen[0])
        prune.custom_from_mask(net[2], "weight", chosen[1])
        train(net, epochs=5)
        print(f"run {seed}, {name}, 5 epochs: {hits(net)} of 497")
        train(net, epochs=10)
        print(f"run {seed}, {name}, 15 epochs: {hits(net)} of 497")

# /// script
# [tool.snippet]
# seconds = 60
# ///
