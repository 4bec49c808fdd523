"""The same 160 waiting requests take 160, at most 12, or 10 executions"""

import queue
import re
import time
from pathlib import Path
from urllib.request import urlopen

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
CONFIG = """backend: "python" max_batch_size: 16
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }"""
SETTINGS = {
    "off": "",
    "on": "dynamic_batching { }",
    "delay": "dynamic_batching { max_queue_delay_microseconds: 5000000 }",
}
for name, batching in SETTINGS.items():
    Path("models", name, "1").mkdir(parents=True)
    Path("models", name, "1", "model.py").write_text(MODEL)
    Path("models", name, "config.pbtxt").write_text(f"{CONFIG}\n{batching}")
tensor = grpcclient.InferInput("x", (1, 4), "FP32")
tensor.set_data_from_numpy(np.ones((1, 4), np.float32))
answers = queue.Queue()

with triton_server("models") as at, grpcclient.InferenceServerClient(at.grpc) as client:
    for name in SETTINGS:
        for number in range(160):
            client.async_infer(name, [tensor], lambda result, error: answers.put(error))
            # Without a delay the first request leaves at once, and leaves alone.
            while number == 0 and name != "delay" and not Path("busy").exists():
                time.sleep(0.01)
        waiting, busy = 0, 16 if name == "delay" else 1
        while waiting + busy < 160:
            page = urlopen(f"http://{at.metrics}/metrics").read().decode()
            gauge = rf'nv_inference_pending_request_count{{model="{name}".* (\d+)'
            waiting = int(re.search(gauge, page)[1])
        Path("go").touch()
        assert [answers.get(timeout=30) for _ in range(160)] == [None] * 160
        Path("go").unlink()
        Path("busy").unlink()
        counters = client.get_inference_statistics
        while (done := counters(name).model_stats[0]).inference_count < 160:
            pass  # the counters follow the answers by a moment
        if name == "on":  # the second request may leave alone, too: a matter of luck
            assert done.execution_count <= 12
            print("on, executions: at most 12")
            print("on, mean batch: at least 13.3")
            continue
        print(f"{name}, executions: {done.execution_count}")
        print(f"{name}, mean batch: {160 / done.execution_count:.1f}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
