"""Attention reads out_proj.weight past the pruning hook"""

import torch
from torch import nn
from torch.nn.utils import parametrize, prune


def train_three_steps(attention):
    torch.manual_seed(1)
    optimizer = torch.optim.SGD(attention.parameters(), lr=0.1)
    for step in range(1, 4):
        sequence = torch.randn(2, 5, 16)
        output, _ = attention(sequence, sequence, sequence)
        try:
            output.square().mean().backward()
        except RuntimeError as error:
            return f"{type(error).__name__} in step {step}"
        optimizer.step()
        optimizer.zero_grad()
    return "three steps done"


torch.manual_seed(0)
attention = nn.MultiheadAttention(16, num_heads=2, batch_first=True)
prune.l1_unstructured(attention.out_proj, "weight", amount=0.5)
mask = attention.out_proj.weight_mask

# attention never *calls* out_proj, it takes its weight. So the hook never runs,
# weight stays the tensor made by prune, and its graph is used up in the first step.
print(f"pruned with prune: {train_three_steps(attention)}")
current = attention.out_proj.weight_orig * mask
print(f"weight is current: {torch.equal(attention.out_proj.weight, current)}")


class Mask(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", mask)

    def forward(self, weight):
        return weight * self.mask


# A parametrization computes weight whenever somebody reads it.
prune.remove(attention.out_proj, "weight")
parametrize.register_parametrization(attention.out_proj, "weight", Mask(mask))
print(f"pruned with parametrize: {train_three_steps(attention)}")
share = (attention.out_proj.weight == 0).double().mean()
print(f"zeros after training: {100 * share:.1f} %")
