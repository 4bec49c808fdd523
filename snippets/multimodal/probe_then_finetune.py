"""Probe, then fine-tune: what the encoder keeps of its old task

Discriminative learning rates: a small one for the encoder, a large one for the head.
"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy

digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
old, few, new = slice(0, 1000), slice(1000, 1100), slice(1100, None)


def fit(encoder, head, inputs, rows, encoder_rate, head_rate, steps):
    groups = [{"params": encoder.parameters(), "lr": encoder_rate}]
    groups.append({"params": head.parameters(), "lr": head_rate})
    optimizer = torch.optim.Adam(groups)
    for _ in range(steps):
        optimizer.zero_grad()
        cross_entropy(head(encoder(inputs[rows])), labels[rows]).backward()
        optimizer.step()


def accuracy(encoder, head, inputs):
    answer = head(encoder(inputs[new])).argmax(dim=1)
    return (answer == labels[new]).float().mean().item()


torch.manual_seed(0)
pretrained = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
old_head = nn.Linear(64, 10)
fit(pretrained, old_head, images, old, 3e-3, 3e-3, 100)
print(f"old task, as pretrained: about {accuracy(pretrained, old_head, images):.2f}")

negatives, kept = 1 - images, {}  # The new task has 100 labeled images.
for name, stages in {
    "probe only": [(0, 3e-3, 200)],
    "one rate for all": [(3e-3, 3e-3, 200)],
    "discriminative rates": [(3e-4, 3e-3, 200)],
    "probe then fine-tune": [(0, 3e-3, 100), (3e-4, 3e-4, 100)],
}.items():
    torch.manual_seed(0)
    encoder, head = copy.deepcopy(pretrained), nn.Linear(64, 10)
    for encoder_rate, head_rate, steps in stages:
        fit(encoder, head, negatives, few, encoder_rate, head_rate, steps)
    fresh, kept[name] = (
        accuracy(encoder, head, negatives),
        accuracy(encoder, old_head, images),
    )
    print(f"{name}, new task: about {fresh:.2f}")
    print(f"{name}, old task: about {kept[name]:.2f}")
    assert fresh > 0.75
assert kept["one rate for all"] < 0.8
assert min(score for name, score in kept.items() if name != "one rate for all") > 0.82
