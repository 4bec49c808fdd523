"""Eight bits flip no prediction, four flip a few, two flip many

Small nets on scikit-learn's digits: 1300 images to train, 497 to test.
"""

import copy

import torch
from sklearn.datasets import load_digits
from torch import nn
from torchao.quantization import IntxWeightOnlyConfig, quantize_

torch.manual_seed(0)
pixels, labels = map(torch.tensor, load_digits(return_X_y=True))
order = torch.randperm(len(labels))  # the writers come in blocks: mix them
pixels, labels = pixels[order] / 16, labels[order]
test, truth = pixels[1300:].float(), labels[1300:]


def trained(seed):
    torch.manual_seed(seed)
    # float64: every CPU then trains the same net, down to the last flip.
    net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)).double()
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    for _ in range(200):
        rows = torch.randint(0, 1300, (128,))
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(pixels[rows]), labels[rows]).backward()
        optimizer.step()
    return net.float()


def predictions(net, bits=None):
    net = copy.deepcopy(net)
    if bits:
        quantize_(net, IntxWeightOnlyConfig(weight_dtype=getattr(torch, f"int{bits}")))
    with torch.no_grad():
        return net(test).argmax(1)


nets = [trained(seed) for seed in range(4)]  # one net alone proves little
reference = [predictions(net) for net in nets]
print(f"test images: {len(test)}")
print(f"predictions of four nets: {4 * len(test)}")
right = sum((guess == truth).sum().item() for guess in reference)
print(f"accuracy in float32: {right / 4 / len(test):.3f}")
for bits in (8, 6, 5, 4, 3, 2):
    guesses = [predictions(net, bits) for net in nets]
    flips = [(a != b).sum().item() for a, b in zip(guesses, reference)]
    right = sum((guess == truth).sum().item() for guess in guesses)
    print(f"flipped at {bits} bits: {sum(flips)}")
    print(f"flipped at {bits} bits, net by net: {' '.join(map(str, flips))}")
    print(f"accuracy at {bits} bits: {right / 4 / len(test):.3f}")
