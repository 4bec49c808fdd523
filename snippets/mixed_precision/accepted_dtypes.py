"""What CPU autocast and GradScaler accept, and when they switch off"""

import os
import warnings

import torch

# Hide any GPU: the answers below are those of a machine without one.
os.environ["CUDA_VISIBLE_DEVICES"] = ""

ones = torch.ones(2, 2)
print(f"default on CPU: {torch.get_autocast_dtype('cpu')}")
print(f"default on CUDA: {torch.get_autocast_dtype('cuda')}")

for dtype in [torch.bfloat16, torch.float16, torch.float32, torch.float64]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with torch.autocast("cpu", dtype=dtype):
            state = "on" if torch.is_autocast_enabled("cpu") else "off"
            result = (ones @ ones).dtype
    told = "with a warning" if caught else "no warning"
    print(f"asked for {dtype}: autocast {state}, result {result}, {told}")

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    # A bare GradScaler is meant for CUDA, whatever device the model is on.
    bare = torch.amp.GradScaler()
print(f"GradScaler() enabled: {bare.is_enabled()}")
print(f"GradScaler() scale: {bare.get_scale():.0f}")
print(f"GradScaler() warns: {caught[0].message}")

for_cpu = torch.amp.GradScaler("cpu")
print(f"GradScaler for cpu enabled: {for_cpu.is_enabled()}")
print(f"GradScaler for cpu scale: {for_cpu.get_scale():.0f}")

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    with torch.autocast("cuda"):
        result = (ones @ ones).dtype
print(f"autocast for cuda without a GPU: {result}, {len(caught)} warning")
