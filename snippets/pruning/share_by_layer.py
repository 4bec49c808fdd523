"""Global pruning takes a different share from each layer"""

import torch
from torch import nn
from torch.nn.utils import prune


def make_net():
    torch.manual_seed(0)  # the same weights for each method
    return nn.Sequential(
        nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 64), nn.ReLU(), nn.Linear(64, 10)
    )


def local(method):
    def apply(layers):
        for layer in layers:
            method(layer, name="weight", amount=0.5)

    return apply


def overall(method):
    def apply(layers):
        pairs = [(layer, "weight") for layer in layers]
        prune.global_unstructured(pairs, pruning_method=method, amount=0.5)

    return apply


methods = {
    "l1": local(prune.l1_unstructured),
    "random": local(prune.random_unstructured),
    "global l1": overall(prune.L1Unstructured),
}
for name, apply in methods.items():
    layers = [module for module in make_net() if isinstance(module, nn.Linear)]
    apply(layers)
    kept, magnitude, zeros, total = 0.0, 0.0, 0, 0
    for number, layer in enumerate(layers, start=1):
        share = (layer.weight == 0).double().mean()
        print(f"{name}, zeros in layer {number}: {100 * share:.1f} %")
        zeros += int((layer.weight == 0).sum())
        total += layer.weight.numel()
        kept += layer.weight.double().abs().sum()
        magnitude += layer.weight_orig.double().abs().sum()
    print(f"{name}, zeros in the net: {100 * zeros / total:.1f} %")
    # What the method is for: keep the weights that matter most.
    print(f"{name}, magnitude kept: {100 * kept / magnitude:.1f} %")
