"""LoRA by hand: a frozen weight plus a product of two thin matrices"""

import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha=16):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, base.in_features) / rank**0.5)
        # One factor starts at zero, so the sum starts as the base layer. Were both
        # zero, neither would ever receive a gradient.
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.down.T @ self.up.T)

    def merge(self):
        merged = nn.Linear(self.base.in_features, self.base.out_features)
        merged.weight.data = (
            self.base.weight + self.scale * self.up.data @ self.down.data
        )
        merged.bias.data = self.base.bias.data.clone()
        return merged


for rank in 4, 8, 16:
    torch.manual_seed(0)
    base, x = nn.Linear(768, 768), torch.randn(64, 768)
    before, target = base(x), torch.randn(64, 768)
    layer = LoRALinear(base, rank)
    trained = sum(p.numel() for p in layer.parameters() if p.requires_grad)
    share = trained / sum(p.numel() for p in layer.parameters())
    print(f"rank {rank}, trained parameters: {trained}")
    print(f"rank {rank}, trained share: {100 * share:.2f} %")
    print(f"rank {rank}, same output at the start: {torch.equal(before, layer(x))}")

    optimizer = torch.optim.Adam([layer.down, layer.up], lr=1e-3)
    for _ in range(20):
        optimizer.zero_grad()
        loss = (layer(x) - target).pow(2).mean()
        loss.backward()
        optimizer.step()
    changed = not torch.allclose(before, layer(x), atol=1e-2)
    print(f"rank {rank}, other output after training: {changed}")
    merged = layer.merge()
    same = torch.allclose(merged(x), layer(x), atol=1e-4)
    print(f"rank {rank}, same output after merging: {same}")
    update = torch.linalg.matrix_rank(merged.weight - base.weight, rtol=1e-3)
    print(f"rank {rank}, rank of the update: {update}")
    extra = merged.weight.numel() - base.weight.numel()
    print(f"rank {rank}, weights added by merging: {extra}")
