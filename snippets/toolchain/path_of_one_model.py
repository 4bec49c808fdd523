"""One model from training to a folder that Triton can read, on a CPU

Left out: TensorRT, which compiles the ONNX file for a GPU, and the server itself.
"""

import contextlib
import io
import logging
import warnings
from pathlib import Path

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # the tracer warns at each branch it meets

import modelopt.torch.quantization as mtq
import onnx.reference
import torch
from sklearn.datasets import load_digits

# 1. Train. A model of NeMo is an nn.Module too and enters step 2 in the same way.
images, labels = load_digits(return_X_y=True)
images, labels = torch.tensor(images).float() / 16, torch.tensor(labels)
torch.manual_seed(0)
hidden, last = torch.nn.Linear(64, 128), torch.nn.Linear(128, 10)
net = torch.nn.Sequential(hidden, torch.nn.ReLU(), last)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(50):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(net(images[:1300]), labels[:1300]).backward()
    optimizer.step()
exact = net(images[1300:]).argmax(1)

# 2. Quantize: int8 is simulated; 200 images show the range of the activations.
with contextlib.redirect_stdout(io.StringIO()):  # its progress lines
    mtq.quantize(net, mtq.INT8_DEFAULT_CFG, lambda model: model(images[:200]))
simulated = net(images[1300:]).argmax(1)
print("predictions changed by int8:", (simulated != exact).sum().item())

# 3. Export: ONNX has operators for what was simulated. The newer exporter, which
# goes through torch.export (dynamo=True), does not accept the simulation.
folder = Path("repository/digits/1")
folder.mkdir(parents=True)
names = {"input_names": ["images"], "output_names": ["scores"]}
torch.onnx.export(net, images[1300:], folder / "model.onnx", dynamo=False, **names)
model = onnx.load(folder / "model.onnx")
operators = [node.op_type for node in model.graph.node]
print("Gemm nodes:", operators.count("Gemm"))
print("QuantizeLinear nodes:", operators.count("QuantizeLinear"))

# 4. Serve. Triton reads this folder; onnx's own evaluator stands in for it here.
(folder.parent / "config.pbtxt").write_text('backend: "onnxruntime"\n')
evaluator = onnx.reference.ReferenceEvaluator(model)
served = evaluator.run(["scores"], {"images": images[1300:].numpy()})[0].argmax(1)
print("predictions changed by the export:", (served != simulated.numpy()).sum())
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
