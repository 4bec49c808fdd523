"""An ensemble hands tensors from model to model inside the server"""

import queue
from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server

MODEL = """
import torch
import triton_python_backend_utils as pb
class TritonPythonModel:
    def initialize(self, args):
        scales = args["model_name"] == "scale"
        self.function = (lambda x: x / 16) if scales else (lambda x: x.softmax(dim=1))

    def execute(self, requests):
        rows = [torch.from_dlpack(pb.get_input_tensor_by_name(request, "x"))
                for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", self.function(row))])
                for row in rows]
"""
TENSORS = """max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
SCALE = 'backend: "python"'
SCORE = SCALE + " dynamic_batching { max_queue_delay_microseconds: 5000000 }"
DIGITS = """platform: "ensemble"
ensemble_scheduling { step [
  { model_name: "scale" model_version: -1
    input_map { key: "x" value: "x" } output_map { key: "y" value: "scaled" } },
  { model_name: "score" model_version: -1
    input_map { key: "x" value: "scaled" } output_map { key: "y" value: "y" } }
] }
"""
for name, settings in {"scale": SCALE, "score": SCORE, "digits": DIGITS}.items():
    Path("models", name, "1").mkdir(parents=True)  # an ensemble's version is empty
    Path("models", name, "1", "model.py").write_text(MODEL if name != "digits" else "")
    Path("models", name, "config.pbtxt").write_text(TENSORS + settings)
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.full((1, 4), 16, np.float32))
results = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    for _ in range(8):
        client.async_infer(
            "digits", [tensor], lambda result, error: results.put(result)
        )
    answer = [results.get(timeout=30) for _ in range(8)][0]
    counters = client.get_inference_statistics
    for name in ["scale", "score", "digits"]:
        while (done := counters(name).model_stats[0]).inference_count < 8:
            pass  # the counters follow the answers by a moment
        print(f"{name}, inferences: {done.inference_count}")
        print(f"{name}, executions: {done.execution_count}")
print(f"answer: {answer.as_numpy('y').tolist()}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
