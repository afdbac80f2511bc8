"""A peer that runs asyncio, or uvloop if the argument is a folder with its package.

The main thread reads the runner's requests. The loop and each producer have a thread of
their own. docs/peer-protocol.md has the protocol.
"""

import asyncio
import gc
import sys
import threading
import time

NUMBERS = 1024
PRIME = 16777619
MASK = 0xFFFFFFFF

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
    import uvloop

    NAME, VERSION, new_loop = "uvloop", uvloop.__version__, uvloop.new_event_loop
else:
    NAME, VERSION, new_loop = "asyncio", sys.version.split()[0], asyncio.new_event_loop


class Refused(Exception):
    pass


class Running:
    """A loop that runs in a thread."""

    def __init__(self):
        self.loop = new_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


def share(n, producers, producer):
    return n // producers + (1 if producer < n % producers else 0)


class Submit:
    def __init__(self, fields):
        self.producers = int(fields.get("producers", "1"))
        self.burst = int(fields.get("burst", "0"))
        if self.producers < 1 or (self.burst > 0 and self.producers > 1):
            raise Refused("a workload has a producer, and bursts come from one")
        self.running = Running()
        self.executed = 0
        self.done = threading.Event()

    def task(self, producer, number):
        self.sums[producer] = ((self.sums[producer] ^ number) * PRIME) & MASK
        self.counts[producer] += 1
        self.executed += 1
        self.left -= 1
        if self.left == 0:
            self.done.set()

    def produce(self, producer, n):
        submit, task = self.running.loop.call_soon_threadsafe, self.task
        for i in range(n):
            submit(task, producer, i % NUMBERS)

    def run(self, n, seed, stamped):
        if stamped:
            raise Refused("the tasks of submit are not stamped")
        self.sums = [seed ^ p for p in range(self.producers)]
        self.counts = [0] * self.producers
        if self.burst > 0:
            return self.report(self.bursts(n))
        self.left = n
        self.done.clear()
        start = threading.Barrier(self.producers + 1)

        def producer(p):
            start.wait()  # all producers have started
            start.wait()  # the clock has been read
            self.produce(p, share(n, self.producers, p))

        threads = [threading.Thread(target=producer, args=(p,)) for p in range(self.producers)]
        for t in threads:
            t.start()
        start.wait()
        # Read before the producers start, because then this thread may wait for the interpreter.
        began = time.perf_counter_ns()
        start.wait()
        self.done.wait()
        elapsed = time.perf_counter_ns() - began
        for t in threads:
            t.join()
        return self.report(elapsed)

    def bursts(self, n):
        """Submits one burst after the other, and waits for each. Returns the total time."""
        began, first = time.perf_counter_ns(), 0
        submit, task = self.running.loop.call_soon_threadsafe, self.task
        while first < n:
            after = min(first + self.burst, n)
            self.left = after - first  # nothing is left to run, so the loop does not read it
            self.done.clear()
            for i in range(first, after):
                submit(task, 0, i % NUMBERS)
            self.done.wait()
            first = after
        return time.perf_counter_ns() - began

    def report(self, elapsed):
        return "ns=%d counts=%s sums=%s" % (elapsed, ",".join(map(str, self.counts)), ",".join(map(str, self.sums)))

    def stop(self):
        self.running.close()
        return self.executed


def bucket(v):
    shift = max(0, v.bit_length() - 6)
    return v >> shift << shift


class Trip:
    def __init__(self, fields):
        if fields["wait"] != "block":
            raise Refused("the loop of %s cannot spin, and the interpreter runs one thread at a time" % NAME)
        self.running = Running()
        self.executed = 0
        self.ran = threading.Semaphore(0)

    def task(self, number):
        self.sum = ((self.sum ^ number) * PRIME) & MASK
        self.count += 1
        self.executed += 1
        self.ran.release()

    def run(self, n, seed, stamped):
        self.sum, self.count = seed, 0
        submit, task, wait, clock = self.running.loop.call_soon_threadsafe, self.task, self.ran.acquire, time.perf_counter_ns
        stamps = []
        began = clock()
        for i in range(n):
            submit(task, i % NUMBERS)
            wait()
            if stamped:
                stamps.append(clock())
        answer = "ns=%d counts=%d sums=%d" % (clock() - began, self.count, self.sum)
        if stamped:
            histogram, last = {}, began
            for stamp in stamps:
                low = bucket(stamp - last)
                histogram[low] = histogram.get(low, 0) + 1
                last = stamp
            answer += " histogram=" + ",".join("%d:%d" % item for item in histogram.items())
        return answer

    def stop(self):
        self.running.close()
        return self.executed


class Timers:
    def __init__(self, fields):
        self.running = Running()
        self.executed = 0

    def run(self, n, seed, stamped):
        if stamped:
            raise Refused("timers are not stamped")
        done = threading.Event()
        answer = []
        loop = self.running.loop
        clock = time.perf_counter_ns
        state = {"fired": 0, "early": 0, "sum": seed, "released": 0}

        def fire(i, due):
            if loop.time() < due:
                state["early"] += 1
            state["sum"] = (state["sum"] + ((i ^ seed) * PRIME)) & MASK
            state["fired"] += 1
            self.executed += 1
            if state["fired"] == n:
                state["ended"] = clock()
                done.set()

        def never():
            self.executed += 1

        def on_loop():
            later = loop.call_later
            start = clock()
            handles = [later(3600 + (i * 7919 % n) / 1000, never) for i in range(n)]
            scheduled = clock()
            for h in handles:
                h.cancel()
            ended = clock()
            cancelled = sum(1 for h in handles if h.cancelled())
            for i in range(n):
                # asyncio fires timers early by up to the resolution of its clock.
                later(0.001, fire, i, loop.time() + 0.001 - getattr(loop, "_clock_resolution", 0.001))
            until = clock() + 2_000_000
            while clock() < until:
                pass
            answer.append("schedule_ns=%d cancel_ns=%d cancelled=%d" % (scheduled - start, ended - scheduled, cancelled))
            state["released"] = clock()

        loop.call_soon_threadsafe(on_loop)
        done.wait()
        return "%s fire_ns=%d early=%d counts=%d sums=%d" % (
            answer[0], max(1, state["ended"] - state["released"]), state["early"], state["fired"], state["sum"])

    def stop(self):
        self.running.close()
        return self.executed


class Echo:
    class Protocol(asyncio.Protocol):
        def connection_made(self, transport):
            self.transport = transport

        def data_received(self, data):
            self.transport.write(data)

        def pause_writing(self):
            self.transport.pause_reading()

        def resume_writing(self):
            self.transport.resume_reading()

    def __init__(self, fields):
        self.running = Running()
        started = asyncio.run_coroutine_threadsafe(self.listen(), self.running.loop)
        self.answer = "address=127.0.0.1:%d" % started.result()

    async def listen(self):
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(Echo.Protocol, "127.0.0.1", 0, backlog=4096)
        return self.server.sockets[0].getsockname()[1]

    def run(self, n, seed, stamped):
        return ""

    def stop(self):
        async def close():
            self.server.close()

        asyncio.run_coroutine_threadsafe(close(), self.running.loop).result()
        self.running.close()
        return 0


class Loops:
    def __init__(self, fields):
        self.all = []
        self.executed = 0

    def run(self, n, seed, stamped):
        if stamped:
            raise Refused("loops are not stamped")
        began, count = time.perf_counter_ns(), 0
        for _ in range(n):
            running = Running()
            self.all.append(running)
            ran = threading.Event()
            running.loop.call_soon_threadsafe(ran.set)
            ran.wait()
            count += 1
        self.executed += count
        return "ns=%d counts=%d" % (time.perf_counter_ns() - began, count)

    def stop(self):
        for running in self.all:
            running.close()
        return self.executed


WORKLOADS = {"submit": Submit, "trip": Trip, "timers": Timers, "echo": Echo, "loops": Loops}


def answer(verb, fields, started):
    if verb == "hello":
        return "protocol=1 peer=%s version=%s" % (NAME, VERSION)
    if verb == "start":
        if fields["workload"] not in WORKLOADS:
            raise Refused("%s does not know the workload %s" % (NAME, fields["workload"]))
        started.append(WORKLOADS[fields["workload"]](fields))
        return getattr(started[0], "answer", "")
    if verb in ("run", "histogram"):
        gc.collect()
        return started[0].run(int(fields["n"]), int(fields["seed"]), verb == "histogram")
    if verb == "stop":
        return "executed=%d" % (started[0].stop() if started else 0)
    raise ValueError("the verb %s is not known" % verb)


def main():
    started = []
    for line in sys.stdin:
        verb, *words = line.split()
        fields = dict(word.split("=", 1) for word in words)
        try:
            said = "ok " + answer(verb, fields, started)
        except Refused as refused:
            said = "refused %s" % refused
        except Exception as error:
            said = "failed " + repr(error).replace("\n", "; ")
        print(said.strip(), flush=True)
        if verb == "stop":
            return


main()
