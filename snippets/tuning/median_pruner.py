"""A median pruner spends fewer epochs and here keeps the best setting

20 settings of 8 epochs each, the same settings with and without the pruner.
float64, so that every CPU stops the same trials.
"""

import optuna
import torch
from sklearn.datasets import load_digits
from torch import nn

optuna.logging.set_verbosity(optuna.logging.WARNING)
torch.set_default_dtype(torch.float64)
EPOCHS, TRIALS = 8, 20
images, labels = map(torch.tensor, load_digits(return_X_y=True))
images = images / 16
x_train, y_train = images[:200].split(50), labels[:200].split(50)
x_valid, y_valid = images[1300:], labels[1300:]


def objective(trial):
    rate = trial.suggest_float("lr", 1e-3, 1.0, log=True)
    momentum = trial.suggest_float("momentum", 0.0, 0.95)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=momentum)
    for epoch in range(EPOCHS):
        for x, y in zip(x_train, y_train, strict=True):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        with torch.no_grad():
            loss = nn.functional.cross_entropy(model(x_valid), y_valid).item()
        trial.report(loss, epoch)  # what the pruner sees
        if trial.should_prune():  # worse than the median at this epoch
            raise optuna.TrialPruned
    return loss


# Five trials run to the end first, and none is stopped in its first two epochs.
pruners = {
    "no pruner": optuna.pruners.NopPruner(),
    "median pruner": optuna.pruners.MedianPruner(5, n_warmup_steps=2),
}
for seed in range(2):
    for name, pruner in pruners.items():
        sampler = optuna.samplers.RandomSampler(seed=seed)
        study = optuna.create_study(sampler=sampler, pruner=pruner)
        study.optimize(objective, n_trials=TRIALS)
        epochs = sum(len(trial.intermediate_values) for trial in study.trials)
        pruned = sum(trial.state.name == "PRUNED" for trial in study.trials)
        print(f"seed {seed}, {name}, epochs: {epochs} of {EPOCHS * TRIALS}")
        print(f"seed {seed}, {name}, trials stopped: {pruned} of {TRIALS}")
        print(f"seed {seed}, {name}, best trial: {study.best_trial.number}")
        print(f"seed {seed}, {name}, best loss: {study.best_value:.3f}")
