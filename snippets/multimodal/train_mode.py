"""Frozen weights, yet the encoder changes: BatchNorm and dropout in train mode"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy

digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
torch.manual_seed(0)
encoder = nn.Sequential(
    nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.3)
)
old_head = nn.Linear(128, 10)
optimizer = torch.optim.Adam([*encoder.parameters(), *old_head.parameters()], lr=1e-2)
for _ in range(60):
    optimizer.zero_grad()
    cross_entropy(old_head(encoder(images[:1000])), labels[:1000]).backward()
    optimizer.step()
encoder.requires_grad_(False)


def old_accuracy(encoder):
    answer = old_head(encoder.eval()(images[1000:])).argmax(dim=1)
    return (answer == labels[1000:]).float().mean().item()


print(f"old task, before: about {old_accuracy(encoder):.2f}")
scores = {}
for mode in "train", "eval":
    model = nn.ModuleDict(
        {"encoder": copy.deepcopy(encoder), "head": nn.Linear(128, 2)}
    )
    model.train()  # Every training loop calls this, and it reaches the encoder too.
    if mode == "eval":
        model["encoder"].eval()  # So this line must come after it.
    optimizer = torch.optim.Adam(model["head"].parameters(), lr=1e-2)
    for _ in range(60):  # The new task: negatives, is the digit even?
        features = model["encoder"](1 - images[:200])
        optimizer.zero_grad()
        cross_entropy(model["head"](features), labels[:200] % 2).backward()
        optimizer.step()
    same = [model["encoder"](images[:5]) for _ in range(2)]
    weights = zip(encoder.parameters(), model["encoder"].parameters(), strict=True)
    print(
        f"{mode} mode, weights unchanged: {all(torch.equal(a, b) for a, b in weights)}"
    )
    kept = torch.equal(encoder[1].running_mean, model["encoder"][1].running_mean)
    print(f"{mode} mode, running mean unchanged: {kept}")
    print(f"{mode} mode, same input gives same features: {torch.equal(*same)}")
    scores[mode] = old_accuracy(model["encoder"])
    print(f"old task, encoder left in {mode} mode: about {scores[mode]:.2f}")
assert scores["train"] < 0.5 and scores["eval"] > 0.85
