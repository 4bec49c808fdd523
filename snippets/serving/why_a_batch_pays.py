"""A batch reads the weights once for all of its rows"""

import time

import torch

torch.manual_seed(0)
layer = torch.nn.Linear(2048, 2048, bias=False)
rows = torch.randn(64, 2048)
weight_bytes = layer.weight.nbytes
multiplications = layer.weight.numel()


@torch.no_grad()
def one_by_one():
    return torch.cat([layer(row[None]) for row in rows])


@torch.no_grad()
def one_batch():
    return layer(rows)


print(f"answers agree: {torch.allclose(one_by_one(), one_batch(), atol=1e-4)}")
print(f"megabytes of weights read, one by one: {len(rows) * weight_bytes / 2**20:.0f}")
print(f"megabytes of weights read, one batch: {weight_bytes / 2**20:.0f}")
print(f"multiplications per byte read, one row: {multiplications / weight_bytes}")
print(f"multiplications per byte read, 64 rows: {64 * multiplications / weight_bytes}")

# CPU time, in turn, and the least disturbed run: other programs hardly count.
seconds = {one_by_one: [], one_batch: []}
for _ in range(8):
    for function, times in seconds.items():
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
ratio = min(seconds[one_by_one]) / min(seconds[one_batch])
assert ratio > 1.5
print(f"the batch is faster: about {ratio:.1f} times as fast")
