"""The same weights give files of different sizes: the name is stored too

The archive repeats the stem of the file name before each of its entries.
"""

import io
import os

import torch
from torch import nn

torch.manual_seed(0)
weights = nn.Sequential(
    nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512)
).state_dict()

names = [
    "m.pt",
    "model.pt",
    "archive.pt",
    "a_much_longer_name_for_the_very_same_model.pt",
]
for name in names:
    torch.save(weights, name)
    print(f"{name}: {os.path.getsize(name)} bytes")
loaded = [torch.load(name) for name in names]
same = all(torch.equal(other[key], weights[key]) for other in loaded for key in weights)
print(f"all of them hold the same numbers: {same}")

# A buffer has no name. PyTorch then writes "archive": always the same size.
buffer = io.BytesIO()
torch.save(weights, buffer)
print(f"in a buffer: {buffer.getbuffer().nbytes} bytes")

# The Linear layers hold this many bytes; the rest is the archive.
payload = sum(tensor.nbytes for tensor in weights.values())
print(f"payload: {payload} bytes")

# A tensor is saved with the storage behind it: a slice may carry the whole.
row = weights["0.weight"][:1]
for name, tensor in [("a row", row), ("a cloned row", row.clone())]:
    buffer = io.BytesIO()
    torch.save(tensor, buffer)
    print(f"{name}: {buffer.getbuffer().nbytes} bytes")
