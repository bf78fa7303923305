"""Times whole training steps of an mlp job in PyTorch: job file, threads, steps. Prints the median milliseconds of a step."""

import json
import statistics
import sys
import time

import torch


def main(job_file, threads, steps):
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    job = json.load(open(job_file))
    model, training = job["model"], job["training"]
    sizes = [model["inputSize"], *model["hiddenSizes"], model["outputSize"]]
    layers = []
    for width_in, width_out in zip(sizes, sizes[1:]):
        layers += [torch.nn.Linear(width_in, width_out), torch.nn.ReLU()]
    network = torch.nn.Sequential(*layers[:-1])
    optimizer = torch.optim.Adam(network.parameters(), lr=training["optimizer"]["learningRate"])
    x = torch.rand(training["batchSize"], sizes[0])
    y = torch.randint(sizes[-1], (training["batchSize"],))
    times = []
    for _ in range(2 * steps):
        start = time.perf_counter()
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(network(x), y).backward()
        if "clipNorm" in training:
            torch.nn.utils.clip_grad_norm_(network.parameters(), training["clipNorm"])
        optimizer.step()
        times.append(time.perf_counter() - start)
    print(f"{statistics.median(times[steps:]) * 1000:.3f}")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
