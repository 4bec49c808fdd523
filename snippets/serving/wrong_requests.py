"""What the server says to a wrong shape, type, name or size"""

from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server
from tritonclient.utils import InferenceServerException, np_to_triton_dtype

MODEL = """
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
Path("models/echo/1").mkdir(parents=True)
Path("models/echo/1/model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text(CONFIG)
REQUESTS = {
    "right": ("echo", "x", np.ones((1, 4), np.float32)),
    "no batch dimension": ("echo", "x", np.ones(4, np.float32)),
    "wrong width": ("echo", "x", np.ones((1, 5), np.float32)),
    "wrong type": ("echo", "x", np.ones((1, 4), np.float64)),
    "batch too large": ("echo", "x", np.ones((9, 4), np.float32)),
    "wrong input name": ("echo", "input", np.ones((1, 4), np.float32)),
    "wrong model name": ("ecko", "x", np.ones((1, 4), np.float32)),
}

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    for what, (model, name, array) in REQUESTS.items():
        kind = np_to_triton_dtype(array.dtype)
        tensor = grpcclient.InferInput(name, array.shape, kind)
        tensor.set_data_from_numpy(array)
        try:
            answer = client.infer(model, [tensor]).as_numpy("y")
            print(f"{what}: answered, shape {answer.shape}")
        except InferenceServerException as error:
            said = error.message().removeprefix("[request id: <id_unknown>] ")
            print(f"{what}: {said.partition(' NOTE: ')[0]}")  # drop its long advice
    counters = client.get_inference_statistics
    while (done := counters("echo").model_stats[0]).inference_count < 1:
        pass  # the counters follow the answers by a moment
    print(f"executions: {done.execution_count}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
