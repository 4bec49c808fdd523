"""The mean batch is one division of two counters of the metrics page"""

import re
from pathlib import Path
from urllib.request import urlopen

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
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
Path("models/echo/1").mkdir(parents=True)
Path("models/echo/1/model.py").write_text(MODEL)
Path("models/echo/config.pbtxt").write_text(CONFIG)

with triton_server("models") as at:
    with grpcclient.InferenceServerClient(at.grpc) as client:
        for rows in [1, 1, 8, 6]:  # a client may stack rows itself: four requests
            tensor = grpcclient.InferInput("x", (rows, 4), "FP32")
            tensor.set_data_from_numpy(np.ones((rows, 4), np.float32))
            client.infer("echo", [tensor])
    page = ""
    while 'nv_inference_count{model="echo",version="1"} 16' not in page:
        page = urlopen(f"http://{at.metrics}/metrics").read().decode()

value = {
    name: int(count)
    for name, count in re.findall(r'^(nv_\w+){model="echo",.*} (\d+)$', page, re.M)
}
requests, rows = value["nv_inference_request_success"], value["nv_inference_count"]
executions = value["nv_inference_exec_count"]
print(f"nv_inference_request_success, requests: {requests}")
print(f"nv_inference_count, rows: {rows}")
print(f"nv_inference_exec_count, executions: {executions}")
print(f"mean batch: {rows / executions}")
families = sorted(set(re.findall(r"^# TYPE (nv_\w+)", page, re.M)))
print(f"CPU metrics: {[name for name in families if name.startswith('nv_cpu')]}")
print(f"metrics of a GPU: {sum(name.startswith('nv_gpu') for name in families)}")
times = [name for name in families if name.endswith("duration_us")]
print("times in microseconds, summed over requests:", *times, sep="\n  ")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
