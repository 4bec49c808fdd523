"""A pruner stops the trial that starts slowly, even if it would end best

Ten made-up learning curves: nine start fast and level off, the last one starts
slowly (a warm-up does that) and ends best.
"""

import optuna

optuna.logging.set_verbosity(optuna.logging.WARNING)
STEPS = 10


def loss(number, step):
    if number == 9:
        return 2.0 - 0.19 * step  # the late starter
    return 0.6 + 0.02 * number + 1.0 / (step + 1)


def objective(trial):
    for step in range(STEPS):
        trial.report(loss(trial.number, step), step)
        if trial.should_prune():
            raise optuna.TrialPruned
    return loss(trial.number, STEPS - 1)


pruners = {
    "no pruner": optuna.pruners.NopPruner(),
    "median": optuna.pruners.MedianPruner(n_startup_trials=5),
    "median, 7 warm-up steps": optuna.pruners.MedianPruner(5, n_warmup_steps=7),
}
for name, pruner in pruners.items():
    study = optuna.create_study(pruner=pruner)
    study.optimize(objective, n_trials=10)
    last = study.trials[9]
    print(f"{name}, best loss: {study.best_value:.2f}")
    print(f"{name}, steps of the late starter: {len(last.intermediate_values)}")
    print(
        f"{name}, steps in all: {sum(len(t.intermediate_values) for t in study.trials)}"
    )
