"""Penstock beside PyTorch; see compare-pytorch.sh."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# steps of warm-up and of one burst, which takes some seconds
CASES = {"mlp1024": (60, 15), "gpt256": (40, 10), "course": (4000, 500), "gpt768": (6, 2)}

COLUMNS = ("case", "threads", "pytorchMs", "penstockMs", "ratio", "pytorchPeakMiB", "penstockPeakMiB")


class Side:
    """A process that trains as many steps as it is told; it waits while the other side trains."""

    def __init__(self, command, case, threads, start_file):
        job = os.path.join(HERE, "cases", case + ".json")
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
        self.process = subprocess.Popen(
            [*command, job, str(threads), start_file],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args[0]} ended with exit code {self.process.wait()}")
        return line.split()

    def train(self, steps):
        """The milliseconds of a step and the last loss."""
        print(steps, file=self.process.stdin, flush=True)
        return tuple(map(float, self.answer()))

    def memory(self, field):
        """MiB; VmRSS for now, VmHWM for the most so far."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) // 1024 for line in status if line.startswith(field))

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def end(self):
        """What it says last."""
        rest, _ = self.process.communicate()
        return rest.strip()


def compare(java, case, threads, pairs):
    warm_up, burst = CASES[case]
    with tempfile.TemporaryDirectory() as folder:
        start = os.path.join(folder, "start.safetensors")
        penstock = Side([*java, "io.penstock.benchmarks.step.TrainingStep"], case, threads, start)
        pytorch = Side([sys.executable, os.path.join(HERE, "torch_step.py")], case, threads, start)
    sides = {"pytorch": pytorch, "penstock": penstock}
    first = {name: side.train(1)[1] for name, side in sides.items()}
    for side in sides.values():
        side.train(warm_up)
    times = {name: [] for name in sides}
    last = {}
    before = {name: side.processor_seconds() for name, side in sides.items()}
    for _ in range(pairs):
        for name, side in sides.items():
            millis, last[name] = side.train(burst)
            times[name].append(millis)
    processor = {name: 1000 * (side.processor_seconds() - before[name]) / pairs / burst for name, side in sides.items()}
    ratios = [theirs / ours for theirs, ours in zip(times["pytorch"], times["penstock"])]
    result = {
        "case": case,
        "threads": threads,
        "pairs": pairs,
        "steps": 1 + warm_up + pairs * burst,
        "pytorchMs": round(statistics.median(times["pytorch"]), 3),
        "penstockMs": round(statistics.median(times["penstock"]), 3),
        "ratio": round(statistics.median(ratios), 3),
        "ratios": [round(each, 3) for each in ratios],
        "pytorchProcessorMs": round(processor["pytorch"], 3),
        "penstockProcessorMs": round(processor["penstock"], 3),
        "pytorchPeakMiB": pytorch.memory("VmHWM"),
        "penstockPeakMiB": penstock.memory("VmHWM"),
        "pytorchFirstLoss": first["pytorch"],
        "penstockFirstLoss": first["penstock"],
        "pytorchLastLoss": last["pytorch"],
        "penstockLastLoss": last["penstock"],
    }
    for side in sides.values():
        side.end()
    return result


def soak(java, case, threads, steps, every=50):
    """Resident memory of a long run, and the tensors that are left at its end."""
    with tempfile.TemporaryDirectory() as folder:
        start = os.path.join(folder, "start.safetensors")
        side = Side([*java, "io.penstock.benchmarks.step.TrainingStep"], case, threads, start)
    resident = []
    for _ in range(0, steps, every):
        _, loss = side.train(every)
        resident.append(side.memory("VmRSS"))
    return {
        "case": case,
        "threads": threads,
        "steps": len(resident) * every,
        "residentMiB": resident,
        "loss": loss,
        "liveTensors": int(side.end()),
    }


def row(result):
    return f"| {' | '.join(str(result[column]) for column in COLUMNS)} |"


def main():
    parser = argparse.ArgumentParser(prog="benchmarks/compare-pytorch.sh")
    parser.add_argument("--case", choices=CASES)
    parser.add_argument("--threads", type=int, choices=(1, 2))
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a row of a table")
    parser.add_argument("--all", action="store_true", help="all cases with 1 and with 2 threads")
    parser.add_argument("--kernels", type=int, metavar="STEPS", help="time of each kernel of Penstock alone")
    parser.add_argument("--soak", type=int, metavar="STEPS", help="resident memory of Penstock alone, every 50 steps")
    parser.add_argument("java", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if (arguments.case is None) != arguments.all:
        parser.error("use either --case or --all")
    java = arguments.java[1:]
    if arguments.kernels:
        job = os.path.join(HERE, "cases", arguments.case + ".json")
        main_class = "io.penstock.benchmarks.step.StepKernels"
        sys.exit(subprocess.call([*java, main_class, job, str(arguments.threads or 1), str(arguments.kernels)]))
    if arguments.soak:
        print(json.dumps(soak(java, arguments.case, arguments.threads or 1, arguments.soak)))
        return
    chosen = list(CASES) if arguments.all else [arguments.case]
    threads = [arguments.threads] if arguments.threads else [1, 2] if arguments.all else [1]
    if not arguments.json:
        print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}", flush=True)
    for case in chosen:
        for count in threads:
            result = compare(java, case, count, arguments.pairs)
            print(json.dumps(result) if arguments.json else row(result), flush=True)


if __name__ == "__main__":
    main()
