"""deepcopy of a pruned module fails until weight has no history"""

import copy

import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
layer = nn.Linear(8, 4)
prune.l1_unstructured(layer, "weight", amount=0.5)
sample = torch.randn(1, 8)


def try_copy(when):
    try:
        duplicate = copy.deepcopy(layer)
    except RuntimeError as error:
        print(f"deepcopy {when}: {type(error).__name__}")
        return None
    print(f"deepcopy {when}: works")
    return duplicate


# weight was computed from weight_orig, so it hangs on an autograd graph, and
# deepcopy takes only tensors that stand at the beginning of one.
print(f"history of weight: {type(layer.weight.grad_fn).__name__}")
try_copy("right after pruning")
layer(sample)
try_copy("after a forward")

with torch.no_grad():
    layer(sample)  # the hook writes weight again, this time without a graph
print(f"history of weight after no_grad: {layer.weight.grad_fn}")
duplicate = try_copy("after a forward in no_grad")

# The copy is a pruned module of its own: the names, the hook, the values.
print(f"keys of the copy: {list(duplicate.state_dict())}")
print(f"hooks of the copy: {len(duplicate._forward_pre_hooks)}")
with torch.no_grad():
    duplicate.weight_orig.zero_()
print(f"the original is untouched: {bool(layer.weight_orig.any())}")
