"""What freezing saves: gradients, optimizer state and kept activations

Leaves out the weights themselves, which stay in memory, frozen or not.
"""

import torch
from torch import nn

torch.manual_seed(0)
inputs = torch.randn(256, 512)


def measure(name, trained_layers):
    layers = [nn.Linear(512, 512) for _ in range(8)]
    model = nn.Sequential(*[part for layer in layers for part in (layer, nn.ReLU())])
    model.requires_grad_(False)
    for index in trained_layers:
        layers[index].requires_grad_(True)
    weights = {p.untyped_storage().data_ptr() for p in model.parameters()}
    kept = {}  # Storage of each activation that waits for the backward pass.

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.step()
    gradients = sum(p.grad.nbytes for p in model.parameters() if p.grad is not None)
    state = 2 * sum(s["exp_avg"].nbytes for s in optimizer.state.values())
    print(f"{name}, gradients: {gradients} bytes")
    print(f"{name}, optimizer state: {state} bytes")
    print(f"{name}, kept activations: {sum(kept.values())} bytes")


measure("all trained", range(8))
measure("last layer trained", [7])  # A head on a frozen encoder.
measure("first layer trained", [0])  # A projection that feeds a frozen model.
