"""float16 is slower than float32 on a CPU without float16 arithmetic"""

import time

import torch

torch.manual_seed(0)
SIZE = 256  # small: float16 can take a hundred times as long here
values = torch.randn(SIZE, SIZE)


def milliseconds(dtype):
    matrix = values.to(dtype)
    matrix @ matrix  # the first call chooses a kernel and packs the data
    times = []
    for _ in range(15):
        start = time.perf_counter()
        matrix @ matrix
        times.append(time.perf_counter() - start)
    return 1000 * min(times)  # the run that other programs disturbed least


full = milliseconds(torch.float32)
half = milliseconds(torch.float16)
brain = milliseconds(torch.bfloat16)
print(f"fp32 matmul: about {full:.3f} ms")
print(f"fp16 matmul: about {half:.3f} ms")
print(f"bf16 matmul: about {brain:.3f} ms")
print(f"fp16 against fp32: about {half / full:.0f} times as long")

# The claim is about CPUs without such instructions, so ask this one first.
flags = torch.cpu.get_capabilities()
has_fp16 = flags.get("avx512_fp16") or flags.get("amx_fp16")
if flags["architecture"] == "x86_64" and not has_fp16:
    assert half > 1.5 * full, f"fp16 {half} ms, fp32 {full} ms"
