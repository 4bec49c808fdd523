"""A PyTorch model behind Triton predicts what it predicts in the program"""

from pathlib import Path

import torch
import tritonclient.http as httpclient
from sklearn.datasets import load_digits
from triton_server import triton_server

MODEL = """
import pathlib, torch
import triton_python_backend_utils as pb

class TritonPythonModel:
    def initialize(self, args):  # runs once, when the model is loaded
        self.net = torch.nn.Linear(64, 10)
        folder = pathlib.Path(args["model_repository"], args["model_version"])
        self.net.load_state_dict(torch.load(folder / "weights.pt"))

    @torch.no_grad()
    def execute(self, requests):  # runs once a batch and answers each request
        rows = [torch.from_dlpack(pb.get_input_tensor_by_name(request, "image"))
                for request in requests]
        scores = self.net(torch.cat(rows)).split([len(row) for row in rows])
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("scores", score.clone())])
                for score in scores]
"""
CONFIG = """backend: "python"
max_batch_size: 64
dynamic_batching { }
input { name: "image" data_type: TYPE_FP32 dims: 64 }
output { name: "scores" data_type: TYPE_FP32 dims: 10 }
"""
images, labels = (torch.tensor(part) for part in load_digits(return_X_y=True))
images, targets = images.float() / 16, torch.eye(10)[labels]
net, test = torch.nn.Linear(64, 10), images[:497]
with torch.no_grad():  # least squares: a classifier without a training loop
    net.weight[:] = torch.linalg.lstsq(images[497:], targets[497:]).solution.T
    net.bias.zero_()

Path("models/digits/1").mkdir(parents=True)
torch.save(net.state_dict(), "models/digits/1/weights.pt")
Path("models/digits/1/model.py").write_text(MODEL)
Path("models/digits/config.pbtxt").write_text(CONFIG)
print(*sorted(map(str, Path("models").rglob("*.*"))), sep="\n")

with triton_server("models") as at, httpclient.InferenceServerClient(at.http) as client:
    served = []
    for batch in test.split(64):
        tensor = httpclient.InferInput("image", batch.shape, "FP32")
        tensor.set_data_from_numpy(batch.numpy())
        scores = client.infer("digits", [tensor]).as_numpy("scores")
        served += scores.argmax(axis=1).tolist()
same = sum(map(int.__eq__, served, net(test).argmax(dim=1).tolist()))
print(f"test images: {len(test)}")
print(f"predictions that agree: {same}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
