#!/usr/bin/env bash
# One training step on one worker beside PyTorch: both in turn, with the same threads, medians of interleaved pairs.
#   benchmarks/compare-pytorch.sh [JOB] [THREADS] [PAIRS]     PYTHON=… names a Python that has torch
set -euo pipefail
cd "$(dirname "$0")/.."
job=${1:-examples/fashion-mlp.json} threads=${2:-1} pairs=${3:-5} steps=200
export OMP_NUM_THREADS=$threads
./mvnw -B -ntp -q -pl benchmarks -am -DskipTests -Dspotless.check.skip package
java="$(.mvn/find-jdk.sh)/bin/java"

penstock() {
  "$java" -XX:+UseSerialGC --add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -cp "benchmarks/target/classes:$(cat benchmarks/target/class-path)" \
    io.penstock.benchmarks.step.TrainingStep "$job" "$1" "$threads" "$steps" 2>/dev/null | tail -n 1
}

echo "job $job, threads $threads, median ms of a step"
echo "pytorch  penstock m=1  m=8  ratio (pytorch / penstock m=1)"
for _ in $(seq "$pairs"); do
  theirs=$("${PYTHON:-python3}" benchmarks/training_step.py "$job" "$threads" "$steps")
  ours=$(penstock 1)
  sliced=$(penstock 8)
  echo "$theirs  $ours  $sliced  $(awk "BEGIN {printf \"%.3f\", $theirs / $ours}")"
done
