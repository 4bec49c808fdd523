"""NeMo trains a small net in bf16-mixed and stops it early"""

import logging

logging.disable(logging.WARNING)  # NeMo and Lightning report each of their steps

from pathlib import Path

import torch
from lightning.pytorch import Trainer
from nemo.core import ModelPT
from nemo.utils.exp_manager import exp_manager
from omegaconf import OmegaConf
from sklearn.datasets import load_digits
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader

images, labels = load_digits(return_X_y=True)
images, labels = torch.tensor(images).float() / 16, torch.tensor(labels)
digits = list(zip(images, labels))
training, held_out = DataLoader(digits[:1300], 100), DataLoader(digits[1300:], 500)


class Digits(ModelPT):
    def __init__(self, cfg, trainer=None):
        super().__init__(cfg, trainer)
        self.layer = torch.nn.Linear(64, cfg.classes)

    def training_step(self, batch, batch_idx):
        scores = self.layer(batch[0])
        self.seen = scores.dtype
        return cross_entropy(scores, batch[1])

    def validation_step(self, batch, batch_idx):
        self.log("val_loss", cross_entropy(self.layer(batch[0]), batch[1]))

    # NeMo insists on three more methods; this net needs none of them.
    setup_training_data = setup_validation_data = list_available_models = None


settings = OmegaConf.create("""
model: {classes: 10, optim: {name: adamw, lr: 0.02}}
trainer: {max_epochs: 50, accelerator: cpu, precision: bf16-mixed, logger: false,
  enable_checkpointing: false, enable_progress_bar: false, enable_model_summary: false}
exp_manager: {name: digits, create_tensorboard_logger: false,
  create_early_stopping_callback: true,
  early_stopping_callback_params: {patience: 2, min_delta: 0.06}}
""")
trainer = Trainer(**settings.trainer)
exp_manager(trainer, settings.exp_manager)  # adds its callbacks to the trainer
torch.manual_seed(0)
model = Digits(settings.model, trainer)
trainer.fit(model, training, held_out)

print("scores in the training step:", model.seen)
print("weights:", model.layer.weight.dtype)
print("epochs allowed:", trainer.max_epochs)
print("epochs run:", trainer.current_epoch)
print("callbacks:", *(type(each).__name__ for each in trainer.callbacks))
files = Path("nemo_experiments").rglob("digits*.*")
print("files:", *sorted(path.suffix for path in files))
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
