"""The contrastive loss by hand: every caption of the batch is a class"""

import math

import torch
from torch.nn.functional import cross_entropy, normalize

torch.manual_seed(0)
# Four pairs; row i of both belongs together. Unit length turns products into cosines.
image = normalize(torch.randn(4, 512), dim=1)
text = normalize(image + 0.15 * torch.randn(4, 512), dim=1)
cosine = image @ text.T
print("cosines in hundredths, a row an image, a column a caption")
for row in (100 * cosine).round().int().tolist():
    print("".join(f"{value:4}" for value in row))

# The scale is learned as a logarithm: a step multiplies it, and it stays positive.
log_scale = torch.tensor(1 / 0.07).log()
logits = log_scale.exp() * cosine
own = torch.arange(4)  # The right class of row i is column i.
print(f"scale: {log_scale.exp():.2f}")

by_image = cross_entropy(logits, own)  # Which caption fits this image?
by_text = cross_entropy(logits.T, own)  # Which image fits this caption?
loss = (by_image + by_text) / 2

rows = logits.diagonal() - logits.exp().sum(dim=1).log()
columns = logits.diagonal() - logits.exp().sum(dim=0).log()
by_hand = -(rows.mean() + columns.mean()) / 2
print(f"same by hand: {torch.allclose(loss, by_hand, atol=1e-6)}")
print(f"both directions alike: {torch.equal(by_image, by_text)}")
print(f"loss, cosines as they are: {cross_entropy(cosine, own):.2f}")
print(f"loss, cosines times the scale: {loss:.3f}")

# Before training, no caption is preferred: the loss is the logarithm of the batch size.
for batch in 4, 32, 256, 1024:
    image = normalize(torch.randn(batch, 512), dim=1)
    text = normalize(torch.randn(batch, 512), dim=1)
    loss = cross_entropy(log_scale.exp() * image @ text.T, torch.arange(batch))
    print(f"ln N, batch {batch}: {math.log(batch):.2f}")
    print(f"random embeddings, batch {batch}: {loss:.1f}")
