"""Under NumPy 2 this server's Python backend reads and writes arrays wrongly

The wheel's backend was built for NumPy 1; tensors passed as DLPack come out right.
"""

from pathlib import Path

import numpy as np
import tritonclient.grpc as grpcclient
from triton_server import triton_server

MODEL = """
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        answers = []
        for request in requests:
            x = pb.get_input_tensor_by_name(request, "x")
            answers.append(pb.InferenceResponse([
                pb.Tensor("array", x.as_numpy()),
                pb.Tensor.from_dlpack("copied", x.as_numpy().copy()),
                pb.Tensor.from_dlpack("dlpack", x)]))
        return answers
"""
OUTPUTS = ["array", "copied", "dlpack"]
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
"""
for name in OUTPUTS:
    CONFIG += f'output {{ name: "{name}" data_type: TYPE_FP32 dims: 4 }}\n'
Path("models/echo/1").mkdir(parents=True)
Path("models/echo/1/model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text(CONFIG)
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.array([[1, 2, 3, 4]], np.float32))

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    result = client.infer("echo", [tensor])
print(f"NumPy: {np.__version__.split('.')[0]}")
for name in OUTPUTS:
    try:
        print(f"{name}: {result.as_numpy(name).tolist()}")
    except ValueError as error:
        print(f"{name}: {error}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
