"""Features of a frozen encoder are computed once: same result, fewer forwards"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy

digits = load_digits()
images = torch.tensor(digits.data[:200], dtype=torch.float32) / 16
labels = torch.tensor(digits.target[:200])
torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
encoder.requires_grad_(False).eval()
batch_sizes = []  # A hook on the encoder notes every forward pass.
encoder.register_forward_hook(lambda module, args, out: batch_sizes.append(len(out)))


def train(features_of):
    torch.manual_seed(1)
    head = nn.Linear(128, 10)
    optimizer = torch.optim.Adam(head.parameters(), lr=1e-2)
    for _ in range(30):
        for rows in torch.randperm(200).split(20):
            optimizer.zero_grad()
            cross_entropy(head(features_of(rows)), labels[rows]).backward()
            optimizer.step()
    return head.weight.detach()


live = train(lambda rows: encoder(images[rows]))
print(f"images encoded, at each step: {sum(batch_sizes)}")

batch_sizes.clear()
cache = encoder(images)  # One pass before the training; the encoder can then go.
cached = train(lambda rows: cache[rows])
print(f"images encoded, with a cache: {sum(batch_sizes)}")
print(f"same trained weights: {torch.allclose(live, cached, atol=1e-3)}")
print(f"bytes of the cache: {cache.nbytes}")
print(f"bytes of the encoder: {sum(p.nbytes for p in encoder.parameters())}")

# A cache freezes the input too: what varies from epoch to epoch is lost.
noisy = [encoder(images + 0.1 * torch.randn_like(images)) for _ in range(2)]
print(f"two epochs of augmented images alike: {torch.equal(*noisy)}")
