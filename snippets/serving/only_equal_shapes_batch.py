"""Requests of different shapes are not batched, unless the input may be ragged

They are sent over one stream, because separate calls may overtake each other.
"""

import queue
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
dynamic_batching {{ max_queue_delay_microseconds: 1000000 }}
input {{ name: "x" data_type: TYPE_FP32 dims: -1 {ragged} }}
output {{ name: "y" data_type: TYPE_FP32 dims: -1 }}
"""
SHORT, LONG = 4, 6
CASES = {  # model: what its input allows, and the lengths of 32 requests in order
    "alternating": ("", [SHORT, LONG] * 16),
    "grouped": ("", [SHORT] * 16 + [LONG] * 16),
    "ragged": ("allow_ragged_batch: true", [SHORT, LONG] * 16),
}
for name, (ragged, _) in CASES.items():
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    Path("models", name, "config.pbtxt").write_text(CONFIG.format(ragged=ragged))
answers = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    counters = client.get_inference_statistics
    client.start_stream(lambda result, error: answers.put(error))
    for name, (_, lengths) in CASES.items():
        for length in lengths:
            tensor = grpcclient.InferInput("x", (1, length), "FP32")
            tensor.set_data_from_numpy(np.ones((1, length), np.float32))
            client.async_stream_infer(name, [tensor])
        assert not any(answers.get(timeout=30) for _ in lengths)
        while (done := counters(name).model_stats[0]).inference_count < 32:
            pass  # the counters follow the answers by a moment
        print(f"{name}, executions for 32 requests: {done.execution_count}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
