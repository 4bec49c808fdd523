"""state_dict() is a view of the live weights: what you keep goes on training"""

import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
first = model.weight.detach().clone()

kept = {
    "state_dict()": model.state_dict(),
    "dict(state_dict())": dict(model.state_dict()),  # a new dict, the same tensors
    "deepcopy(state_dict())": copy.deepcopy(model.state_dict()),
    "clone of each tensor": {k: v.clone() for k, v in model.state_dict().items()},
}

for _ in range(5):
    optimizer.zero_grad()
    model(torch.ones(8, 4)).square().mean().backward()
    optimizer.step()

for name, weights in kept.items():
    same_memory = weights["weight"].data_ptr() == model.weight.data_ptr()
    print(f"{name}, still the first weights: {torch.equal(weights['weight'], first)}")
    print(f"{name}, shares memory with the model: {same_memory}")

# To go on training from the best point, the optimizer's state must be kept too.
momentum = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
print(f"optimizer state before a step: {len(momentum.state_dict()['state'])} tensors")
model(torch.ones(8, 4)).square().mean().backward()
momentum.step()
print(f"optimizer state after a step: {len(momentum.state_dict()['state'])} tensors")
