"""Batches raise throughput; past saturation more clients only wait longer

A model of a server: an execution takes 8 ms and 1 ms more for each row.
"""


def serve(clients: int, max_batch: int, answers: int = 4096):
    """Return requests a second and mean latency when every client asks again."""
    waiting, now, latencies = [0] * clients, 0, []
    while len(latencies) < answers:
        batch, waiting = waiting[:max_batch], waiting[max_batch:]
        now += 8 + len(batch)
        latencies += [now - arrival for arrival in batch]
        waiting += [now] * len(batch)
    return len(latencies) / now * 1000, sum(latencies) / len(latencies)


for max_batch in [1, 16]:
    for clients in [1, 4, 8, 16, 32, 64]:
        throughput, latency = serve(clients, max_batch)
        case = f"clients {clients}, batch up to {max_batch}"
        print(f"{case}, requests a second: {throughput:.0f}")
        print(f"{case}, latency: {latency:.0f} ms")

# Little's law: requests in the server = requests a second x seconds each one stays.
throughput, latency = serve(clients=32, max_batch=16, answers=40_000)
print(f"throughput x latency, 32 clients: {throughput * latency / 1000:.1f}")
print(f"instances for 2000 requests a second: {-(-2000 // int(throughput))}")
