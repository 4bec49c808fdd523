"""ln_structured keeps every shape, only a rebuilt net is smaller"""

import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))
sample = torch.randn(32, 512)


def count(module):
    return sum(parameter.numel() for parameter in module.parameters())


# Zero the 256 rows (output neurons) of the first layer with the smallest L2 norm.
print(f"parameters of the layer: {count(net[0])}")
prune.ln_structured(net[0], name="weight", amount=0.5, n=2, dim=0)
prune.remove(net[0], "weight")
alive = net[0].weight.abs().sum(dim=1) > 0
print(f"rows left alive: {int(alive.sum())} of {len(alive)}")
print(f"shape after ln_structured: {tuple(net[0].weight.shape)}")
print(f"parameters of the layer after ln_structured: {count(net[0])}")

# Build the net that was meant: drop the rows, and the columns that read them.
small = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 512))
with torch.no_grad():
    small[0].weight.copy_(net[0].weight[alive])
    small[0].bias.copy_(net[0].bias[alive])
    small[2].weight.copy_(net[2].weight[:, alive])
    small[2].bias.copy_(net[2].bias)
    expected = net(sample)
    same = torch.allclose(small(sample), expected, atol=1e-5)
    print(f"same output, biases of dead rows dropped: {same}")

    # A dead row still sends ReLU(bias) on. That constant belongs in the next bias.
    constant = net[0].bias.relu()[~alive]
    small[2].bias += net[2].weight[:, ~alive] @ constant
    same = torch.allclose(small(sample), expected, atol=1e-5)
    print(f"same output, biases of dead rows moved on: {same}")

print(f"parameters of the net: {count(net)}")
print(f"parameters of the rebuilt net: {count(small)}")
