"""CPU and CUDA autocast give the same bfloat16 tensor different dtypes

FakeTensorMode runs the dtype rules of CUDA without a GPU and computes no values.
"""

import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode


def dtypes_on(device):
    """Run each operation on bfloat16 tensors and return the dtypes it gives."""
    x = torch.ones(4, 8, device=device, dtype=torch.bfloat16)
    square = torch.ones(8, 8, device=device, dtype=torch.bfloat16)
    image = torch.ones(1, 3, 8, 8, device=device, dtype=torch.bfloat16)
    kernel = torch.ones(2, 3, 3, 3, device=device, dtype=torch.bfloat16)
    classes = torch.zeros(4, dtype=torch.long, device=device)
    operations = {
        "linear": lambda: F.linear(x, square),
        "conv2d": lambda: F.conv2d(image, kernel),
        "matmul": lambda: x @ square,
        "relu": lambda: F.relu(x),
        "mean": lambda: x.mean(),
        "softmax": lambda: F.softmax(x, dim=1),
        "log_softmax": lambda: F.log_softmax(x, dim=1),
        "layer_norm": lambda: F.layer_norm(x, (8,)),
        "sum": lambda: x.sum(),
        "exp": lambda: x.exp(),
        "pow": lambda: x.pow(2),
        "norm": lambda: x.norm(),
        "cumsum": lambda: x.cumsum(0),
        "mse_loss": lambda: F.mse_loss(x, x),
        "cross_entropy": lambda: F.cross_entropy(x, classes),
        "bce_with_logits": lambda: F.binary_cross_entropy_with_logits(x, x),
        "kl_div": lambda: F.kl_div(x, x, reduction="batchmean"),
        "binary_cross_entropy": lambda: F.binary_cross_entropy(x, x),
    }
    results = {}
    for name, run in operations.items():
        try:
            results[name] = str(run().dtype).removeprefix("torch.")
        except RuntimeError:
            results[name] = "refused"
    return results


with torch.autocast("cpu"):
    cpu = dtypes_on("cpu")

with FakeTensorMode():
    # torch.autocast("cuda") switches itself off without a GPU; this does not.
    torch.set_autocast_enabled("cuda", True)
    torch.set_autocast_dtype("cuda", torch.bfloat16)
    cuda = dtypes_on("cuda")
    torch.set_autocast_enabled("cuda", False)

for operation in cpu:
    print(f"{operation}: {cpu[operation]} on CPU, {cuda[operation]} on CUDA")
differ = sum(cpu[operation] != cuda[operation] for operation in cpu)
print(f"operations that differ: {differ} of {len(cpu)}")
