"""Early stopping restores the best weights; training on makes them worse

120 digits, one in five with a random label, so that the net soon learns by heart.
float64, so that every CPU prints the same digits.
"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
images, labels = map(torch.tensor, load_digits(return_X_y=True))
images = images / 16
x, y = images[:120], labels[:120].clone()
y[::5] = torch.randint(10, (24,))
x_valid, y_valid = images[1000:1300], labels[1000:1300]
x_test, y_test = images[1300:], labels[1300:]
model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
loss_of = nn.functional.cross_entropy


def correct(net):
    with torch.no_grad():
        return int((net(x_test).argmax(1) == y_test).sum())


PATIENCE, EPOCHS = 10, 60
best_loss, best_epoch, best_weights, stopped = float("inf"), 0, None, None
for epoch in range(1, EPOCHS + 1):
    for batch in torch.randperm(120).split(30):
        optimizer.zero_grad()
        loss_of(model(x[batch]), y[batch]).backward()
        optimizer.step()
    with torch.no_grad():
        train_loss = loss_of(model(x), y).item()
        valid_loss = loss_of(model(x_valid), y_valid).item()
    if valid_loss < best_loss and not stopped:
        best_loss, best_epoch = valid_loss, epoch
        best_weights = copy.deepcopy(model.state_dict())  # not just state_dict()
    if epoch - best_epoch == PATIENCE and not stopped:
        stopped = epoch  # a real run breaks here; this one shows what would come
    if epoch % 3 == 0:
        print(f"train loss at epoch {epoch}: {train_loss:.2f}")
        print(f"validation loss at epoch {epoch}: {valid_loss:.2f}")

print(f"best epoch: {best_epoch}")
print(f"stopped after epoch: {stopped}")
print(f"epochs saved: {EPOCHS - stopped} of {EPOCHS}")
print(f"test images right with the last weights: {correct(model)} of {len(y_test)}")
model.load_state_dict(best_weights)
print(f"test images right with the best weights: {correct(model)} of {len(y_test)}")
