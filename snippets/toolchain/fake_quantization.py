"""Fake quantization is three lines of PyTorch: not smaller, and slower"""

import time

import torch

torch.manual_seed(0)
weight, x = torch.randn(512, 512), torch.randn(8, 512)


def simulate(weight):
    # One scale per row: the largest entry of the row becomes 127.
    scale = weight.abs().amax(dim=1, keepdim=True) / 127
    codes = (weight / scale).round().clamp(-128, 127)
    return codes * scale, codes, scale


fake, codes, scale = simulate(weight)
zero = torch.zeros(512, dtype=torch.int32)
ready = torch.fake_quantize_per_channel_affine(weight, scale[:, 0], zero, 0, -128, 127)
print("dtype of the result:", fake.dtype)
print("same as the operator of PyTorch:", torch.allclose(fake, ready))
print(f"largest error in steps: {((fake - weight).abs() / scale).max():.2f}")
print("bytes before:", weight.nbytes)
print("bytes after:", fake.nbytes)
print("bytes of the codes as int8:", codes.to(torch.int8).nbytes)

# The simulation rounds the weight in each call, then multiplies as before. Timed in turn,
# the least disturbed of 30 runs each: other programs hardly count.
layers = {"plain": lambda: x @ weight.T, "fake": lambda: x @ simulate(weight)[0].T}
times = {name: [] for name in layers}
for _ in range(30):
    for name, layer in layers.items():
        start = time.perf_counter()
        layer()
        times[name].append(time.perf_counter() - start)
ratio = min(times["fake"]) / min(times["plain"])
assert ratio > 1.5
print(f"time of the simulated layer: about {ratio:.0f} times as long")
