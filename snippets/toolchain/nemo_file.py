"""A .nemo file holds configuration and weights, and NeMo 3 is strict about it

Left out: tokenizers and other files, which save_to packs as well.
"""

import logging

logging.disable(logging.WARNING)  # NeMo reports each of its steps

import tarfile

import torch
from nemo.core import ModelPT
from omegaconf import OmegaConf


class Digits(ModelPT):
    def __init__(self, cfg, trainer=None):
        super().__init__(cfg, trainer)
        self.layer = torch.nn.Linear(64, cfg.classes)

    # NeMo insists on three more methods; this net needs none of them.
    setup_training_data = setup_validation_data = list_available_models = None


torch.manual_seed(0)
model = Digits(OmegaConf.create({"classes": 10, "language": "en"}))
model.save_to("digits.nemo")
with tarfile.open("digits.nemo") as archive:
    print("files inside:", ", ".join(sorted(m.name[2:] for m in archive if m.isfile())))

# The file names the class to build. NeMo 3 builds classes of its own packages only,
# lest a file from a stranger runs code; a class of your own is refused.
try:
    Digits.restore_from("digits.nemo")
except ValueError as error:
    print("restore_from with a class of your own:", type(error).__name__)

# The way out: read the configuration alone, drop that name, give the rest back.
cfg = Digits.restore_from("digits.nemo", return_config=True)
print("entries of the configuration:", ", ".join(sorted(cfg)))
del cfg["target"]
cfg.language = "de"  # it can be edited on the way
restored = Digits.restore_from("digits.nemo", override_config_path=cfg)
print("classes:", restored.cfg.classes)
print("language:", restored.cfg.language)
print("weights equal:", torch.equal(restored.layer.weight, model.layer.weight))
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
