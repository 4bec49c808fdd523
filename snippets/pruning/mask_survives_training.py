"""The mask survives training, zeros without a mask do not"""

import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
layer = nn.Linear(64, 10)
inputs, targets = torch.randn(256, 64), torch.randint(10, (256,))

# The optimizer is made before the pruning, as in most scripts.
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)


def step():
    optimizer.zero_grad()
    nn.functional.cross_entropy(layer(inputs), targets).backward()
    optimizer.step()


def percent(condition):
    return f"{100 * condition.double().mean():.1f} %"


step()  # from here on the optimizer also remembers momentum
prune.l1_unstructured(layer, "weight", amount=0.5)
held = any(entry is layer.weight_orig for entry in optimizer.param_groups[0]["params"])
print(f"optimizer holds weight_orig: {held}")

dead = layer.weight_mask == 0
before = layer.weight_orig.detach().clone()
for _ in range(20):
    step()
layer(inputs)  # writes weight anew, see the stale weight
print(f"zeros after 20 steps: {percent(layer.weight == 0)}")
print(f"pruned weights with a gradient: {percent(layer.weight_orig.grad[dead] != 0)}")

# Momentum and weight decay need no gradient: they move weight_orig under the mask.
moved = layer.weight_orig.detach()[dead] != before[dead]
print(f"pruned weights that moved in weight_orig: {percent(moved)}")

prune.remove(layer, "weight")
print(f"zeros after remove: {percent(layer.weight == 0)}")
step()
print(f"zeros one step after remove: {percent(layer.weight == 0)}")
