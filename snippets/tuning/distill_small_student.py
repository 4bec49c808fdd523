"""Soft labels help a student with few images, and hardly one with many

Not like for like: the teacher saw 1,000 labels. float64 for equal digits everywhere.
"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy, kl_div, log_softmax, softmax

torch.set_default_dtype(torch.float64)
images, labels = map(torch.tensor, load_digits(return_X_y=True))
images = images / 16
few, every = torch.arange(60), torch.arange(1000)


def train(width, rows, loss_of, seed=0):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Linear(width, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for _ in range(150):
        batch = rows[torch.randint(len(rows), (60,))]
        optimizer.zero_grad()
        loss_of(model(images[batch]), batch).backward()
        optimizer.step()
    return model


def images_right(model):
    with torch.no_grad():
        return int((model(images[1300:]).argmax(1) == labels[1300:]).sum())


def hard(logits, batch):
    return cross_entropy(logits, labels[batch])


teacher = train(128, every, hard)
with torch.no_grad():
    answers = teacher(images)


def guesses(logits, batch):  # the teacher's best guess only, no probabilities
    return cross_entropy(logits, answers[batch].argmax(1))


def soft(logits, batch, temperature=3.0):
    target = softmax(answers[batch] / temperature, 1)
    student = log_softmax(logits / temperature, 1)
    # The gradient shrinks by the square of the temperature; undo that.
    return kl_div(student, target, reduction="batchmean") * temperature**2


print(f"teacher, images right of 497: {images_right(teacher)}")
for rows in (few, every):
    for loss_of in (hard, guesses, soft):
        right = [images_right(train(8, rows, loss_of, seed)) for seed in range(3)]
        name = f"{len(rows)} images, {loss_of.__name__}"
        print(f"{name}, right by seed: {right}")
        print(f"{name}, mean: {sum(right) / len(right):.0f}")
