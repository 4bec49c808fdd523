"""Backward inside the region rounds gradients that forward kept exact"""

import torch
import torch.nn.functional as F

torch.manual_seed(0)
inputs, targets = torch.randn(32, 64), torch.randn(32, 8)
body, head = torch.nn.Linear(64, 64), torch.nn.Linear(64, 8)


def head_gradient(backward_inside):
    """The head is a float32 island; only the place of backward differs."""
    head.zero_grad()
    with torch.autocast("cpu"):
        hidden = body(inputs)
        with torch.autocast("cpu", enabled=False):
            output = head(hidden.float())
        loss = F.mse_loss(output, targets)
        if backward_inside:
            loss.backward()
    if not backward_inside:
        loss.backward()
    return head.weight.grad


def is_rounded(tensor):
    """True if bfloat16 could hold each of the numbers."""
    return torch.equal(tensor, tensor.bfloat16().float())


outside = head_gradient(backward_inside=False)
inside = head_gradient(backward_inside=True)
print(f"gradient dtype, backward outside: {outside.dtype}")
print(f"gradient dtype, backward inside: {inside.dtype}")
print(f"rounded to bfloat16, backward outside: {is_rounded(outside)}")
print(f"rounded to bfloat16, backward inside: {is_rounded(inside)}")

# Outside, backward still uses the dtype of each forward step.
seen = []
with torch.autocast("cpu"):
    hidden = body(inputs)
    hidden.register_hook(lambda gradient: seen.append(gradient.dtype))
    loss = F.mse_loss(head(hidden), targets)
loss.backward()
print(f"gradient at the bfloat16 output, backward outside: {seen[0]}")
