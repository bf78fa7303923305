#!/usr/bin/env bash
# Kubernetes for real: applies k8s/overlays/dev to the current cluster and namespace, trains over REST on workers of
# several nodes, then lets things go wrong, and tells what happened after how many seconds.
# The cluster needs the images penstock/orchestrator-service:dev and penstock/stage-service:dev; here bash, curl, jq.
#   KUBECTL   kubectl
#   APPLY     what applies a kustomization: "kubectl apply -k"
#   FAULT     a command for faults that Kubernetes has no word for: `$FAULT kill POD` sends SIGKILL to its process 1,
#             `$FAULT link NODE down|up` cuts a node off. Without it these parts are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
. acceptance/rest.sh

read -ra KUBECTL <<<"${KUBECTL:-kubectl}"
read -ra APPLY <<<"${APPLY:-kubectl apply -k}"
read -ra FAULT <<<"${FAULT:-}"
PORT=${PENSTOCK_PORT:-18080} API=http://127.0.0.1:${PENSTOCK_PORT:-18080} TOKEN=dev
overlay=k8s/overlays/dev
k() { "${KUBECTL[@]}" "$@"; }

# The way to REST: it ends with the pod that it leads to, so it is opened again and again.
forward() { while true; do k port-forward --address 127.0.0.1 service/orchestrator "$PORT:8080" >/dev/null 2>&1 || sleep 0.5; done; }
finish() {
  local status=$?
  [ -z "${forwarder:-}" ] || { kill -- "-$forwarder"; } 2>/dev/null || true
  if [ $status != 0 ]; then
    k get pods -o wide || true
    k logs deployment/orchestrator --tail=30 || true
  fi
  k delete -k "$overlay" --timeout=60s >/dev/null 2>&1 || true
  exit $status
}
trap finish EXIT

began() { start=$(date +%s%N); }
after() { awk -v n="$(($(date +%s%N) - start))" 'BEGIN {printf "%.1f s", n / 1e9}'; }
reason_of() { get "/jobs/$1" | jq -r .reason; }
nodes_of() { k get pods -l app.kubernetes.io/component=worker -o json | jq -r '[.items[].spec.nodeName] | unique | join(" ")'; }
digits() { jq --argjson steps "$1" '.training |= (del(.epochs) | .steps = $steps)' examples/digits-mlp.json; }
start_endless() {
  job=$(submit "$(digits 1000000)")
  await 90 "an endless job runs" has_done_steps "$job" 5
}
train_again() {
  await "$1" "four workers are idle" has_idle_workers 4
  say "all workers are back $(after) after the fault, or its end"
  job=$(submit "$(digits 20)")
  await 90 "the next job SUCCEEDED" has_state "$job" SUCCEEDED
}

began
"${APPLY[@]}" "$overlay" >/dev/null
set -m
forward &
forwarder=$!
set +m
k rollout status deployment/orchestrator --timeout=180s >/dev/null
k rollout status statefulset/worker --timeout=180s >/dev/null
say "all pods are ready after $(after)"
await 30 "four workers are idle" has_idle_workers 4
say "workers are on: $(nodes_of)"
job=$(submit "$(cat examples/digits-mlp.json)")
await 300 "the digits job SUCCEEDED" has_state "$job" SUCCEEDED
say "held-out accuracy $(get "/jobs/$job" | jq -r .validationAccuracy), workers $(get "/jobs/$job" | jq -c '[.workers[].worker]')"

# fails NAMES WITHIN COMMAND...: a job runs, the command does harm, the job FAILED with one of the workers' names
fails() {
  local names=$1 within=$2
  shift 2
  start_endless
  began
  "$@" >/dev/null
  await "$within" "job FAILED" has_state "$job" FAILED
  say "$* : FAILED after $(after): $(reason_of "$job")"
  reason_of "$job" | grep -qE "$names" || fail "the reason does not name $names"
}

if [ -n "${FAULT[*]}" ]; then
  fails worker-2 30 "${FAULT[@]}" kill worker-2
  train_again 90
fi

fails worker-1 30 k delete pod worker-1 --wait=false
train_again 90

kept=$(submit "$(digits 200)")
began
k delete pod -l app.kubernetes.io/component=orchestrator --timeout=60s >/dev/null
await 120 "orchestrator deleted and back" has_orchestrator
say "REST answers again after $(after)"
await 90 "workers came back by themselves" has_idle_or_busy_workers 4
state=$(get "/jobs/$kept" | jq -r .state)
[ -n "$state" ] && [ "$state" != null ] || fail "the restarted orchestrator has lost job $kept"
say "the job accepted before is $state"
train_again 120

home=$(k get pods -l app.kubernetes.io/component=orchestrator -o jsonpath='{.items[0].spec.nodeName}')
far=$(nodes_of | tr ' ' '\n' | grep -vx "$home" | head -n 1)
if [ -n "${FAULT[*]}" ] && [ -n "$far" ]; then
  away=$(k get pods -l app.kubernetes.io/component=worker --field-selector "spec.nodeName=$far" -o json | jq -r '[.items[].metadata.name] | join("|")')
  fails "$away" 60 "${FAULT[@]}" link "$far" down
  await 90 "node $far is NotReady" is_not_ready "$far"
  say "node $far NotReady after $(after)"
  "${FAULT[@]}" link "$far" up
  began
  train_again 180
fi
say "done"
