#!/usr/bin/env bash
# Two workers with one thread each beside one worker with one thread, with 8 micro-batches, and the same split in PyTorch over
# Gloo. Prints a JSON object a line; ofPredicted is the speed-up ÷ (2 × (1 − predicted bubble)).
#   benchmarks/compare-pipeline.sh [--case gpt768|gpt256] [--steps 4] [--rounds 1] [--schedules 1f1b,zb-h1] [--no-pytorch]
# Needs two cores, 8 GiB and a quiet machine. PYTHON=… names a Python that has torch.
set -euo pipefail
cd "$(dirname "$0")/.."
./penstock version >/dev/null # builds, if it must
exec "${PYTHON:-python3}" benchmarks/pipeline.py "$@"
