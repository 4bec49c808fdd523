"""Fusion over frozen encoders: joining two features is not yet relating them"""

import torch
from sklearn.datasets import load_digits
from torch import nn

pixels, labels = map(torch.tensor, load_digits(return_X_y=True))
images = pixels.float().view(-1, 1, 8, 8) / 16
torch.manual_seed(0)
see = [nn.Conv2d(1, 16, 3, 1, 1), nn.ReLU(), nn.Conv2d(16, 32, 3, 2, 1), nn.ReLU()]
image_encoder = nn.Sequential(*see, nn.Flatten(2))  # 32 features at each of 16 places
reader = nn.Sequential(image_encoder, nn.Flatten(), nn.Linear(512, 10))


def train(model, loss_function, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_function(torch.randint(1000, (100,))).backward()
        optimizer.step()


train(reader, lambda r: nn.functional.cross_entropy(reader(images[r]), labels[r]), 300)
# The task needs both inputs: is the number in the text the digit in the image?
match = torch.randint(2, labels.shape)
number = torch.where(match == 1, labels, labels + torch.randint(1, 10, labels.shape))
with torch.no_grad():  # Both encoders are frozen, so they run once.
    image = image_encoder(images).transpose(1, 2) + 0.1 * torch.randn(16, 32)
    text = nn.Embedding(10, 32)(number % 10)
joined = torch.cat([image.flatten(1), text], dim=1)
linear = nn.Linear(544, 2)
hidden = nn.Sequential(nn.Linear(544, 16), nn.ReLU(), nn.Linear(16, 2))
factors = nn.ModuleList([nn.Linear(512, 16), nn.Linear(32, 16), nn.Linear(16, 2)])
attention = nn.MultiheadAttention(32, 4, batch_first=True)
crossing = nn.ModuleList([attention, nn.Linear(64, 64), nn.Linear(64, 2)])


def multiply(r):
    return factors[2](factors[0](image[r].flatten(1)) * factors[1](text[r]))


def attend(r):  # The text asks, the places of the image answer.
    found, _ = attention(text[r][:, None], image[r], image[r])
    return crossing[2](crossing[1](torch.cat([found[:, 0], text[r]], dim=1)).relu())


score = {}
for name, model, fuse in (
    ("concatenation", linear, lambda r: linear(joined[r])),
    ("concatenation and hidden layer", hidden, lambda r: hidden(joined[r])),
    ("cross-attention", crossing, attend),
    ("product", factors, multiply),
):
    train(model, lambda r: nn.functional.cross_entropy(fuse(r), match[r]), 400)
    right = fuse(slice(1000, None)).argmax(dim=1) == match[1000:]
    score[name] = right.float().mean().item()
    print(f"{name}, parameters: {sum(p.numel() for p in model.parameters())}")
    print(f"{name}, accuracy: about {score[name]:.2f}")
assert score["concatenation"] < 0.6 < 0.75 < score["cross-attention"]
assert score["concatenation and hidden layer"] < score["product"] > 0.85
