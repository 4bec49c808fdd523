"""A seed repeats a run, but one run says little about a setting"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader

torch.set_default_dtype(torch.float64)
images, labels = map(torch.tensor, load_digits(return_X_y=True))
images = images / 16


def order(before=None, generator=None):
    """The first examples that a shuffling loader gives after seeding."""
    torch.manual_seed(0)
    if before:
        before()  # anything that draws random numbers
    loader = DataLoader(range(100), batch_size=4, shuffle=True, generator=generator)
    return next(iter(loader)).tolist()


print(f"order after seed 0: {order()}")
print(f"order after seed 0, again: {order()}")
print(f"order with one more layer: {order(before=lambda: nn.Linear(2, 2))}")
# A generator of its own makes the order independent of everything else.
own = order(generator=torch.Generator().manual_seed(0))
more = order(lambda: nn.Linear(2, 2), torch.Generator().manual_seed(0))
print(f"own generator, same order with one more layer: {own == more}")


def images_right(seed, lr):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr, momentum=0.9)
    for _ in range(6):
        for rows in torch.randperm(300).split(50):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(images[rows]), labels[rows]).backward()
            optimizer.step()
    with torch.no_grad():
        return int((model(images[1300:]).argmax(1) == labels[1300:]).sum())


results = {lr: [images_right(seed, lr) for seed in range(8)] for lr in (0.1, 0.15)}
for lr, right in results.items():
    print(f"lr {lr}, images right of 497, by seed: {right}")
    print(f"lr {lr}, mean: {sum(right) / len(right):.1f}")
    print(f"lr {lr}, range: {min(right)} to {max(right)}")
wins = sum(b > a for a, b in zip(*results.values(), strict=True))
print(f"seeds where lr 0.15 is better: {wins} of 8")
