"""amount is a count or a share, and a share of what is left"""

import torch
from torch import nn
from torch.nn.utils import prune


def make_layer():
    torch.manual_seed(0)
    return nn.Linear(10, 10)  # 100 weights


def zeros(layer):
    return int((layer.weight == 0).sum())


# An int is a number of weights, a float a share of them. One dot decides.
print(f"zeros, amount 1: {zeros(prune.l1_unstructured(make_layer(), 'weight', 1))}")
print(f"zeros, amount 1.0: {zeros(prune.l1_unstructured(make_layer(), 'weight', 1.0))}")
for wrong in (101, 1.5, -1):
    try:
        prune.l1_unstructured(make_layer(), "weight", wrong)
    except ValueError as error:
        print(f"amount {wrong} raises: {type(error).__name__}")

# The second call prunes half of the weights that the first one left.
layer = make_layer()
for call in ("first", "second", "third"):
    prune.l1_unstructured(layer, "weight", amount=0.5)
    print(f"zeros after the {call} 0.5: {zeros(layer)}")

# Still one mask and one hook: the hook now lists the methods it is made of.
(hook,) = layer._forward_pre_hooks.values()
print(f"hook: {type(hook).__name__} of {len(hook)} methods")
print(f"buffers: {[name for name, _ in layer.named_buffers()]}")

# To go from 50 to 80 zeros, ask for the share of the rest: 30 of 50.
layer = make_layer()
prune.l1_unstructured(layer, "weight", amount=0.5)
prune.l1_unstructured(layer, "weight", amount=(0.8 - 0.5) / (1 - 0.5))
print(f"zeros after 0.5 and then 0.6: {zeros(layer)}")

# torch.nn.utils does not offer the module by itself: import it by name.
print(f"prune is listed by torch.nn.utils: {'prune' in torch.nn.utils.__all__}")
