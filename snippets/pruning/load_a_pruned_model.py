"""How a saved pruned model loads, and how it does not"""

import io

import torch
from torch import nn
from torch.nn.utils import prune


def make_net(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(8, 4))


def file_of(net):
    file = io.BytesIO()
    torch.save(net.state_dict(), file)
    file.seek(0)
    return file


pruned = make_net(0)
prune.l1_unstructured(pruned[0], "weight", amount=0.5)
file = file_of(pruned)
print(f"keys in the file: {list(pruned.state_dict())}")

# 1. A plain net has no such names.
plain = make_net(1)
try:
    plain.load_state_dict(torch.load(file))
except RuntimeError as error:
    print(f"plain net: {type(error).__name__}")
    print("\n".join(line.strip() for line in str(error).splitlines()[1:]))

# 2. strict=False hides the error: the weight keeps its random values.
file.seek(0)
untouched = plain[0].weight.detach().clone()
keys = plain.load_state_dict(torch.load(file), strict=False)
print(f"not strict, missing: {keys.missing_keys}")
random = torch.equal(plain[0].weight, untouched)
print(f"not strict, weight is still random: {random}")

# 3. Prepare the names first: identity() makes a mask of ones.
prepared = make_net(1)
prune.identity(prepared[0], "weight")
file.seek(0)
prepared.load_state_dict(torch.load(file))
same = torch.equal(prepared[0].weight, pruned[0].weight)
print(f"prepared with identity, weight right after loading: {same}")
prepared(torch.zeros(1, 8))  # the hook runs and multiplies the loaded tensors
same = torch.equal(prepared[0].weight, pruned[0].weight)
print(f"prepared with identity, weight after a forward: {same}")

# 4. For a model that is finished: remove the mask, then save.
prune.remove(pruned[0], "weight")
print(plain.load_state_dict(torch.load(file_of(pruned))))
same = torch.equal(plain[0].weight, pruned[0].weight)
print(f"saved after remove, weight in a plain net: {same}")
