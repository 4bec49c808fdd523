"""Bytes of a pruned model by sparsity and storage format"""

import functools
import io
from bisect import bisect

import numpy
import torch
from torch import nn
from torch.nn.utils import prune


@functools.cache
def pruned(percent, remove=True):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
    pairs = [(net[0], "weight"), (net[2], "weight")]
    prune.global_unstructured(pairs, prune.L1Unstructured, amount=percent / 100)
    for layer, name in pairs if remove else []:
        prune.remove(layer, name)
    return net.state_dict()


def size(state, store=None):
    if store:
        state = {k: store(v) if v.ndim == 2 else v for k, v in state.items()}
    torch.save(state, file := io.BytesIO())
    return file.getbuffer().nbytes


def csr(weight, index):  # to_sparse_csr() with indices of their own
    old = weight.to_sparse_csr()
    rows, columns = old.crow_indices().to(index), old.col_indices().clone().to(index)
    return torch.sparse_csr_tensor(rows, columns, old.values(), check_invariants=True)


def bit_mask(weight):  # the values that are left, and one bit for each place
    return weight[weight != 0], torch.from_numpy(numpy.packbits(weight.numpy() != 0))


formats = {
    "dense": None,
    "COO": torch.Tensor.to_sparse,
    "CSR as it comes": torch.Tensor.to_sparse_csr,
    "CSR int64": lambda weight: csr(weight, torch.int64),
    "CSR int32": lambda weight: csr(weight, torch.int32),
    "bit mask": bit_mask,
}
print(f"with masks, 50 %: {size(pruned(50, remove=False))} bytes")
for percent in (0, 50, 80, 90, 95):
    for name, store in formats.items():
        print(f"{name}, {percent} %: {size(pruned(percent), store)} bytes")
for name, store in list(formats.items())[1:]:  # the first whole percent that pays
    first = bisect(range(101), -size(pruned(0)), key=lambda p: -size(pruned(p), store))
    print(f"{name} smaller from: {first} %")

# /// script
# [tool.snippet]
# warns = ["UserWarning: Sparse CSR tensor support is in beta"]
# ///
