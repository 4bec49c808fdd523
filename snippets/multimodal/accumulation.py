"""Gradient accumulation does not replace a large contrastive batch

The way out: embed in chunks, take the loss over all, send gradients back by chunk.
"""

import torch
from torch import nn
from torch.nn.functional import cosine_similarity, cross_entropy, normalize

torch.manual_seed(0)
image, text, labels = torch.randn(128, 64), torch.randn(128, 64), torch.arange(128) % 10
towers = nn.ModuleList([nn.Linear(64, 32), nn.Linear(64, 32)])
classifier = nn.Linear(64, 10)


def embed(rows):
    return [
        normalize(t(x[rows]), dim=1) for t, x in zip(towers, (image, text), strict=True)
    ]


def contrast(first, second):
    return cross_entropy(14.3 * first @ second.T, torch.arange(len(first)))


def gradient(module):
    grads = torch.cat([p.grad.flatten() for p in module.parameters()])
    module.zero_grad()
    return grads


everything, chunks = torch.arange(128), torch.arange(128).split(32)
cross_entropy(classifier(image), labels).backward()
whole = gradient(classifier)
for rows in chunks:
    (cross_entropy(classifier(image[rows]), labels[rows]) / 4).backward()
match = torch.allclose(whole, gradient(classifier), atol=1e-6)
print(f"classifier, accumulated equals whole: {match}")

contrast(*embed(everything)).backward()
whole = gradient(towers)
for rows in chunks:
    (contrast(*embed(rows)) / 4).backward()
parts = gradient(towers)
print(
    f"contrastive, accumulated equals whole: {torch.allclose(whole, parts, atol=1e-6)}"
)
print(f"contrastive, cosine of the two: {cosine_similarity(whole, parts, dim=0):.2f}")
print(f"wrong captions an image meets, whole: {len(everything) - 1}")
print(f"wrong captions an image meets, accumulated: {len(chunks[0]) - 1}")

# First pass without a graph: the gradient of the loss by each embedding.
with torch.no_grad():
    first, second = embed(everything)
first.requires_grad_(), second.requires_grad_()
contrast(first, second).backward()
for rows in chunks:  # Second pass: a graph of 32 rows at a time.
    torch.autograd.backward(embed(rows), [first.grad[rows], second.grad[rows]])
match = torch.allclose(whole, gradient(towers), atol=1e-6)
print(f"two passes, equals whole: {match}")
