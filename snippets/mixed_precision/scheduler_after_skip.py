"""A skipped step leaves the scheduler ahead, and only the first one warns"""

import warnings

import torch
import torch.nn.functional as F


def train(bad_batch, guarded=False):
    """Six steps; count warnings, optimizer steps and scheduler steps."""
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
    done = []
    optimizer.register_step_post_hook(lambda *_: done.append(1))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for step in range(1, 7):
            inputs = torch.randn(16, 8)
            if step == bad_batch:
                inputs[0, 0] = 1e5  # becomes inf in float16
            with torch.autocast("cpu", dtype=torch.float16):
                loss = F.mse_loss(model(inputs), torch.zeros(16, 1))
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            before = scaler.get_scale()
            scaler.update()
            # A scale that fell is the trace a skipped step leaves.
            if not guarded or scaler.get_scale() >= before:
                scheduler.step()
    warned = sum("lr_scheduler.step()" in str(w.message) for w in caught)
    return warned, len(done), scheduler.last_epoch


for case, (warned, optimized, scheduled) in {
    "no bad batch": train(None),
    "first batch bad": train(1),
    "third batch bad": train(3),
    "third batch bad, guarded": train(3, guarded=True),
}.items():
    print(f"warnings, {case}: {warned}")
    print(f"optimizer steps, {case}: {optimized}")
    print(f"scheduler steps, {case}: {scheduled}")
