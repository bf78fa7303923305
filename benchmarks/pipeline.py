"""Two workers beside one; see compare-pipeline.sh."""

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
MICRO_BATCHES = 8
WINDOWS = 64
# a worker's first steps run before its kernels are compiled
WARM_UP = 2
STARTED = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """Two workers of one thread each, on the two cores that this process may use."""

    def __init__(self, folder):
        self.url = f"http://127.0.0.1:{free_port()}"
        environment = dict(
            os.environ,
            SERVER_ADDRESS="127.0.0.1",
            PENSTOCK_CONTROL_PORT="0",
            MANAGEMENT_SERVER_PORT="0",
            PENSTOCK_DEADLINES_STEP="10m",
        )
        port = self.url.rsplit(":", 1)[1]
        options = ["--workers=2", f"--port={port}", f"--state={folder}/state", f"--data-root={folder}"]
        self.process = subprocess.Popen(["./penstock", "up", *options], env=environment, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + STARTED
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.end()
                sys.exit(f"the cluster did not start within {STARTED} s")
            time.sleep(0.5)

    def answers(self):
        try:
            self.get("/jobs")
            return True
        except OSError:
            return False

    def get(self, path, body=None):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, body and json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def run(self, job):
        """The rows of the steps after warm-up, and the plan's stages."""
        run = self.get("/jobs", job)["id"]
        while (view := self.get(f"/jobs/{run}"))["state"] not in ("SUCCEEDED", "FAILED", "STOPPED"):
            time.sleep(1)
        if view["state"] != "SUCCEEDED":
            sys.exit(f"the job ended as {view['state']}: {view.get('reason')}")
        return self.get(f"/jobs/{run}/metrics")[WARM_UP:]

    def end(self):
        self.process.terminate()
        self.process.wait(30)


def penstock(case_file, folder, steps, rounds, schedules):
    case = json.load(open(case_file))
    case["data"]["path"] = "tokens.bin"
    case["training"].update(batchSize=MICRO_BATCHES, steps=WARM_UP + steps)
    draw = random.Random(0)
    count = WINDOWS * case["data"]["sequenceLength"] + 1
    with open(os.path.join(folder, "tokens.bin"), "wb") as file:
        for _ in range(count):
            file.write(draw.randrange(case["data"]["vocabulary"]).to_bytes(2, "little"))
    variants = {"one": {"pipeline": 1, "schedule": "1f1b"}}
    variants.update({name: {"pipeline": 2, "schedule": name} for name in schedules})
    rows = {name: [] for name in variants}
    cluster = Cluster(folder)
    try:
        split = plan(cluster, case, variants[schedules[0]])
        for _ in range(rounds):
            for name, parallelism in variants.items():
                job = dict(case, parallelism=dict(parallelism, microBatches=MICRO_BATCHES))
                rows[name] += cluster.run(job)
    finally:
        cluster.end()
    one = statistics.median(row["seconds"] for row in rows["one"])
    results = [{"side": "penstock", "schedule": "one worker", "stepSeconds": round(one, 3)}]
    for name in schedules:
        two = statistics.median(row["seconds"] for row in rows[name])
        bubble = statistics.median(row["predictedBubble"]["makespan"] for row in rows[name])
        measured = statistics.median(row["bubble"]["makespan"] for row in rows[name] if row.get("bubble"))
        results.append(
            {
                "side": "penstock",
                "schedule": name,
                "stepSeconds": round(two, 3),
                "speedUp": round(one / two, 3),
                "predictedBubble": round(bubble, 4),
                "measuredBubble": round(measured, 4),
                "ofPredicted": round(one / two / (2 * (1 - bubble)), 3),
                "firstStageLayers": split,
            }
        )
    return results, split


def plan(cluster, case, parallelism):
    """How many layers the planner gives to the first stage."""
    job = dict(case, parallelism=dict(parallelism, microBatches=MICRO_BATCHES))
    return len(cluster.get("/plans", job)["stages"][0]["layers"])


def pytorch(case_file, layers, steps):
    """The embedding is the first layer, and each block is two."""
    blocks, seconds = round((layers - 1) / 2), {}
    for world in (1, 2):
        port = free_port()
        numbers = [port, blocks, MICRO_BATCHES, WARM_UP + steps]
        processes = [
            subprocess.Popen(
                [sys.executable, os.path.join(HERE, "torch_pipeline.py"), case_file, *map(str, [world, rank, *numbers])],
                stdout=subprocess.PIPE,
                text=True,
                env=dict(os.environ, OMP_NUM_THREADS="1"),
            )
            for rank in range(world)
        ]
        lines = [process.communicate()[0].split() for process in processes]
        if any(process.returncode for process in processes):
            sys.exit("PyTorch failed")
        seconds[world] = statistics.median(float(line) for line in lines[0][WARM_UP:])
    one, two = seconds[1], seconds[2]
    return [
        {"side": "pytorch", "schedule": "one process", "stepSeconds": round(one, 3)},
        {
            "side": "pytorch",
            "schedule": "1f1b",
            "stepSeconds": round(two, 3),
            "speedUp": round(one / two, 3),
            "firstStageBlocks": blocks,
        },
    ]


def main():
    parser = argparse.ArgumentParser(prog="benchmarks/compare-pipeline.sh")
    parser.add_argument("--case", choices=("gpt768", "gpt256"), default="gpt768")
    parser.add_argument("--steps", type=int, default=4, help="measured steps of each run")
    parser.add_argument("--rounds", type=int, default=1, help="runs of each schedule, in turn")
    parser.add_argument("--schedules", default="1f1b,zb-h1")
    parser.add_argument("--no-pytorch", action="store_true")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    case_file = os.path.join(HERE, "cases", arguments.case + ".json")
    with tempfile.TemporaryDirectory() as folder:
        results, layers = penstock(case_file, folder, arguments.steps, arguments.rounds, arguments.schedules.split(","))
    if not arguments.no_pytorch:
        results += pytorch(case_file, layers, arguments.steps)
    for result in results:
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
