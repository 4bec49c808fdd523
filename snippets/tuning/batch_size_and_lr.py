"""A larger batch takes fewer steps, and needs a larger learning rate

Six epochs on 1,280 digits for each row. float64, so that every CPU counts alike.
"""

import torch
from sklearn.datasets import load_digits
from torch import nn

torch.set_default_dtype(torch.float64)
images, labels = map(torch.tensor, load_digits(return_X_y=True))
images = images / 16


def images_right(batch_size, lr, epochs=6):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr)
    steps = 0
    for _ in range(epochs):
        for rows in torch.randperm(1280).split(batch_size):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(images[rows]), labels[rows]).backward()
            optimizer.step()
            steps += 1
    with torch.no_grad():
        right = (model(images[1300:]).argmax(1) == labels[1300:]).sum()
    return steps, int(right)


small = 0.1
for batch_size in (32, 128, 640):
    factor = batch_size / 32
    for name, lr in {
        "same lr": small,
        "lr x square root": small * factor**0.5,
        "lr x factor": small * factor,
    }.items():
        steps, right = images_right(batch_size, lr)
        print(f"batch {batch_size}, {name} ({lr:.2f}), images right: {right} of 497")
    print(f"batch {batch_size}, steps: {steps}")
