"""Frozen encoders leave 1.9 % to train: where such a share comes from"""

from torch import nn

image_encoder = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128))
text_encoder = nn.Sequential(
    nn.Embedding(1000, 128), nn.Linear(128, 256), nn.ReLU(), nn.Linear(256, 128)
)
projections = nn.ModuleList([nn.Linear(128, 32), nn.Linear(128, 32)])


def count(module):
    return sum(parameter.numel() for parameter in module.parameters())


frozen, trained = count(image_encoder) + count(text_encoder), count(projections)
print(f"image encoder: {count(image_encoder)}")  # 784*256 + 256 + 256*128 + 128
print(f"text encoder: {count(text_encoder)}")  # 1000*128 + 128*256 + 256 + ...
print(f"two projections: {trained}")  # 2 * (128*32 + 32)
print(f"{trained} / ({frozen} + {trained})")
print(f"trained share: {100 * trained / (frozen + trained):.1f} %")

# The share is a matter of sizes alone. The same projections, other encoders:
for depth in 0, 1, 4, 16, 64:
    layer = nn.Linear(256, 256)
    total = frozen + trained + 2 * depth * count(layer)
    print(f"share with {depth} more hidden layers: {100 * trained / total:.2f} %")
