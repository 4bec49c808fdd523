"""NeMo 3 has speech collections only: the LLM and vision ones are gone"""

import pkgutil
from importlib.metadata import version
from importlib.util import find_spec

import nemo.collections

present = sorted(
    module.name for module in pkgutil.iter_modules(nemo.collections.__path__)
)
print("NeMo:", version("nemo-toolkit"))
print("collections:", ", ".join(present))
# Names that scripts and tutorials written for NeMo 1 and 2 import from.
for name in ("llm", "vlm", "nlp", "multimodal", "diffusion"):
    found = find_spec(f"nemo.collections.{name}") is not None
    print(f"nemo.collections.{name}:", "present" if found else "gone")
# /// script
# [tool.snippet]
# needs = ["nvidia"]
# seconds = 60
# ///
