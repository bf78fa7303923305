#!/usr/bin/env bash
# Whole training steps of Penstock beside PyTorch on this machine: the same weights, the same batch, the same threads.
#   benchmarks/compare-pytorch.sh --case mlp1024|gpt256|course|gpt768 [--threads 1|2] [--pairs 7] [--json]
#   benchmarks/compare-pytorch.sh --all                        one row of a table for each case and number of threads
#   benchmarks/compare-pytorch.sh --case gpt256 --soak 1000    resident memory of Penstock alone
#   benchmarks/compare-pytorch.sh --case gpt256 --kernels 20   time of each kernel of Penstock alone
# Both processes live as long as the comparison and train in turn, in bursts of some seconds; one waits while the other trains.
# The ratio (PyTorch's time ÷ Penstock's) is the median over pairs of bursts. PYTHON=… names a Python that has torch.
set -euo pipefail
cd "$(dirname "$0")/.."
./mvnw -B -ntp -q -pl benchmarks -am -DskipTests -Dspotless.check.skip package
# Workers get the same options.
java=("$(.mvn/find-jdk.sh)/bin/java" -Xmx1g -XX:+UseSerialGC --add-modules=jdk.incubator.vector
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  -cp "benchmarks/target/classes:$(cat benchmarks/target/class-path)")
exec "${PYTHON:-python3}" benchmarks/side_by_side.py "$@" -- "${java[@]}"
