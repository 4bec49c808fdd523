"""The batcher's rules in fifteen lines, with a clock that cannot jitter

A model of a server, not a server: one instance, and every execution takes 10 ms.
A client needs 1 ms from an answer to its next request.
"""

EXECUTION, ROUND_TRIP, MAX_BATCH = 10, 1, 16


def serve(clients: int, delay: int, requests: int = 160):
    """Each client sends its next request when it has its answer."""
    waiting = [0] + [1] * (clients - 1)  # arrival times; one client is a little early
    free_at, sizes, latencies = 0, [], []
    while len(latencies) < requests:
        # A batch starts when it is full or its oldest request has waited long enough,
        # but not before the instance is free.
        start = waiting[0] + delay
        if len(waiting) >= MAX_BATCH:
            start = min(start, waiting[MAX_BATCH - 1])
        start = max(start, free_at)
        batch = [arrival for arrival in waiting[:MAX_BATCH] if arrival <= start]
        free_at = start + EXECUTION
        sizes.append(len(batch))
        latencies += [free_at - arrival for arrival in batch]
        waiting = waiting[len(batch) :] + [free_at + ROUND_TRIP] * len(batch)
    return sizes, sum(latencies) / len(latencies), free_at


for clients in [1, 8, 160]:
    for delay in [0, 2]:
        sizes, latency, end = serve(clients, delay)
        case = f"clients {clients}, delay {delay} ms"
        print(f"{case}, executions: {len(sizes)}")
        print(f"{case}, first batches: {sizes[:4]}")
        print(f"{case}, mean latency: {latency:.1f} ms")
        print(f"{case}, all done after: {end} ms")
