#!/usr/bin/env bash
# Builds the benchmarks and runs those whose name matches, e.g. benchmarks/run.sh TransferBenchmark -p bytes=4
# Everything after the name goes to JMH; needs JAVA_HOME or PATH to lead to a JDK 25.
set -euo pipefail
cd "$(dirname "$0")/.."
./mvnw -B -ntp -q -pl benchmarks -am -DskipTests package
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "benchmarks/target/classes:$(cat benchmarks/target/class-path)" \
  org.openjdk.jmh.Main "$@"
