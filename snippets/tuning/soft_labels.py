"""Temperature softens labels and shrinks gradients; kl_div has two traps"""

import warnings

import torch
from torch.nn.functional import kl_div, log_softmax, softmax

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
logits = torch.tensor([8.0, 4.0, 1.0])  # a teacher: surely class 0, if not then class 1

for temperature in (1, 3, 10):
    probabilities = softmax(logits / temperature, 0).tolist()
    rounded = [round(p, 3) for p in probabilities]
    print(f"soft labels at temperature {temperature}: {rounded}")

teacher, student = 3 * torch.randn(64, 10), torch.randn(64, 10, requires_grad=True)


def gradient_norm(temperature):
    loss = kl_div(
        log_softmax(student / temperature, 1),
        softmax(teacher / temperature, 1),
        reduction="batchmean",
    )
    return torch.autograd.grad(loss, student)[0].norm().item()


# The gradient falls with the square of the temperature: the loss is multiplied by it.
for temperature in (1, 4, 16, 64):
    norm = gradient_norm(temperature)
    print(f"gradient norm at temperature {temperature}: {norm:.6f}")
    print(
        f"gradient norm times the square at {temperature}: {norm * temperature**2:.3f}"
    )

# Trap 1: the default reduction divides by the number of classes as well, and warns.
inputs = log_softmax(student, 1), softmax(teacher, 1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    mean = kl_div(*inputs)
batchmean = kl_div(*inputs, reduction="batchmean")
print(f"batchmean over the default: {batchmean / mean:.1f}")
print(f"the default warns: {str(caught[0].message)[:67]}")

# Trap 2: the first argument must be a logarithm, and nothing checks it.
same = softmax(teacher, 1)
right = kl_div(same.log(), same, reduction="batchmean").item()
wrong = kl_div(same, same, reduction="batchmean").item()
print(f"divergence of equal distributions: {abs(right):.3f}")
print(f"divergence of equal distributions without the logarithm: {wrong:.3f}")
