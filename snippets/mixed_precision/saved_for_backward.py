"""Autocast shrinks what is kept for backward, and nothing else"""

import torch
import torch.nn.functional as F
from torch.autograd.graph import saved_tensors_hooks

torch.manual_seed(0)
layers = []
for _ in range(4):
    layers += [torch.nn.Linear(256, 256), torch.nn.GELU()]
model = torch.nn.Sequential(*layers, torch.nn.Linear(256, 10))
optimizer = torch.optim.Adam(model.parameters())
weights = {p.untyped_storage().data_ptr() for p in model.parameters()}


def saved_bytes(batch, autocast):
    """Bytes that forward keeps, without the weights themselves, and the loss."""
    kept = {}

    def note(tensor):
        storage = tensor.untyped_storage()
        # The float32 weights exist anyway. A bfloat16 copy of one is extra.
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    inputs, labels = torch.randn(batch, 256), torch.randint(10, (batch,))
    with torch.autocast("cpu", enabled=autocast):
        with saved_tensors_hooks(note, lambda tensor: tensor):
            loss = F.cross_entropy(model(inputs), labels)
    return sum(kept.values()), loss


for batch in [8, 32, 128, 512, 2048]:
    full, _ = saved_bytes(batch, autocast=False)
    low, loss = saved_bytes(batch, autocast=True)
    print(f"saved at batch {batch}, fp32: {full} bytes")
    print(f"saved at batch {batch}, autocast: {low} bytes")
    print(f"ratio at batch {batch}: {low / full:.2f}")

loss.backward()  # of the last forward under autocast
optimizer.step()
state = [t for s in optimizer.state.values() for t in s.values() if t.dim()]
for name, tensors in {
    "weights": list(model.parameters()),
    "gradients": [p.grad for p in model.parameters()],
    "Adam state": state,
}.items():
    print(f"{name} under autocast: {sum(t.nbytes for t in tensors)} bytes")
    print(f"dtype of {name} under autocast: {tensors[0].dtype}")
