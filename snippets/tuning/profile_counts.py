"""The profiler shows a Python loop as a count of calls

Both versions compute the same. Times are left out: counts alone give the loop away, and
they are the same on every machine.
"""

import os

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile

os.environ["KINETO_LOG_LEVEL"] = "99"  # the profiler's own log lines are of no use here

torch.manual_seed(0)
layer = nn.Linear(64, 64)
batch = torch.randn(256, 64)


def one_by_one():
    total = 0.0
    for row in batch:
        total += layer(row).sum().item()  # .item() waits for the result, each time
    return total


def all_at_once():
    return layer(batch).sum().item()


results = {}
with torch.no_grad():
    for name, function in {"loop": one_by_one, "batch": all_at_once}.items():
        with profile(activities=[ProfilerActivity.CPU], with_flops=True) as profiler:
            results[name] = function()
        # key_averages() holds one row an operation; .table(sort_by=...) prints them.
        events = {event.key: event for event in profiler.key_averages()}
        for key in ("aten::linear", "aten::addmm", "aten::sum", "aten::item"):
            print(f"{name}, calls of {key[6:]}: {events[key].count}")
        print(f"{name}, floating-point operations: {events['aten::addmm'].flops}")

print(f"same result: {abs(results['loop'] - results['batch']) < 0.01}")
