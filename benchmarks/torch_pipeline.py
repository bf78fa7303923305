"""The same split in PyTorch over Gloo: 1F1B on two processes with one thread each, or all on one with the same micro-batches.

Arguments: job file, world size, rank, port, blocks of the first stage, micro-batches, steps. Rank 0 prints seconds of each step.
Both stages hold the tied table and add up its gradients, as Megatron-LM does.
"""

import json
import sys
import time

import torch
import torch.distributed as dist
from torch.nn import functional as F
from torch_step import OPTIMIZERS, build


class Stage:
    def __init__(self, job, world, rank, blocks):
        self.world, self.rank = world, rank
        self.first, self.last = rank == 0, rank == world - 1
        torch.manual_seed(0)
        self.model = build(job)
        self.shape = (1, job["data"]["sequenceLength"], job["model"]["hiddenSize"])
        self.vocabulary = job["model"]["vocabulary"]
        if world == 2:
            self.model.h = self.model.h[:blocks] if self.first else self.model.h[blocks:]
            unused = self.model.ln_f if self.first else self.model.wpe
            for parameter in unused.parameters():
                parameter.requires_grad_(False)
        trained = [each for each in self.model.parameters() if each.requires_grad]
        chosen = job["training"]["optimizer"]
        self.optimizer = OPTIMIZERS[chosen["type"]](trained, lr=chosen["learningRate"])
        self.flights, self.sends = [], []

    def forward(self, ids, count):
        if self.first:
            x = given = self.model.wte(ids) + self.model.wpe(self.model.positions)
        else:
            given = torch.empty(self.shape)
            dist.recv(given, 0)
            x = given.requires_grad_()
        for block in self.model.h:
            x = block(x)
        if self.last:
            logits = F.linear(self.model.ln_f(x), self.model.wte.weight)
            x = F.cross_entropy(logits.view(-1, self.vocabulary), ids.view(-1)) / count
        else:
            self.send(x.detach(), 1)
        self.flights.append((given, x))

    def backward(self):
        given, x = self.flights.pop(0)
        if self.last:
            x.backward()
        else:
            gradient = torch.empty(self.shape)
            dist.recv(gradient, 1)
            x.backward(gradient)
        if not self.first:
            self.send(given.grad, 0)

    def send(self, tensor, to):
        self.sends.append((dist.isend(tensor, to), tensor))

    def step(self, batch):
        self.optimizer.zero_grad()
        warm_up = self.world - 1 - self.rank
        for i, ids in enumerate(batch):
            self.forward(ids, len(batch))
            if i >= warm_up:
                self.backward()
        while self.flights:
            self.backward()
        for work, _ in self.sends:
            work.wait()
        self.sends.clear()
        if self.world > 1:
            dist.all_reduce(self.model.wte.weight.grad)
        self.optimizer.step()


def main(job_file, world, rank, port, blocks, micro_batches, steps):
    torch.set_num_threads(1)
    job = json.load(open(job_file))
    if world > 1:
        dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{port}", world_size=world, rank=rank)
    stage = Stage(job, world, rank, blocks)
    batch = torch.randint(stage.vocabulary, (micro_batches, 1, stage.shape[1]))
    for _ in range(steps):
        if world > 1:
            dist.barrier()
        start = time.perf_counter()
        stage.step(batch)
        if world > 1:
            dist.barrier()
        if rank == 0:
            print(time.perf_counter() - start, flush=True)
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
