"""2:4 sparsity keeps two of each four weights and stores 0.5625"""

import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
layer = nn.Linear(256, 256, bias=False)
nn.init.normal_(layer.weight)  # trained weights are bell-shaped rather than uniform
weight = layer.weight.detach().clone()

# The two largest of each group of four neighbors in a row survive.
groups = weight.abs().view(-1, 4)
places = groups.topk(2, dim=1).indices.sort(dim=1).values
mask = torch.zeros_like(groups).scatter_(1, places, 1).view_as(weight)
prune.custom_from_mask(layer, "weight", mask)
print(f"zeros: {100 * (layer.weight == 0).double().mean():.1f} %")
most = int((layer.weight != 0).view(-1, 4).sum(dim=1).max())
print(f"most survivors in a group: {most}")


def energy(kept):
    return (kept.double().square().sum() / weight.double().square().sum()).item()


free = prune.L1Unstructured(amount=0.5).prune(weight)
print(f"energy kept, 2 of each 4: {energy(layer.weight.detach()):.3f}")
print(f"energy kept, any half: {energy(free):.3f}")

# Storage: two values and two places of 2 bits each for every four weights.
values = weight.view(-1, 4).gather(1, places)
nibbles = (places[:, 0] | places[:, 1] << 2).to(torch.uint8)
packed = nibbles[0::2] | nibbles[1::2] << 4  # two groups in a byte
for dtype in (torch.float16, torch.int8):
    whole = weight.to(dtype).nbytes
    small = values.to(dtype).nbytes + packed.nbytes
    print(f"storage, {str(dtype).removeprefix('torch.')}: {small / whole:.4f}")

# Nothing is lost: unpack the places and the pruned matrix is back.
unpacked = torch.stack([packed & 15, packed >> 4], dim=1).flatten()
found = torch.stack([unpacked & 3, unpacked >> 2], dim=1).long()
again = torch.zeros_like(groups).scatter_(1, found, values).view_as(weight)
print(f"unpacked equals pruned: {torch.equal(again, layer.weight.detach())}")

try:  # PyTorch's own packed format exists for NVIDIA GPUs only
    torch.sparse.to_sparse_semi_structured(weight.half())
except RuntimeError as error:
    print(f"to_sparse_semi_structured on a CPU: {type(error).__name__}")
