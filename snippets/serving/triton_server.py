"""A Triton server that lives exactly as long as one with block"""

import contextlib
import os
import shutil
import sys
import sysconfig
import tempfile
import time
from collections import namedtuple
from pathlib import Path
from urllib.request import urlopen

from bound_process import bound_process, free_addresses

SITE = Path(sysconfig.get_path("platlib"))  # holds the wheel nvidia-pytriton
SERVER = SITE / "pytriton/tritonserver"
STUB = "python_backend_stubs/{}.{}/triton_python_backend_stub"
LIBRARIES = f"{sysconfig.get_config_var('LIBDIR')}:{SITE / 'nvidia_pytriton.libs'}"
PATHS = {"PATH": f"{sys.prefix}/bin:{os.environ['PATH']}", "LD_LIBRARY_PATH": LIBRARIES}
Addresses = namedtuple("Addresses", "http grpc metrics")


def wait_until_ready(http: str, server, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError), urlopen(f"http://{http}/v2/health/ready"):
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not become ready")


@contextlib.contextmanager
def triton_server(repository: str, *options: str):
    """Yield the addresses of a server that is ready to answer."""
    at = Addresses(*free_addresses(3))
    options += (f"--model-repository={repository}", "--disable-auto-complete-config")
    for name, address in at._asdict().items():
        host, port = address.split(":")
        options += (f"--{name}-address={host}", f"--{name}-port={port}")
    memory = f"triton-{os.getpid()}-"  # so begin its names in /dev/shm
    options += (f"--backend-config=python,shm-region-prefix-name={memory}",)
    with tempfile.TemporaryDirectory(prefix="triton-", dir=".") as folder:
        # The Python backend looks in its own folder for the running Python's stub.
        backends = shutil.copytree(SERVER / "backends", f"{folder}/backends")
        shutil.copy(SERVER / STUB.format(*sys.version_info), f"{backends}/python")
        options += (f"--backend-directory={backends}", "--exit-timeout-secs=2")
        command = [SERVER / "bin/tritonserver", "--log-info=false", *options]
        try:
            with bound_process(command, os.environ | PATHS, f"{folder}/log") as server:
                wait_until_ready(at.http, server)
                yield at
        finally:  # a server that had to be killed leaves memory behind
            for region in Path("/dev/shm").glob(f"{memory}*"):
                region.unlink()


# /// script
# [tool.snippet]
# needs = ["nvidia"]
# ///
