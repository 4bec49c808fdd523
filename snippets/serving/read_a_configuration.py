"""config.pbtxt is a typed message: what is absent is off, or has a default"""

import tritonclient.grpc.model_config_pb2 as schema
from google.protobuf import text_format

PLAIN = """
name: "digits"
backend: "python"
max_batch_size: 64
input { name: "image" data_type: TYPE_FP32 dims: [ 1, 28, 28 ] }
output { name: "scores" data_type: TYPE_FP32 dims: 10 }
"""
BATCHED = PLAIN + "dynamic_batching { }\n"
MISSPELT = PLAIN + "dynamic_batch { }\n"

for name, text in {"plain": PLAIN, "batched": BATCHED}.items():
    config = text_format.Parse(text, schema.ModelConfig())
    batching = config.dynamic_batching
    print(f"{name}, dynamic batching: {config.HasField('dynamic_batching')}")
    print(f"{name}, delay in microseconds: {batching.max_queue_delay_microseconds}")
    print(f"{name}, preferred batch sizes: {list(batching.preferred_batch_size)}")

# Above 0, max_batch_size puts a dimension before the dims: the batch, of any size.
for limit in [config.max_batch_size, 0]:
    shape = [-1] * (limit > 0) + list(config.input[0].dims)
    print(f"max_batch_size {limit}, shape of a request: {shape}")

try:
    text_format.Parse(MISSPELT, schema.ModelConfig())
except text_format.ParseError as error:
    print(f"a misspelled field: {str(error).partition(' : ')[2]}")

# /// script
# [tool.snippet]
# needs = ["nvidia"]
# ///
