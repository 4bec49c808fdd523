"""Two instances of a model work at the same time; one works alone

A sleep stands in for a model that waits for a device or for another program.
"""

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
    def initialize(self, args):
        folder = pathlib.Path("running", args["model_name"])
        folder.mkdir(parents=True, exist_ok=True)
        self.here = folder / args["model_instance_name"]

    def execute(self, requests):
        self.here.touch()
        time.sleep(0.2)
        with open(self.here.parent.name + ".log", "a") as log:
            print(len(list(self.here.parent.iterdir())), file=log)
        self.here.unlink()
        tensors = [pb.get_input_tensor_by_name(request, "x") for request in requests]
        return [pb.InferenceResponse([pb.Tensor.from_dlpack("y", x)]) for x in tensors]
"""
CONFIG = """backend: "python" max_batch_size: 8
input {{ name: "x" data_type: TYPE_FP32 dims: 4 }}
output {{ name: "y" data_type: TYPE_FP32 dims: 4 }}
instance_group {{ count: {count} kind: KIND_CPU }}
"""
COUNTS = {"one": 1, "two": 2}
for name, count in COUNTS.items():
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    Path("models", name, "config.pbtxt").write_text(CONFIG.format(count=count))
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.ones((1, 4), np.float32))
answers, seconds = queue.Queue(), {}

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    counters = client.get_inference_statistics
    for name in COUNTS:
        start = time.perf_counter()
        for _ in range(8):
            client.async_infer(name, [tensor], lambda result, error: answers.put(error))
        assert not any(answers.get(timeout=30) for _ in range(8))
        seconds[name] = time.perf_counter() - start
        while (done := counters(name).model_stats[0]).inference_count < 8:
            pass  # the counters follow the answers by a moment
        print(f"{name}, executions: {done.execution_count}")
        print(f"{name}, most at a time: {max(Path(f'{name}.log').read_text().split())}")
        print(f"{name}, all answers after: about {seconds[name]:.1f} s")
assert seconds["one"] > seconds["two"]
print("sooner done: two instances")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
