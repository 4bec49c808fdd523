"""A queue with a limit refuses work instead of letting everybody wait"""

import queue
import time
from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server

MODEL = """
import pathlib, time
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        pathlib.Path("busy").touch()
        while not pathlib.Path("go").exists():
            time.sleep(0.01)
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """backend: "python" max_batch_size: 1
dynamic_batching { default_queue_policy { max_queue_size: 4 } }
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
Path("models/echo/1").mkdir(parents=True)
Path("models/echo/1/model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text(CONFIG)
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.ones((1, 4), np.float32))
answers = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    for number in range(20):
        client.async_infer("echo", [tensor], lambda result, error: answers.put(error))
        while number == 0 and not Path("busy").exists():
            time.sleep(0.01)
    refused = [answers.get(timeout=30) for _ in range(15)]
    Path("go").touch()
    answered = [answers.get(timeout=30) for _ in range(5)]
assert None not in refused and answered == [None] * 5
print("requests sent: 20")
print(f"refused at once: {len(refused)}")
print(f"answered in the end: {len(answered)}")
print(f"the refusal says: {refused[0].message().partition('] ')[2]}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
