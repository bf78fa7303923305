#!/usr/bin/env bash
# Compose for real: builds the images, starts all of docker-compose.yml but Grafana, trains over REST on four worker
# containers, kills one in a running job, restarts the orchestrator, and checks that nothing is left after `down`.
# Needs the jars (./mvnw -DskipTests package), bash, curl, jq, and either Docker or acceptance/compose/with-podman.sh.
#   COMPOSE   docker-compose or "docker compose" (default)      ENGINE   docker (default) or podman
#   QUERIES   a command that is given Prometheus' URL when it has the data of a job and fails if a query has no answer
# The images that docker-compose.yml starts from are set by its own variables (BASE_IMAGE, POSTGRES_IMAGE, ...).
set -euo pipefail
cd "$(dirname "$0")/../.."
. acceptance/rest.sh

read -ra COMPOSE <<<"${COMPOSE:-docker compose}"
ENGINE=${ENGINE:-docker}
export COMPOSE_PROJECT_NAME=penstock-acceptance COMPOSE_PROFILES=cpu PENSTOCK_TAG=acceptance
export PENSTOCK_HEARTBEAT=5s # on a busy machine a worker may be silent for longer than two seconds
export PENSTOCK_PORT=${PENSTOCK_PORT:-18080} PROMETHEUS_PORT=${PROMETHEUS_PORT:-19090}
for name in PENSTOCK_CONTROL_SECRET PENSTOCK_API_TOKEN POSTGRES_PASSWORD GRAFANA_PASSWORD; do
  export "$name=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
done
API=http://127.0.0.1:$PENSTOCK_PORT TOKEN=$PENSTOCK_API_TOKEN
PROMETHEUS=http://127.0.0.1:$PROMETHEUS_PORT
workers=(worker-1 worker-2 worker-3 worker-4)

left() {
  local label=label=com.docker.compose.project=$COMPOSE_PROJECT_NAME
  "$ENGINE" ps -aq --filter "$label"
  "$ENGINE" volume ls -q --filter "$label"
  "$ENGINE" network ls -q --filter "$label"
}
finish() {
  local status=$?
  [ $status = 0 ] || "${COMPOSE[@]}" logs --tail=40 || true
  "${COMPOSE[@]}" down -v -t 20 >/dev/null 2>&1 || true
  exit $status
}
trap finish EXIT

(unset PENSTOCK_API_TOKEN && ! "${COMPOSE[@]}" config >/dev/null 2>&1) || fail "compose accepts a missing token"
say "a missing token is refused"

"${COMPOSE[@]}" build orchestrator worker-1 >/dev/null
say "images: $("$ENGINE" image ls --format '{{.Repository}} {{.Size}}' | grep "penstock/.*-service" | sort -u | paste -sd,)"

"${COMPOSE[@]}" up -d prometheus "${workers[@]}" >/dev/null 2>&1
await 240 "four workers are idle" has_idle_workers 4
[ "$(status_of "" GET /jobs)" = 401 ] || fail "REST answers without the token"
say "REST asks for the token"

job=$(submit "$(cat examples/digits-mlp.json)")
await 240 "the digits job SUCCEEDED" has_state "$job" SUCCEEDED
[ "$(get "/jobs/$job" | jq -r '[.workers[].worker] | sort | join(" ")')" = "${workers[*]}" ] || fail "not all workers took part"
say "held-out accuracy $(get "/jobs/$job" | jq -r .validationAccuracy), model: $(get "/jobs/$job/model" | jq -c '[.files[]?.name]')"

endless=$(submit "$(jq '.training |= (del(.epochs) | .steps = 1000000)' examples/digits-mlp.json)")
await 60 "an endless job has done 5 steps" has_done_steps "$endless" 5
if [ -n "${QUERIES:-}" ]; then
  await 60 "Prometheus knows the job" prometheus_knows "$endless"
  $QUERIES "$PROMETHEUS"
  say "every dashboard query has an answer"
fi
victim=$("${COMPOSE[@]}" ps -q worker-3)
"$ENGINE" kill -s KILL "$victim" >/dev/null
await 15 "the job FAILED after worker-3 was killed" has_state "$endless" FAILED
reason=$(get "/jobs/$endless" | jq -r .reason)
[[ $reason == *worker-3* ]] || fail "the reason does not name worker-3: $reason"
say "$reason"

"${COMPOSE[@]}" up -d worker-3 >/dev/null 2>&1
await 60 "worker-3 is back" has_idle_workers 4

"${COMPOSE[@]}" restart -t 20 orchestrator >/dev/null 2>&1
await 90 "workers are back after a restart of the orchestrator" has_idle_workers 4
[ "$(get /jobs | jq '[.. | .id? | strings] | length')" -ge 2 ] || fail "the restarted orchestrator has lost jobs"
next=$(submit "$(jq '.training |= (del(.epochs) | .steps = 20)' examples/digits-mlp.json)")
await 90 "and train the next job" has_state "$next" SUCCEEDED

"${COMPOSE[@]}" down -v -t 20 >/dev/null 2>&1
[ -z "$(left)" ] || fail "left after down: $(left)"
say "nothing is left"
