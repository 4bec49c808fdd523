"""max_batch_size is a limit in rows; a preferred size is only a preference"""

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
CONFIG = """backend: "python"
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
DELAY = "max_queue_delay_microseconds: 2000000"
CASES = {  # model: its limit, its batching, and the rows in each of 20 requests
    "max_16": (16, DELAY, 1),
    "max_8": (8, DELAY, 1),
    "three_rows": (16, DELAY, 3),
    "preferred_8": (16, f"{DELAY} preferred_batch_size: 8", 1),
}
for name, (limit, batching, _) in CASES.items():
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    settings = f"max_batch_size: {limit} dynamic_batching {{ {batching} }}"
    Path("models", name, "config.pbtxt").write_text(CONFIG + settings)
answers = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    for name, (_, _, rows) in CASES.items():
        tensor = grpcclient.InferInput("x", (rows, 4), "FP32")
        tensor.set_data_from_numpy(np.ones((rows, 4), np.float32))
        for _ in range(20):
            client.async_infer(name, [tensor], lambda result, error: answers.put(error))
    assert not any(answers.get(timeout=30) for _ in range(80))
    counters = client.get_inference_statistics
    for name, (_, _, rows) in CASES.items():
        while (done := counters(name).model_stats[0]).inference_count < 20 * rows:
            pass  # the counters follow the answers by a moment
        sizes = {seen.batch_size: seen.compute_infer.count for seen in done.batch_stats}
        if name == "preferred_8":  # 8 was reached; a row more may still have joined
            sizes = {"8 or more": sum(sizes[size] for size in sizes if size >= 8)}
        for size in sorted(sizes, key=str):
            print(f"{name}, batches of {size}: {sizes[size]}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
