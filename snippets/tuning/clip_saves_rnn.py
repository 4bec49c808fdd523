"""Without clipping a ReLU RNN reaches NaN; with clipping it learns

Adding up 30 numbers: the gradient passes the same matrix 30 times and grows at
each passage. float64, so that every CPU prints the same digits.
"""

import math

import torch
from torch import nn

torch.set_default_dtype(torch.float64)


def train(max_norm=math.inf, lr=0.03, target=torch.sum, steps=61):
    torch.manual_seed(0)
    rnn = nn.RNN(1, 32, nonlinearity="relu", batch_first=True)
    head = nn.Linear(32, 1)
    parameters = [*rnn.parameters(), *head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=lr)
    losses, clipped = [], 0
    for _ in range(steps):
        numbers = torch.rand(32, 30, 1)
        output, _ = rnn(numbers)
        loss = nn.functional.mse_loss(head(output[:, -1]), target(numbers, 1))
        if not loss.isfinite():
            break
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        # An infinite limit clips nothing.
        clipped += int(nn.utils.clip_grad_norm_(parameters, max_norm) > max_norm)
        optimizer.step()
    return losses, clipped


runs = {
    "no clipping": train(),
    "max_norm 1": train(max_norm=1.0),
    "lr 0.0003": train(lr=0.0003),  # the other way out, as a control
}
for name, (losses, clipped) in runs.items():
    print(f"{name}, finite losses: {len(losses)} of 61")
    print(f"{name}, clipped steps: {clipped}")
    print(f"{name}, last finite loss: {losses[-1]:.2g}")
    for step, loss in enumerate(losses):
        if loss < 1e6 and (step < 3 or step % 6 == 0):
            print(f"{name}, loss at step {step}: {loss:.0f}")

# A healthy run (the mean, not the sum, of the numbers) gains nothing by a limit.
for max_norm in (math.inf, 1.0, 0.25):
    losses, _ = train(max_norm, target=torch.mean, steps=21)
    print(f"healthy run, max_norm {max_norm}, loss at step 20: {losses[20]:.2g}")
