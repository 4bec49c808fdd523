"""float16 keeps digits, bfloat16 keeps range, and each loses the other"""

import torch

for dtype in [torch.float32, torch.float16, torch.bfloat16]:
    info = torch.finfo(dtype)
    name = str(dtype).removeprefix("torch.")
    # The smallest number above zero is subnormal; smallest_normal is larger.
    smallest = torch.tensor(info.smallest_normal * info.eps, dtype=dtype)
    print(f"{name} bytes: {dtype.itemsize}")
    print(f"{name} largest: {info.max:.5g}")
    print(f"{name} smallest normal: {info.smallest_normal:.3g}")
    print(f"{name} smallest above zero: {smallest.item():.3g}")
    print(f"{name} step above one: {info.eps:.3g}")

# Range: what float16 cannot hold becomes inf or zero, without any warning.
for value in [70_000.0, 1e-8]:
    for dtype in [torch.float16, torch.bfloat16]:
        name = str(dtype).removeprefix("torch.")
        stored = torch.tensor(value).to(dtype).item()
        print(f"{value:g} in {name}: {stored:.3g}")

# Digits: bfloat16 has steps of 1/128 above one and drops what is smaller.
for dtype in [torch.float16, torch.bfloat16]:
    name = str(dtype).removeprefix("torch.")
    total = torch.tensor(1.0, dtype=dtype) + torch.tensor(1 / 1024, dtype=dtype)
    print(f"1 + 1/1024 in {name}: {total.item():.6g}")
    # Adding one again and again stops where a step is wider than two.
    count = torch.tensor(0.0, dtype=dtype)
    while count + 1 != count:
        count += 1
    print(f"counting by one in {name} stops at: {count.item():.0f}")
    # A reduction adds up in float32 inside and rounds once, at the end.
    print(
        f"sum of 1000 ones in {name}: {torch.ones(1000, dtype=dtype).sum().item():.0f}"
    )
