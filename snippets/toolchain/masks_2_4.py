"""2:4 masks hold while training goes on; layers of unfit size are skipped

Left out: speed. Only a GPU with sparse tensor cores can use the pattern.
"""

import contextlib
import io
import logging
import warnings

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # what the import says about other libraries

import modelopt.torch.sparsity as mts
import torch
from torch import nn


def zeros(layer):
    return f"{(layer.weight == 0).float().mean():.0%}"


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))
parameters = sum(p.numel() for p in net.parameters())
with (
    warnings.catch_warnings(record=True) as caught,
    contextlib.redirect_stdout(io.StringIO()),  # its progress lines
):
    warnings.simplefilter("always")
    net = mts.sparsify(net, "sparse_magnitude")
groups = net[0].weight.reshape(-1, 4)
print("zeros in a group of four:", *(groups == 0).sum(1).unique().tolist())
print("zeros in the first layer:", zeros(net[0]))
print("zeros in the last layer:", zeros(net[2]))
print("warning:", caught[0].message)  # the rule: rows in eights, columns in sixteens

x, y = torch.randn(256, 64), torch.randint(10, (256,))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(50):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(x), y).backward()
    optimizer.step()
print("zeros after 50 steps of training:", zeros(net[0]))

print("state before export:", *net.state_dict())
net = mts.export(net)
print("state after export:", *net.state_dict())
print("zeros after export:", zeros(net[0]))
print("parameters before:", parameters)
print("parameters after:", sum(p.numel() for p in net.parameters()))
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
