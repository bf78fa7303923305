"""Whole training steps of a benchmark case in PyTorch, as many as are asked for.

Arguments: job file, threads, the file that the other side has written its initial weights and the batch to. Says "ready", then
reads numbers of steps, one a line, and answers each with the mean milliseconds of those steps and the last one's loss.
"""

import json
import struct
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.ln_1 = nn.LayerNorm(hidden)
        self.ln_2 = nn.LayerNorm(hidden)
        self.attn = nn.ModuleDict({"c_attn": nn.Linear(hidden, 3 * hidden), "c_proj": nn.Linear(hidden, hidden)})
        self.mlp = nn.ModuleDict({"c_fc": nn.Linear(hidden, 4 * hidden), "c_proj": nn.Linear(4 * hidden, hidden)})

    def forward(self, x):
        batch, tokens, hidden = x.shape
        q, k, v = self.attn["c_attn"](self.ln_1(x)).split(hidden, dim=2)
        q, k, v = (each.view(batch, tokens, self.heads, -1).transpose(1, 2) for each in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn["c_proj"](y.transpose(1, 2).reshape(batch, tokens, hidden))
        return x + self.mlp["c_proj"](F.gelu(self.mlp["c_fc"](self.ln_2(x)), approximate="tanh"))


class Gpt2(nn.Module):
    def __init__(self, vocabulary, contextLength, blocks, hiddenSize, heads):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, hiddenSize)
        self.wpe = nn.Embedding(contextLength, hiddenSize)
        self.h = nn.ModuleList(Block(hiddenSize, heads) for _ in range(blocks))
        self.ln_f = nn.LayerNorm(hiddenSize)
        self.register_buffer("positions", torch.arange(contextLength), persistent=False)

    def forward(self, ids):
        x = self.wte(ids) + self.wpe(self.positions[: ids.shape[1]])
        for block in self.h:
            x = block(x)
        return F.linear(self.ln_f(x), self.wte.weight)


class Mlp(nn.Module):
    def __init__(self, inputSize, hiddenSizes, outputSize, activation):
        super().__init__()
        sizes = [inputSize, *hiddenSizes, outputSize]
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in zip(sizes, sizes[1:]))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = F.relu(layer(x))
        return self.layers[-1](x)


MODELS = {"mlp": Mlp, "gpt2": Gpt2}
OPTIMIZERS = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}


def build(job):
    model = dict(job["model"])
    return MODELS[model.pop("type")](**model)


def tensors(path):
    """The tensors of a safetensors file, one after the other."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        header.pop("__metadata__")
        for name, entry in header.items():
            dtype = {"F32": torch.float32, "I32": torch.int32}[entry["dtype"]]
            begin, end = entry["data_offsets"]
            yield name, torch.frombuffer(bytearray(file.read(end - begin)), dtype=dtype).view(entry["shape"])


def load(model, path):
    """Fills the model and returns the batch."""
    parameters = dict(model.named_parameters())
    batch = {}
    for name, tensor in tensors(path):
        if name.startswith("batch."):
            batch[name] = tensor.long() if tensor.dtype == torch.int32 else tensor
        else:
            # GPT-2's checkpoints have these as [in, out]
            parameters.pop(name).data.copy_(tensor.T if ".c_" in name and tensor.dim() == 2 else tensor)
    assert not parameters, f"without initial values: {list(parameters)}"
    return batch["batch.inputs"], batch["batch.targets"]


def step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs.view(-1, outputs.shape[-1]), targets.view(-1))
    loss.backward()
    optimizer.step()
    return loss.item()


def main(job_file, threads, start_file):
    torch.set_num_threads(int(threads))
    job = json.load(open(job_file))
    model = build(job)
    inputs, targets = load(model, start_file)
    chosen = job["training"]["optimizer"]
    optimizer = OPTIMIZERS[chosen["type"]](model.parameters(), lr=chosen["learningRate"])
    print("ready", flush=True)
    for line in sys.stdin:
        count = int(line)
        start = time.perf_counter()
        for _ in range(count):
            loss = step(model, optimizer, inputs, targets)
        print((time.perf_counter() - start) * 1000 / count, loss, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
