"""A grid of nine trials tries only three values of the setting that matters

Every further setting multiplies the trials of a grid; random search pays nothing
for a setting that turns out not to matter.
"""

import itertools
import random


def loss(lr_exponent, dropout):
    return (lr_exponent + 2.7) ** 2  # dropout is in the search but has no effect


rates, dropouts = [-4, -2, 0], [0.0, 0.3, 0.6]
grid = list(itertools.product(rates, dropouts))

generator = random.Random(0)
sample = [(generator.uniform(-5, 0), generator.uniform(0, 0.6)) for _ in grid]

for name, trials in {"grid": grid, "random": sample}.items():
    print(f"{name} trials: {len(trials)}")
    print(f"{name} distinct learning rates: {len({rate for rate, _ in trials})}")
    print(f"{name} distinct losses: {len({loss(*trial) for trial in trials})}")

# The price of one more setting with three values each.
for settings in range(1, 7):
    print(f"grid trials for {settings} settings: {3**settings}")

# How often does random search come closer than this grid? Over many draws:
best_of_grid = min(loss(*trial) for trial in grid)
better = sum(
    min(loss(generator.uniform(-5, 0), 0) for _ in grid) < best_of_grid
    for _ in range(1000)
)
print(f"random beats the grid: {better} of 1000 draws")

# A grid that happens to hold the optimum cannot be beaten: luck, not method.
lucky = min(loss(rate, 0) for rate in [-4.7, -2.7, -0.7])
print(f"best loss of a lucky grid: {lucky:.4f}")
