"""Versions are folders, and a server in explicit mode loads what it is told to"""

import time
from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server
from tritonclient.utils import InferenceServerException

MODEL = """
import torch
import triton_python_backend_utils as pb
class TritonPythonModel:
    def initialize(self, args):
        self.factor = int(args["model_version"])

    def execute(self, requests):
        rows = [torch.from_dlpack(pb.get_input_tensor_by_name(request, "x"))
                for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", row * self.factor)])
                for row in rows]
"""
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 1 }
output { name: "y" data_type: TYPE_FP32 dims: 1 }
"""
for version in ["1", "2"]:
    Path("models/times", version).mkdir(parents=True)
    Path("models/times", version, "model.py").write_text(MODEL)
Path("models/times/config.pbtxt").write_text(CONFIG)
tensor = grpcclient.InferInput("x", (1, 1), "FP32")
tensor.set_data_from_numpy(np.ones((1, 1), np.float32))


def ask(client, version=""):
    try:
        answer = client.infer("times", [tensor], model_version=version)
        return answer.as_numpy("y").item()
    except InferenceServerException as error:
        return error.message()


with (
    triton_server("models", "--model-control-mode=explicit") as at,
    grpcclient.InferenceServerClient(at.grpc) as client,
):
    print(f"before loading: {ask(client)}")
    client.load_model("times")  # the default policy serves the newest version only
    print(f"loaded, no version named: {ask(client)}")
    print(f"loaded, version 1: {ask(client, '1')}")
    Path("models/times/config.pbtxt").write_text(CONFIG + "version_policy { all { } }")
    client.load_model("times")
    print(f"all versions kept, version 1: {ask(client, '1')}")
    print(f"all versions kept, no version named: {ask(client)}")
    client.unload_model("times")
    while client.is_model_ready("times"):
        time.sleep(0.01)
    print(f"after unloading: {ask(client)}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
