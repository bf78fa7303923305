# Small words for the scripts that try a deployment: source it, with API and TOKEN set.
say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*"
  exit 1
}

get() { curl -sS --max-time 10 -H "Authorization: Bearer $TOKEN" "$API$1"; }
status_of() { curl -s --max-time 10 -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $1" -X "$2" "$API$3"; }
submit() {
  curl -sS --max-time 20 --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d "$1" "$API/jobs" |
    jq -er .id
}

# await SECONDS WHAT COMMAND...: until the command succeeds.
await() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" 2>/dev/null; do
    [ $SECONDS -lt $end ] || fail "not in time: $what"
    sleep 0.5
  done
  say "$what"
}
has_idle_workers() { [ "$(get /workers | jq '[.[] | select(.state == "IDLE")] | length')" = "$1" ]; }
has_state() {
  local state
  state=$(get "/jobs/$1" | jq -r .state)
  [ "$state" = "$2" ] && return
  case $state in SUCCEEDED | FAILED | STOPPED) fail "job $1 is $(get "/jobs/$1" | jq -c '{state, reason}'), not $2" ;; esac
  return 1
}
has_done_steps() { [ "$(get "/jobs/$1" | jq '.progress.step // 0')" -ge "$2" ]; }
prometheus_knows() {
  curl -s --max-time 5 --data-urlencode "query=sum by (worker) (penstock_worker_busy_seconds_total)" "$PROMETHEUS/api/v1/query" |
    jq -e '.data.result | length >= 4' >/dev/null
}
has_orchestrator() { get /version | jq -e .name >/dev/null; }
has_idle_or_busy_workers() { [ "$(get /workers | jq '[.[] | select(.state != "LOST")] | length')" = "$1" ]; }
is_not_ready() { [ "$(k get node "$1" -o json | jq -r '.status.conditions[] | select(.type == "Ready") | .status')" != True ]; }
