"""Changes that a new release might bring, imitated from outside the snippets.

Imported by the fork server after torch. Each forked process applies the change whose name
stands in the file that the variable UPSTREAM names, before the program's first line.
"""

import contextlib
import inspect
import io
import os
import warnings
from pathlib import Path

import torch
import torch.nn.functional as F
import torchao.quantization
from torch import nn
from torch.nn.utils import prune


def pad_saved(share, wanted):
    """Make torch.save write `share` more bytes where `wanted` says so of the object."""
    save = torch.save

    def padded(obj, f, *args, **kwargs):
        buffer = io.BytesIO()
        save(obj, buffer, *args, **kwargs)
        data = buffer.getvalue()
        extra = b"\0" * int(len(data) * share) if wanted(obj) else b""
        f.write(data + extra)

    torch.save = padded


def is_quantized(state):
    return any("_packed_params" in key for key in state)


def rename_weight_orig():
    source = inspect.getsource(prune).replace('"_orig"', '"_original"')
    exec(source, prune.__dict__)


def remove_leaves_mask():
    remove = prune.remove

    def leave_mask(module, name):
        mask = getattr(module, name + "_mask")
        remove(module, name)
        module.register_buffer(name + "_mask", mask)
        return module

    prune.remove = leave_mask


def deprecate_remove():
    remove = prune.remove

    def deprecated(module, name):
        warnings.warn("prune.remove will go", DeprecationWarning, stacklevel=2)
        return remove(module, name)

    prune.remove = deprecated


def silence_deprecation():
    quantize_dynamic = torch.ao.quantization.quantize_dynamic

    def silent(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return quantize_dynamic(*args, **kwargs)

    torch.ao.quantization.quantize_dynamic = silent


def change_default_dtype():
    get = torch.get_autocast_dtype
    torch.get_autocast_dtype = lambda device: (
        torch.float16 if device == "cpu" else get(device)
    )


def reverse_parameters():
    named_parameters = nn.Module.named_parameters

    def backwards(self, *args, **kwargs):
        return iter(list(named_parameters(self, *args, **kwargs))[::-1])

    nn.Module.named_parameters = backwards


def shift_loss():
    cross_entropy = F.cross_entropy
    F.cross_entropy = lambda *args, **kwargs: cross_entropy(*args, **kwargs) * 1.005


def skip_layer():
    quantize_ = torchao.quantization.quantize_

    def skipping(model, config, *args, **kwargs):
        first = next(m for m in model.modules() if isinstance(m, nn.Linear))
        quantize_(
            model, config, lambda m, _: isinstance(m, nn.Linear) and m is not first
        )

    torchao.quantization.quantize_ = skipping


def change_exception_text():
    load = nn.Module.load_state_dict

    def reworded(self, *args, **kwargs):
        try:
            return load(self, *args, **kwargs)
        except RuntimeError as error:
            raise RuntimeError(
                str(error).replace("Missing key(s)", "Absent key(s)")
            ) from None

    nn.Module.load_state_dict = reworded


def remove_api():
    del prune.l1_unstructured


CHANGES = {
    "weight_orig renamed": rename_weight_orig,
    "state dict 1 % larger": lambda: pad_saved(
        0.01, lambda state: not is_quantized(state)
    ),
    "ratio 4.0 to 3.1": lambda: pad_saved(0.29, is_quantized),
    "default dtype of autocast": change_default_dtype,
    "API removed": remove_api,
    "new DeprecationWarning": deprecate_remove,
    "expected deprecation gone": silence_deprecation,
    "parameter order": reverse_parameters,
    "loss off by 0.5 %": shift_loss,
    "remove leaves the mask": remove_leaves_mask,
    "quantize_ skips a layer": skip_layer,
    "text of an exception": change_exception_text,
}


def apply():
    """Apply the change that the file names, if it names one."""
    with contextlib.suppress(KeyError, OSError):
        name = Path(os.environ["UPSTREAM"]).read_text()
        CHANGES.get(name, lambda: None)()


os.register_at_fork(after_in_child=apply)
