"""Zero-shot classification: the caption nearest to the image names its class"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy, normalize

digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
torch.manual_seed(0)
old, rest, new = torch.randperm(len(images)).split([1197, 200, 400])
pairs = rest[labels[rest] < 9]  # No pair shows a nine, and none says "7".
# Captions are ids out of 37 words: 17 adjectives, "zero" to "nine", "0" to "9".
look = torch.randint(17, labels.shape)
in_words = torch.stack([look, 17 + labels], dim=1)
in_digits = torch.stack([look, 27 + labels], dim=1)

see = [nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()]
read = [nn.EmbeddingBag(37, 96), nn.Linear(96, 192), nn.ReLU(), nn.Linear(192, 96)]
frozen = nn.ModuleList([nn.Sequential(*see), nn.Sequential(*read, nn.ReLU())])
heads = nn.ModuleList([nn.Linear(128, 10), nn.Linear(96, 10)])
optimizer = torch.optim.Adam([*frozen.parameters(), *heads.parameters()], lr=3e-3)
for _ in range(100):  # Pretraining, each alone: this is where "seven" and "7" meet.
    optimizer.zero_grad()
    cross_entropy(heads[0](frozen[0](images[old])), labels[old]).backward()
    for captions in in_words, in_digits:
        cross_entropy(heads[1](frozen[1](captions[old])), labels[old]).backward()
    optimizer.step()

with torch.no_grad():
    image, word, digit = frozen[0](images), frozen[1](in_words), frozen[1](in_digits)
project = nn.ModuleList([nn.Linear(128, 32, bias=False), nn.Linear(96, 32, bias=False)])
optimizer = torch.optim.Adam(project.parameters(), lr=5e-3)
for _ in range(100):
    batch = pairs[torch.randint(len(pairs), (50,))]
    pictures = normalize(project[0](image[batch]), dim=1)
    logits = 14.3 * pictures @ normalize(project[1](word[batch]), dim=1).T
    optimizer.zero_grad()
    loss = cross_entropy(logits, torch.arange(50))
    (loss + cross_entropy(logits.T, torch.arange(50))).backward()
    optimizer.step()


def accuracy(texts, wanted):
    answers = torch.stack([texts[labels == k][:20].mean(dim=0) for k in range(10)])
    score = project[0](image[new]) @ normalize(project[1](answers), dim=1).T
    chosen = wanted[labels[new]]
    return (score.argmax(dim=1) == labels[new])[chosen].float().mean().item()


nine = torch.arange(10) == 9
words, digits = accuracy(word, ~nine), accuracy(digit, ~nine)
print(f"accuracy, asked in words: about {words:.2f}")
print(f"accuracy, asked in digits: about {digits:.2f}")
print(f"accuracy, on nines: about {accuracy(word, nine):.2f}")
assert min(words, digits) > 0.85 and accuracy(word, nine) < 0.3
