"""One request at a time is never batched, however the server is configured

The model returns its input, so that nothing but the server's work is counted.
"""

from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server

MODEL = """
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):  # one call is one execution: requests is the batch
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """
backend: "python"
max_batch_size: 16
dynamic_batching { max_queue_delay_microseconds: 1000 }
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
folder = Path("models/echo")
(folder / "1").mkdir(parents=True)
(folder / "1" / "model.py").write_text(MODEL)
(folder / "config.pbtxt").write_text(CONFIG)

row = np.ones((1, 4), np.float32)
tensor = grpcclient.InferInput("x", row.shape, "FP32")
tensor.set_data_from_numpy(row)

with (
    triton_server("models") as at,
    grpcclient.InferenceServerClient(at.grpc) as client,
):
    for _ in range(160):
        client.infer("echo", [tensor])  # waits for the answer before the next one
    counters = client.get_inference_statistics
    while (done := counters("echo").model_stats[0]).inference_count < 160:
        pass  # the counters follow the answers by a moment

print(f"requests sent: {done.inference_count}")
print(f"executions: {done.execution_count}")
print(f"largest batch: {max(batch.batch_size for batch in done.batch_stats)}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
