"""A warm-up followed by a cosine, as the exact list of learning rates"""

import warnings

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR

WARMUP, STEPS = 5, 20


def make(lr=0.1):
    optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=lr)
    # Starts at a fifth of the rate and reaches all of it after WARMUP steps.
    warmup = LinearLR(optimizer, start_factor=1 / WARMUP, total_iters=WARMUP - 1)
    cosine = CosineAnnealingLR(optimizer, T_max=STEPS - WARMUP)
    return optimizer, SequentialLR(optimizer, [warmup, cosine], milestones=[WARMUP])


def rates(scheduler_first=False):
    optimizer, scheduler = make()
    used = []
    for _ in range(STEPS):
        if scheduler_first:
            scheduler.step()
        used.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        if not scheduler_first:
            scheduler.step()
    return used


right = rates()
for step, rate in enumerate(right, start=1):
    print(f"rate of step {step}: {rate:.4f}")

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    wrong = rates(scheduler_first=True)
print(f"wrong order, first rate used: {wrong[0]:.4f}")
print(f"wrong order is the right list shifted by one: {wrong[:-1] == right[1:]}")
print(f"wrong order warns: {str(caught[0].message)[:65]}")

# Per epoch or per step? A scheduler counts calls of step(), nothing else.
optimizer, scheduler = make()
for _epoch in range(3):
    for _batch in range(10):
        optimizer.step()
    scheduler.step()
print(
    f"called once an epoch, rate after 3 epochs: {optimizer.param_groups[0]['lr']:.4f}"
)
