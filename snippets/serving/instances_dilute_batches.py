"""More instances take requests away from each other's batches

A model of a server: every execution takes 10 ms, whatever the instances share.
"""

EXECUTION, ROUND_TRIP, MAX_BATCH = 10, 1, 16


def serve(instances: int, clients: int = 16, requests: int = 1600):
    """Without a delay: a free instance takes what waits, up to the limit."""
    waiting = list(range(clients))  # arrival times: the clients start one after another
    free_at, sizes, latencies = [0] * instances, [], []
    while len(latencies) < requests:
        start = max(waiting[0], min(free_at))
        batch = [arrival for arrival in waiting[:MAX_BATCH] if arrival <= start]
        end = start + EXECUTION
        free_at[free_at.index(min(free_at))] = end
        sizes.append(len(batch))
        latencies += [end - arrival for arrival in batch]
        again = [end + ROUND_TRIP] * len(batch)
        waiting = sorted(waiting[len(batch) :] + again)
    return sum(sizes) / len(sizes), sum(latencies) / len(latencies), len(sizes)


for instances in [1, 2, 4, 8]:
    mean_batch, latency, executions = serve(instances)
    print(f"instances {instances}, mean batch: {mean_batch:.1f}")
    print(f"instances {instances}, executions: {executions}")
    print(f"instances {instances}, mean latency: {latency:.1f} ms")
