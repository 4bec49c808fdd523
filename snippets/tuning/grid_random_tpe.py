"""Random search beats the grid, and TPE mostly beats random search

One toy objective, one budget of 36 trials, 20 seeds. The grid is visited in a
random order, so that its curve is an average too.
"""

from statistics import median

import optuna

optuna.logging.set_verbosity(optuna.logging.WARNING)
SEEDS, BUDGET = 20, 36
GRID = {  # 4 x 3 x 3 = 36
    "log10 lr": [-4, -3, -2, -1],
    "dropout": [0.0, 0.3, 0.6],
    "log10 decay": [-6, -4, -2],
}


def objective(trial):
    # As in real tuning, one setting matters far more than the others.
    log10_lr = trial.suggest_float("log10 lr", -5, 0)
    dropout = trial.suggest_float("dropout", 0, 0.6)
    log10_decay = trial.suggest_float("log10 decay", -6, -1)
    loss = (log10_lr + 2.7) ** 2
    return loss + 0.5 * (dropout - 0.22) ** 2 + 0.02 * (log10_decay + 4.2) ** 2


def best_so_far(sampler):
    study = optuna.create_study(sampler=sampler)
    study.optimize(objective, n_trials=BUDGET)
    values = [trial.value for trial in study.trials]
    return [min(values[: n + 1]) for n in range(BUDGET)]


samplers = {
    "grid": lambda seed: optuna.samplers.GridSampler(GRID, seed=seed),
    "random": lambda seed: optuna.samplers.RandomSampler(seed=seed),
    "tpe": lambda seed: optuna.samplers.TPESampler(seed=seed),
}
final = {}
for name, make_sampler in samplers.items():
    curves = [best_so_far(make_sampler(seed)) for seed in range(SEEDS)]
    final[name] = [curve[-1] for curve in curves]
    for n in (1, 4, 7, 10, 13, 16, 20, 24, 28, 32, 36):
        best = median(curve[n - 1] for curve in curves)
        print(f"{name}, median best after {n} trials: {best:.4f}")

for name in ("random", "grid"):
    wins = sum(a < b for a, b in zip(final["tpe"], final[name], strict=True))
    equal = sum(a == b for a, b in zip(final["tpe"], final[name], strict=True))
    print(f"seeds where TPE beats {name}: {wins} of {SEEDS}")
    print(f"seeds where TPE and {name} end equal: {equal} of {SEEDS}")
