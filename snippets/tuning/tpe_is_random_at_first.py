"""The first ten trials of Optuna's TPE, and twenty of Hyperopt's, are random

Same seed, same objective: the trials are compared with those of random search.
"""

import numpy as np
import optuna
from hyperopt import Trials, fmin, hp, rand, tpe

optuna.logging.set_verbosity(optuna.logging.WARNING)


def optuna_rates(sampler):
    study = optuna.create_study(sampler=sampler)
    study.optimize(lambda t: (t.suggest_float("lr", -5, 0) + 2.7) ** 2, n_trials=30)
    return [trial.params["lr"] for trial in study.trials]


def hyperopt_rates(algorithm):
    trials = Trials()
    fmin(
        lambda lr: (lr + 2.7) ** 2,
        hp.uniform("lr", -5, 0),
        algo=algorithm,
        max_evals=30,
        trials=trials,
        rstate=np.random.default_rng(0),
        show_progressbar=False,
    )
    return trials.vals["lr"]


def same_at_first(rates, other):
    return next(i for i, (a, b) in enumerate(zip(rates, other, strict=True)) if a != b)


samplers = optuna.samplers
uniform = optuna_rates(samplers.RandomSampler(seed=0))
for startup in (10, 3):  # 10 is the default
    rates = optuna_rates(samplers.TPESampler(seed=0, n_startup_trials=startup))
    same = same_at_first(uniform, rates)
    print(f"Optuna with {startup} start-up trials, equal to random: {same}")

same = same_at_first(hyperopt_rates(rand.suggest), hyperopt_rates(tpe.suggest))
print(f"Hyperopt with its defaults, equal to random: {same}")
