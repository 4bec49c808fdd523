"""Adam keeps two numbers beside each weight; zeroed gradients still act"""

import torch
from torch import nn


def trained_once(make_optimizer):
    torch.manual_seed(0)
    model = nn.Linear(1000, 1000)
    optimizer = make_optimizer(model.parameters())
    model(torch.randn(8, 1000)).square().mean().backward()
    optimizer.step()  # the state is made by the first step
    return model, optimizer


optim = torch.optim
makers = {
    "SGD": lambda p: optim.SGD(p, lr=0.1),
    "SGD with momentum": lambda p: optim.SGD(p, lr=0.1, momentum=0.9),
    "Adagrad": lambda p: optim.Adagrad(p),
    "Adam": lambda p: optim.Adam(p),
    "AdamW": lambda p: optim.AdamW(p),
    "AdamW with amsgrad": lambda p: optim.AdamW(p, amsgrad=True),
    "Adafactor": lambda p: optim.Adafactor(p),
}
weights = sum(p.nbytes for p in nn.Linear(1000, 1000).parameters())
print(f"bytes of the weights: {weights}")
for name, maker in makers.items():
    _, optimizer = trained_once(maker)
    tensors = [v for state in optimizer.state.values() for v in state.values()]
    stored = sum(value.nbytes for value in tensors if torch.is_tensor(value))
    print(f"{name}, state bytes: {stored}")
    print(f"{name}, state per weight: {stored / weights:.2f}")

# A gradient of zero is not the same as no gradient: momentum still moves the weight.
for to_none in (True, False):
    model, optimizer = trained_once(makers["SGD with momentum"])
    before = model.weight.detach().clone()
    optimizer.zero_grad(set_to_none=to_none)
    kept = sum(p.grad.nbytes for p in model.parameters() if p.grad is not None)
    optimizer.step()
    print(f"set_to_none {to_none}, gradient bytes kept: {kept}")
    print(
        f"set_to_none {to_none}, weight moves: {not torch.equal(before, model.weight)}"
    )
