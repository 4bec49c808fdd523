"""quantize() only simulates: the file grows until weights are compressed

Left out: speed. Without a kernel for it, the compressed layer unpacks its weights.
"""

import contextlib
import io
import logging
import warnings

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # "experimental", "no real-quant GEMM found"

import modelopt.torch.opt as mto
import modelopt.torch.quantization as mtq
import torch
from torch import nn


def build():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512))


def saved_bytes(model):
    buffer = io.BytesIO()
    torch.save(model.state_dict(), buffer)
    return buffer.getbuffer().nbytes


net, x = build(), torch.randn(64, 512)
print(f"plain: {saved_bytes(net)} bytes")
with contextlib.redirect_stdout(io.StringIO()):  # its progress lines
    mtq.quantize(net, mtq.INT8_DEFAULT_CFG, lambda model: model(x))
print(f"after quantize: {saved_bytes(net)} bytes")
print("weights after quantize:", net[0].weight.dtype)
fake = net[0].weight_quantizer(net[0].weight)
print("what the layer multiplies with:", fake.dtype)
print("values of its first row:", len(fake[0].unique()))

# The quantizers are part of the net: a plain net does not take its state.
try:
    build().load_state_dict(net.state_dict())
except RuntimeError as error:
    print("plain load_state_dict:", str(error).split("\n\t")[1].split(":")[0])
mto.save(net, "net.pt")  # saves what was done to the net beside its state
with contextlib.redirect_stdout(io.StringIO()):
    again = mto.restore(build(), "net.pt")
print("same outputs after mto.restore:", torch.equal(again(x), net(x)))

before = net(x)
mtq.compress(net)
print(f"after compress: {saved_bytes(net)} bytes")
print("weights after compress:", net[0].weight.dtype)
print("same outputs, but for rounding:", torch.allclose(net(x), before, atol=1e-5))
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
