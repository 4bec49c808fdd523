"""With a response cache, equal requests reach the model once"""

from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import SERVER, triton_server

MODEL = """
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """backend: "python" max_batch_size: 8
response_cache { enable: true }
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
Path("models/echo/1").mkdir(parents=True)
Path("models/echo/1/model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text(CONFIG)
options = [
    f"--cache-directory={SERVER / 'caches'}",
    "--cache-config=local,size=1048576",
]

with (
    triton_server("models", *options) as at,
    grpcclient.InferenceServerClient(at.grpc) as client,
):
    for number in [1, 1, 1, 2, 1, 2]:  # six requests, two different ones
        row = np.full((1, 4), number, np.float32)
        tensor = grpcclient.InferInput("x", row.shape, "FP32")
        tensor.set_data_from_numpy(row)
        assert np.array_equal(client.infer("echo", [tensor]).as_numpy("y"), row)
    counters = client.get_inference_statistics
    while (done := counters("echo").model_stats[0]).inference_stats.success.count < 6:
        pass  # the counters follow the answers by a moment
print(f"requests answered: {done.inference_stats.success.count}")
print(f"executions: {done.execution_count}")
print(f"answers from the cache: {done.inference_stats.cache_hit.count}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
