"""Hyperopt's TPE gains on random search as Optuna's does

The objective, the budget and the number of seeds are those of grid_random_tpe.py.
"""

from statistics import median

import numpy as np
from hyperopt import Trials, fmin, hp, rand, tpe

SEEDS, BUDGET = 20, 36
SPACE = {
    "log10 lr": hp.uniform("log10 lr", -5, 0),
    "dropout": hp.uniform("dropout", 0, 0.6),
    "log10 decay": hp.uniform("log10 decay", -6, -1),
}


def objective(setting):
    loss = (setting["log10 lr"] + 2.7) ** 2 + 0.5 * (setting["dropout"] - 0.22) ** 2
    return loss + 0.02 * (setting["log10 decay"] + 4.2) ** 2


def best_so_far(algorithm, seed):
    trials = Trials()
    fmin(
        objective,
        SPACE,
        algo=algorithm,
        max_evals=BUDGET,
        trials=trials,
        rstate=np.random.default_rng(seed),  # seeds the search, not the training
        show_progressbar=False,
    )
    values = trials.losses()
    return [min(values[: n + 1]) for n in range(BUDGET)]


final = {}
for name, algorithm in {"random": rand.suggest, "tpe": tpe.suggest}.items():
    curves = [best_so_far(algorithm, seed) for seed in range(SEEDS)]
    final[name] = [curve[-1] for curve in curves]
    for n in (1, 4, 7, 10, 13, 16, 20, 24, 28, 32, 36):
        best = median(curve[n - 1] for curve in curves)
        print(f"hyperopt {name}, median best after {n} trials: {best:.4f}")

wins = sum(t < r for t, r in zip(final["tpe"], final["random"], strict=True))
print(f"seeds where TPE beats random: {wins} of {SEEDS}")
