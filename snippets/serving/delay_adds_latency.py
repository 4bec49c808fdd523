"""A queue delay holds every lonely request for the whole delay"""

from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server

MODEL = """
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """backend: "python" max_batch_size: 16
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
DELAYS = {"no_delay": 0, "delay": 200_000}  # in microseconds
for name, delay in DELAYS.items():
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    batching = f"dynamic_batching {{ max_queue_delay_microseconds: {delay} }}"
    Path("models", name, "config.pbtxt").write_text(CONFIG + batching)
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.ones((1, 4), np.float32))
full = grpcclient.InferInput("x", (16, 4), "FP32")
full.set_data_from_numpy(np.ones((16, 4), np.float32))

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    counters, waited = client.get_inference_statistics, {}
    for name in DELAYS:
        for _ in range(5):
            client.infer(name, [tensor])  # one after the other: nobody joins
        while (done := counters(name).model_stats[0]).inference_count < 5:
            pass  # the counters follow the answers by a moment
        waited[name] = done.inference_stats.queue.ns / 5 / 1e6
        print(f"{name}, executions for 5 requests: {done.execution_count}")
        print(f"{name}, mean time in the queue: about {waited[name]:.1f} ms")
    client.infer("delay", [full])  # a request that fills a batch has nobody to wait for
    while (done := counters("delay").model_stats[0]).inference_count < 5 + 16:
        pass
    full_wait = done.inference_stats.queue.ns / 1e6 - 5 * waited["delay"]

assert waited["no_delay"] < 200 <= waited["delay"] and full_wait < 200
print("a lonely request waits the whole 200 ms: True")
print("a full batch waits the delay: False")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
