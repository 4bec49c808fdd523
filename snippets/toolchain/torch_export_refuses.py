"""The simulated int8 net passes the old ONNX exporter, not torch.export"""

import contextlib
import io
import logging
import warnings

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # the tracer warns at each branch it meets

import modelopt.torch.quantization as mtq
import onnx
import torch

torch.manual_seed(0)
net, x = torch.nn.Sequential(torch.nn.Linear(64, 10)), torch.randn(8, 64)
torch.export.export(net, (x,))
print("torch.export of the plain net: works")

with contextlib.redirect_stdout(io.StringIO()):  # its progress lines
    mtq.quantize(net, mtq.INT8_DEFAULT_CFG, lambda model: model(x))
try:
    with contextlib.redirect_stderr(io.StringIO()):  # it prints the graph so far
        torch.export.export(net, (x,))
except Exception as error:
    # The simulation asks whether a measured range is negative: `if min_amax < 0`.
    print("torch.export of the int8 net:", type(error).__name__)

torch.onnx.export(net, x, "net.onnx", dynamo=False)
graph = onnx.load("net.onnx").graph
print(
    "old exporter:", " ".join(n.op_type for n in graph.node if n.op_type != "Constant")
)
weight = graph.initializer[0]
print("weights in the file:", onnx.TensorProto.DataType.Name(weight.data_type))
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
