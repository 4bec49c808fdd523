"""Two frozen encoders meet in one space through two small trained projections"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy, normalize

pixels, labels = map(torch.tensor, load_digits(return_X_y=True))
images = pixels.float() / 16
torch.manual_seed(0)
old, pairs, new = torch.randperm(len(images)).split([1197, 200, 400])
# Captions are ids out of 37 words: "faint seven", "bold 7", "small zero", ...
spelling = 17 + 10 * torch.randint(2, labels.shape)  # 17: "zero", 27: "0"
captions = torch.stack([torch.randint(17, labels.shape), spelling + labels], dim=1)

see = [nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
read = [nn.EmbeddingBag(37, 96), nn.Linear(96, 192), nn.ReLU(), nn.Linear(192, 96)]
frozen = nn.ModuleList([nn.Sequential(*see), nn.Sequential(*read, nn.ReLU())])
for encoder, inputs, width in zip(frozen, (images, captions), (128, 96), strict=True):
    # Pretraining: each encoder learns alone to tell digits apart. It sees no pair.
    classifier = nn.Sequential(encoder, nn.Linear(width, 10))
    optimizer = torch.optim.Adam(classifier.parameters(), lr=3e-3)
    for _ in range(100):
        optimizer.zero_grad()
        cross_entropy(classifier(inputs[old]), labels[old]).backward()
        optimizer.step()

frozen.requires_grad_(False).eval()
torch.manual_seed(0)
project = nn.ModuleList([nn.Linear(128, 32, bias=False), nn.Linear(96, 32, bias=False)])
log_scale = nn.Parameter(torch.tensor(1 / 0.07).log())
trained = [*project.parameters(), log_scale]
optimizer = torch.optim.Adam(trained, lr=5e-3)


def compare(images, captions):
    image = normalize(project[0](frozen[0](images)), dim=1)
    text = normalize(project[1](frozen[1](captions)), dim=1)
    return log_scale.exp() * image @ text.T


for _ in range(100):
    batch, own = pairs[torch.randint(200, (50,))], torch.arange(50)
    logits = compare(images[batch], captions[batch])
    optimizer.zero_grad()
    (cross_entropy(logits, own) + cross_entropy(logits.T, own)).backward()
    optimizer.step()

count = sum(parameter.numel() for parameter in trained)
total = count + sum(parameter.numel() for parameter in frozen.parameters())
print(f"trained parameters: {count}\nall parameters: {total}")
print(f"trained share: {100 * count / total:.1f} %")
state = 2 * sum(s["exp_avg"].numel() for s in optimizer.state.values())
print(f"optimizer state: {state} numbers")
print(f"optimizer state, were all trained: {2 * total} numbers")
choices = torch.tensor([[0, 17 + digit] for digit in range(10)])
correct = compare(images[new], choices).argmax(dim=1) == labels[new]
accuracy = correct.float().mean().item()
print(f"accuracy: about {accuracy:.2f}")  # chance is 0.10
assert accuracy > 0.85
