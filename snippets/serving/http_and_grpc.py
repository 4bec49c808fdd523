"""HTTP, gRPC and a plain JSON request bring back the same tensor

All three speak the KServe protocol; JSON writes the numbers out as text.
"""

import json
from pathlib import Path
from urllib.request import urlopen

import numpy as np
import tritonclient.grpc as grpcclient
import tritonclient.http as httpclient
from triton_server import triton_server

MODEL = """
import torch
import triton_python_backend_utils as pb

class TritonPythonModel:
    def execute(self, requests):
        rows = [torch.from_dlpack(pb.get_input_tensor_by_name(request, "x"))
                for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", row.softmax(dim=1))])
                for row in rows]
"""
CONFIG = """backend: "python" max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
"""
Path("models/softmax/1").mkdir(parents=True)
Path("models/softmax/1/model.py").write_text(MODEL)
Path("models/softmax/config.pbtxt").write_text(CONFIG)
x = np.random.default_rng(0).standard_normal((2, 4), np.float32)

with triton_server("models") as at:
    answers = {}
    for name, module, address in [
        ("HTTP", httpclient, at.http),
        ("gRPC", grpcclient, at.grpc),
    ]:
        with module.InferenceServerClient(address) as client:
            tensor = module.InferInput("x", x.shape, "FP32")
            tensor.set_data_from_numpy(x)
            answers[name] = client.infer("softmax", [tensor]).as_numpy("y")
            print(f"{name}, server ready: {client.is_server_ready()}")

    tensor = {"name": "x", "shape": x.shape, "datatype": "FP32", "data": x.tolist()}
    body = json.dumps({"inputs": [tensor]}).encode()
    with urlopen(f"http://{at.http}/v2/models/softmax/infer", body) as page:
        output = json.load(page)["outputs"][0]
    answers["JSON"] = np.array(output["data"], np.float32).reshape(output["shape"])

print(f"shape of the answer: {output['shape']}")
print(f"gRPC equals HTTP: {np.array_equal(answers['gRPC'], answers['HTTP'])}")
print(f"JSON equals HTTP: {np.array_equal(answers['JSON'], answers['HTTP'])}")
print(f"rows sum to one: {np.allclose(answers['HTTP'].sum(axis=1), 1)}")
print(f"bytes of the input, binary: {x.nbytes}")
print(f"bytes of the input, JSON: {len(json.dumps(x.tolist()))}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
