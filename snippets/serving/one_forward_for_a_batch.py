"""The Python backend hands over a list of requests: stacking them is your job"""

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
        self.net, self.calls = torch.nn.Linear(4, 2), 0
        self.net.register_forward_hook(self.count)
        self.stack = args["model_name"] == "stacked"

    def count(self, *call):
        self.calls += 1

    @torch.no_grad()
    def execute(self, requests):
        rows = [torch.from_dlpack(pb.get_input_tensor_by_name(request, "x"))
                for request in requests]
        if self.stack:  # one forward pass, then each request gets its own rows back
            answers = self.net(torch.cat(rows)).split([len(row) for row in rows])
        else:
            answers = [self.net(row) for row in rows]
        return [pb.InferenceResponse([
            pb.Tensor.from_dlpack("y", answer.contiguous()),
            pb.Tensor.from_dlpack("calls", torch.full((1, 1), self.calls))])
            for answer in answers]
"""
CONFIG = """backend: "python" max_batch_size: 16
dynamic_batching { max_queue_delay_microseconds: 5000000 }
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output [{ name: "y" data_type: TYPE_FP32 dims: 2 },
        { name: "calls" data_type: TYPE_INT64 dims: 1 }]
"""
for name in ["looped", "stacked"]:
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    Path("models", name, "config.pbtxt").write_text(CONFIG)
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.ones((1, 4), np.float32))
results = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    counters = client.get_inference_statistics
    for name in ["looped", "stacked"]:
        for _ in range(16):
            client.async_infer(
                name, [tensor], lambda result, error: results.put(result)
            )
        answers = [results.get(timeout=30) for _ in range(16)]
        while (done := counters(name).model_stats[0]).inference_count < 16:
            pass  # the counters follow the answers by a moment
        print(f"{name}, executions for 16 requests: {done.execution_count}")
        print(f"{name}, forward passes: {answers[0].as_numpy('calls').item()}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
