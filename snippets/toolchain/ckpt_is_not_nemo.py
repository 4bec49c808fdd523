"""A .ckpt is no .nemo file; load_from_checkpoint and save_to make it one

Left out: tokenizers and other files, which only save_to packs.
"""

import logging

logging.disable(logging.WARNING)  # NeMo and Lightning report each of their steps

import tarfile

import torch
from lightning.pytorch import Trainer
from nemo.core import ModelPT
from omegaconf import OmegaConf


class Digits(ModelPT):
    def __init__(self, cfg, trainer=None):
        super().__init__(cfg, trainer)
        self.layer = torch.nn.Linear(64, cfg.classes)

    # NeMo insists on three more methods; this net needs none of them.
    setup_training_data = setup_validation_data = list_available_models = None


torch.manual_seed(0)
model = Digits(OmegaConf.create({"classes": 10}))
trainer = Trainer(accelerator="cpu", logger=False, enable_progress_bar=False)
trainer.strategy.connect(model)  # as if it had been trained
trainer.save_checkpoint("digits.ckpt")

try:
    Digits.restore_from("digits.ckpt")
except Exception as error:
    print(f"restore_from of the .ckpt: {type(error).__name__}, {error}")

# The trainer's file carries what training needs, and the configuration as well.
entries = torch.load("digits.ckpt", weights_only=False)
print("optimizer state in the .ckpt:", "optimizer_states" in entries)
print("configuration in the .ckpt:", "hyper_parameters" in entries)

loaded = Digits.load_from_checkpoint("digits.ckpt", weights_only=False)
loaded.save_to("digits.nemo")
print("weights equal:", torch.equal(loaded.layer.weight, model.layer.weight))
with tarfile.open("digits.nemo") as archive:
    print(
        "files in the .nemo:",
        ", ".join(sorted(m.name[2:] for m in archive.getmembers() if m.isfile())),
    )
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
