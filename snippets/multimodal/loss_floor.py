"""Where the contrastive loss starts, and the lowest value that it can reach"""

import torch
from torch.nn.functional import cross_entropy, normalize


def loss(image, text, scale):
    return cross_entropy(scale * image @ text.T, torch.arange(len(image)))


for batch in 16, 64, 256, 1024:
    # All embeddings alike: a collapsed model, or one that knows nothing yet.
    alike = normalize(torch.ones(batch, 8), dim=1)
    print(f"nothing learned, batch {batch}: {loss(alike, alike, 14.3):.2f}")
    # The best there is: each pair equal, all others as far apart as space allows.
    best = normalize(torch.eye(batch) - 1 / batch, dim=1)
    print(f"best with scale 1, batch {batch}: {loss(best, best, 1):.2f}")
    print(f"best with scale 14.3, batch {batch}: {loss(best, best, 14.3):.2f}")
    # Ten different captions only: equal captions count as wrong answers.
    ten = torch.eye(10)[torch.arange(batch) % 10]
    print(f"best with ten captions, batch {batch}: {loss(ten, ten, 100):.2f}")

# A way to stay at the start for ever: no gradient gets past the dead ReLU.
torch.manual_seed(0)
inputs = torch.rand(64, 8)
for name, bias in ("a working projection", 0.0), ("a dead ReLU", -100.0):
    weight = torch.randn(8, 8, requires_grad=True)
    image = normalize((inputs @ weight + bias).relu(), dim=1)
    value = loss(image, normalize(torch.rand(64, 8), dim=1), 14.3)
    value.backward()
    print(f"{name}, loss is ln 64: {abs(value.item() - 4.1589) < 1e-3}")
    print(f"{name}, gradient is zero: {weight.grad.abs().max().item() == 0}")
