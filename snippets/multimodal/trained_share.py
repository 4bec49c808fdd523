"""Accuracy against the trained share, from pretrained and from random encoders"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy, normalize

pixels, labels = map(torch.tensor, load_digits(return_X_y=True))
images = pixels.float() / 16
torch.manual_seed(0)
old, pairs, new = torch.randperm(len(images)).split([1197, 200, 400])
# Captions are ids out of 37 words: "faint seven", "bold 7", "small zero", ...
spelling = 17 + 10 * torch.randint(2, labels.shape)  # 17: "zero", 27: "0"
captions = torch.stack([torch.randint(17, labels.shape), spelling + labels], dim=1)
choices = torch.tensor([[0, 17 + digit] for digit in range(10)])


def new_encoders():
    see = [nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
    read = [nn.EmbeddingBag(37, 96), nn.Linear(96, 192), nn.ReLU(), nn.Linear(192, 96)]
    return nn.ModuleList([nn.Sequential(*see), nn.Sequential(*read, nn.ReLU())])


def train(encoders, level, rate):
    torch.manual_seed(0)
    image, text = copy.deepcopy(encoders)
    scale = nn.ParameterList([torch.tensor(1 / 0.07).log()])
    a, b = nn.Linear(128, 32, bias=False), nn.Linear(96, 32, bias=False)
    parts = nn.ModuleList([scale, a, b, image[2], text[3], image[0], text[:2]])
    parts[level:].requires_grad_(False)
    optimizer = torch.optim.Adam(parts[:level].parameters(), lr=rate)
    for _ in range(100):
        batch, own = pairs[torch.randint(200, (50,))], torch.arange(50)
        picture = normalize(a(image(images[batch])), dim=1)
        logits = scale[0].exp() * picture @ normalize(b(text(captions[batch])), dim=1).T
        optimizer.zero_grad()
        (cross_entropy(logits, own) + cross_entropy(logits.T, own)).backward()
        optimizer.step()
    scores = a(image(images[new])) @ normalize(b(text(choices)), dim=1).T
    sizes = torch.tensor([sum(p.numel() for p in part.parameters()) for part in parts])
    share = sizes[:level].sum() / sizes.sum()
    return share, (scores.argmax(dim=1) == labels[new]).float().mean().item()


pretrained = new_encoders()
for encoder, data, width in zip(pretrained, (images, captions), (128, 96), strict=True):
    classifier = nn.Sequential(encoder, nn.Linear(width, 10))
    optimizer = torch.optim.Adam(classifier.parameters(), lr=3e-3)
    for _ in range(100):
        optimizer.zero_grad()
        cross_entropy(classifier(data[old]), labels[old]).backward()
        optimizer.step()
for name, encoders in ("pretrained", pretrained), ("random", new_encoders()):
    for level, rate in (1, 5e-3), (2, 5e-3), (3, 5e-3), (5, 1e-3), (7, 1e-3):
        share, score = train(encoders, level, rate)
        print(f"accuracy at {100 * share:.1f} % trained, {name}: about {score:.2f}")
        assert score < 0.2 if level == 1 else (score > 0.8) == (name == "pretrained")
