#!/usr/bin/env bash
# One worker for each GPU: applies k8s/overlays/gpu to the current cluster and namespace, whose nodes advertise fewer
# nvidia.com/gpu than there are workers, and checks that each GPU gets one worker and the others wait.
#   KUBECTL, APPLY   as in run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. acceptance/rest.sh

read -ra KUBECTL <<<"${KUBECTL:-kubectl}"
read -ra APPLY <<<"${APPLY:-kubectl apply -k}"
overlay=k8s/overlays/gpu
k() { "${KUBECTL[@]}" "$@"; }
workers() { k get pods -l app.kubernetes.io/component=worker -o json; }
finish() {
  local status=$?
  [ $status = 0 ] || k get pods -o wide || true
  k delete -k "$overlay" --timeout=60s >/dev/null 2>&1 || true
  k delete secret penstock >/dev/null 2>&1 || true
  exit $status
}
trap finish EXIT

gpus=$(k get nodes -o json | jq '[.items[].status.allocatable["nvidia.com/gpu"] // "0" | tonumber] | add')
replicas=$(k kustomize "$overlay" | awk '/^kind: StatefulSet/ {found = 1} found && /^  replicas:/ {print $2; exit}')
[ "$gpus" -ge 1 ] && [ "$gpus" -lt "$replicas" ] || fail "needs 1 to $((replicas - 1)) GPUs, the nodes have $gpus"
k create secret generic penstock --from-literal=api-token=test --from-literal=control-secret=test >/dev/null
"${APPLY[@]}" "$overlay" >/dev/null

has_scheduled() { [ "$(workers | jq '[.items[] | select(.spec.nodeName)] | length')" = "$1" ]; }
is_told_why() {
  [ "$(workers | jq '[.items[] | select(.status.phase == "Pending" and (.status.conditions[]? | .type == "PodScheduled" and
    (.message // "" | contains("Insufficient nvidia.com/gpu"))))] | length')" = "$1" ]
}
await 60 "$gpus workers have a node" has_scheduled "$gpus"
await 60 "$((replicas - gpus)) wait: Insufficient nvidia.com/gpu" is_told_why $((replicas - gpus))
has_scheduled "$gpus" || fail "more workers than GPUs have a node"
[ "$(workers | jq '[.items[] | select(.spec.nodeName) | .spec.nodeName] | group_by(.) | map(length) | max')" = \
  "$(k get nodes -o json | jq '[.items[].status.allocatable["nvidia.com/gpu"] // "0" | tonumber] | max')" ] || fail "a node has more workers than GPUs"
workers | jq -r '.items[] | "        \(.metadata.name) \(.status.phase) \(.spec.nodeName // "-")"'
