"""Accuracy on digits against sparsity, with and without fine-tuning"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
# float64 because rounding differs between CPUs: with 53 bits the difference stays
# too small to change a prediction, so everybody counts the same hits.
torch.set_default_dtype(torch.float64)
digits = load_digits()
order = torch.randperm(len(digits.target))
pixels = torch.tensor(digits.data)[order] / 16
labels = torch.tensor(digits.target)[order]


def train(net, epochs):
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    for _ in range(epochs):
        for batch in torch.randperm(1300).split(64):
            loss = nn.functional.cross_entropy(net(pixels[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def accuracy(net):  # on the 497 images that training never saw
    with torch.no_grad():
        return (net(pixels[1300:]).argmax(1) == labels[1300:]).double().mean().item()


dense = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))
train(dense, epochs=20)
print(f"test images: {len(labels[1300:])}")

for percent in (0, 50, 70, 80, 90, 95, 98):
    for method, name in (
        (prune.L1Unstructured, "smallest"),
        (prune.RandomUnstructured, "random"),
    ):
        net = copy.deepcopy(dense)
        pairs = [(net[0], "weight"), (net[2], "weight")]
        prune.global_unstructured(pairs, method, amount=percent / 100)
        print(f"{name} {percent} %, one shot: {accuracy(net):.3f}")
        train(net, epochs=5)  # the masks stay: only surviving weights are tuned
        print(f"{name} {percent} %, fine-tuned: {accuracy(net):.3f}")

# /// script
# [tool.snippet]
# seconds = 60
# ///
