"""Pruning replaces weight by weight_orig and weight_mask"""

import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
layer = nn.Linear(64, 32)
sample = torch.randn(1, 64)


def zeros(weight):
    return f"{(weight == 0).float().mean():.1%}".replace("%", " %")


print(f"parameters before: {[name for name, _ in layer.named_parameters()]}")

# Zero the half of the entries that are smallest in absolute value.
prune.l1_unstructured(layer, name="weight", amount=0.5)
print(f"parameters: {[name for name, _ in layer.named_parameters()]}")
print(f"buffers: {[name for name, _ in layer.named_buffers()]}")
print(f"sparsity: {zeros(layer.weight)}")
print(f"zeros in weight_orig: {zeros(layer.weight_orig)}")

# weight is no parameter any more. It is the product of the two tensors, and a
# hook that runs before each forward pass writes it anew.
print(f"weight is a parameter: {isinstance(layer.weight, nn.Parameter)}")
hooks = [type(hook).__name__ for hook in layer._forward_pre_hooks.values()]
print(f"forward pre-hooks: {hooks}")

# So a change of weight_orig (what an optimizer does) arrives with a delay.
with torch.no_grad():
    layer.weight_orig.mul_(2)
product = layer.weight_orig * layer.weight_mask
print(f"weight is current after the change: {torch.equal(layer.weight, product)}")
layer(sample)
print(f"weight is current after a forward: {torch.equal(layer.weight, product)}")

# remove() takes the mask away, never the zeros: it cannot undo a pruning.
prune.remove(layer, "weight")
print(f"parameters after remove: {[name for name, _ in layer.named_parameters()]}")
print(f"buffers after remove: {[name for name, _ in layer.named_buffers()]}")
print(f"sparsity after remove: {zeros(layer.weight)}")
