"""Distillation: a student learns from the teacher's scores, without a label

Not like for like: the teacher saw 1300 labels, the student alone sees 50 of them.
"""

import logging
import warnings

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # what the import says about other libraries

import modelopt.torch.distill as mtd
import torch
from sklearn.datasets import load_digits

images, labels = load_digits(return_X_y=True)
images, labels = torch.tensor(images).float() / 16, torch.tensor(labels)


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.last = torch.nn.Linear(64, width), torch.nn.Linear(width, 10)

    def forward(self, x):
        return self.last(self.first(x).relu())


def train(net, loss, count, epochs):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.005)
    for _ in range(epochs):
        optimizer.zero_grad()
        loss(net(images[:count]), labels[:count]).backward()
        optimizer.step()


torch.manual_seed(0)
teacher, alone, student = Net(128), Net(16), Net(16)
student.load_state_dict(alone.state_dict())  # the same start for both
train(teacher, torch.nn.functional.cross_entropy, 1300, 200)
train(alone, torch.nn.functional.cross_entropy, 50, 200)

settings = {"teacher_model": teacher, "criterion": mtd.LogitsDistillationLoss()}
pair = mtd.convert(student, mode=[("kd_loss", settings)])
print("learn:", *(name for name, p in pair.named_parameters() if p.requires_grad))
train(pair, lambda scores, _: pair.compute_kd_loss(), 1300, 200)
student = mtd.export(pair)
print("left after export:", *(name for name, _ in student.named_parameters()))

choices = [net(images[1300:]).argmax(1) for net in (teacher, alone, student)]
best, least, taught = [(c == labels[1300:]).float().mean() for c in choices]
assert best > taught > least + 0.05
print(f"teacher, 1300 labels: about {best:.2f}")
print(f"student alone, 50 labels: about {least:.2f}")
print(f"student distilled, no labels: about {taught:.2f}")
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
