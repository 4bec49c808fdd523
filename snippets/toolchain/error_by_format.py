"""INT8, FP8 and INT4-AWQ run on a CPU; NVFP4 and the MX formats want CUDA

Left out: speed. All of this is arithmetic in float32 that imitates the format.
"""

import contextlib
import copy
import io
import logging
import warnings

logging.disable(logging.WARNING)  # "no CUDA runtime is found"
warnings.simplefilter("ignore")  # what the import says about other libraries

import modelopt.torch.quantization as mtq
import torch
from sklearn.datasets import load_digits
from torch import nn

images, labels = load_digits(return_X_y=True)
images, labels = torch.tensor(images).float() / 16, torch.tensor(labels)
seen, held_out = images[:1300], images[1300:]
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(50):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(seen), labels[:1300]).backward()
    optimizer.step()

formats = {
    "INT8": mtq.INT8_DEFAULT_CFG,
    "FP8": mtq.FP8_DEFAULT_CFG,
    "INT4-AWQ": mtq.INT4_AWQ_CFG,
    "NVFP4": mtq.NVFP4_DEFAULT_CFG,
    "MXFP8": mtq.MXFP8_DEFAULT_CFG,
}
with torch.no_grad():
    exact = net(held_out)
    print("images:", len(exact))
    for name, config in formats.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # its progress lines
                small = copy.deepcopy(net)
                # The function given last shows the net real images: calibration.
                mtq.quantize(small, config, lambda model: model(seen[:200]))
                rough = small(held_out)
        except (AssertionError, RuntimeError) as error:
            print(f"{name}: {type(error).__name__}, {error}")
            continue
        error = (rough - exact).norm() / exact.norm()
        changed = (rough.argmax(1) != exact.argmax(1)).sum()
        right = (rough.argmax(1) == labels[1300:]).float().mean()
        print(f"{name}, output error: {100 * error:.1f} %")
        print(f"{name}, predictions changed: {changed}")
        assert right > 0.85  # none of these formats ruins so small a net
        print(f"{name}, accuracy: about {right:.2f}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
