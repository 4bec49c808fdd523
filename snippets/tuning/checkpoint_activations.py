"""Activation checkpointing stores only block inputs and runs blocks twice"""

import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
blocks = nn.ModuleList(
    nn.Sequential(nn.Linear(256, 1024), nn.GELU(), nn.Linear(1024, 256))
    for _ in range(4)
)
batch = torch.randn(256, 256)
runs = 0  # how often any block is executed


def count(*_):
    global runs
    runs += 1


for block in blocks:
    block.register_forward_pre_hook(count)


def step(use_checkpoint):
    """Returns the loss, a gradient, and the bytes kept from forward to backward."""
    parameters = {weight.data_ptr() for weight in blocks.parameters()}
    kept = {}

    def pack(tensor):  # autograd calls this for each tensor that backward needs
        if tensor.data_ptr() not in parameters:  # weights exist anyway
            kept[tensor.data_ptr()] = tensor.nbytes
        return tensor

    hidden = batch
    blocks.zero_grad()
    with saved_tensors_hooks(pack, lambda tensor: tensor):
        for block in blocks:
            if use_checkpoint:
                hidden = checkpoint(block, hidden, use_reentrant=False)
            else:
                hidden = block(hidden)
        loss = hidden.square().mean()
    loss.backward()
    return loss, blocks[0][0].weight.grad.clone(), sum(kept.values())


loss, gradient, stored = step(use_checkpoint=False)
print(f"plain, bytes kept for backward: {stored}")
print(f"plain, block runs: {runs}")
runs = 0
loss2, gradient2, stored2 = step(use_checkpoint=True)
print(f"checkpointed, bytes kept for backward: {stored2}")
print(f"checkpointed, block runs: {runs}")
print(f"times smaller: {stored / stored2:.2f}")
print(f"same loss: {torch.equal(loss, loss2)}")
print(f"same gradient: {torch.equal(gradient, gradient2)}")
