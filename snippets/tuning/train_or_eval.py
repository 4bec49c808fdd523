"""In train() mode the loss changes at each call, and so does the model"""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(
    nn.Linear(20, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 5)
)
x, y = torch.randn(90, 20), torch.randint(5, (90,))


@torch.no_grad()  # switches gradients off; dropout and BatchNorm do not care
def loss():
    return nn.functional.cross_entropy(model(x), y).item()


model.eval()
print(f"eval mode, same loss twice: {loss() == loss()}")
model.train()
print(f"train mode, same loss twice: {loss() == loss()}")

running_mean = model[1].running_mean
model.eval()
before = running_mean.clone()
loss()
print(
    f"running mean changed by measuring in eval mode: {(running_mean != before).any()}"
)
model.train()
loss()
print(
    f"running mean changed by measuring in train mode: {(running_mean != before).any()}"
)

# A batch of one has no variance: in train mode BatchNorm refuses it.
try:
    model(x[:1])
except ValueError as error:
    print(f"one example in train mode: {str(error)[:54]}")
model.eval()
print(f"one example in eval mode: {tuple(model(x[:1]).shape)}")

# The mean of batch losses is not the mean over examples if the last batch is smaller.
losses = torch.tensor([1.0, 1.0, 4.0])  # batches of 40, 40 and 10 examples
sizes = torch.tensor([40, 40, 10])
print(f"mean of the batch losses: {losses.mean():.2f}")
print(f"mean over the examples: {(losses * sizes).sum() / sizes.sum():.2f}")
