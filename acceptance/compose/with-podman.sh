#!/usr/bin/env bash
# Runs a command with podman in Docker's place, on Debian 12 as root, where neither a Docker engine nor an image registry
# nor systemd need be there: installs podman, makes the base images from Debian's packages and the JDK (debian-images.sh),
# starts podman's service, runs health checks, which podman leaves to systemd, and ends all that with the command.
#   acceptance/compose/with-podman.sh acceptance/compose/run.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=(podman buildah runc netavark aardvark-dns iptables docker-compose curl jq)

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >/dev/null
fi

work=$(mktemp -d)
background=()
finish() {
  local status=$?
  [ ${#background[@]} = 0 ] || kill "${background[@]}" 2>/dev/null || true
  rm -rf "$work"
  exit $status
}
trap finish EXIT

# The limits of this machine, the runtime that works with every kind of cgroups, and nothing that needs systemd.
limit=$(ulimit -Hn)
[ "$limit" != unlimited ] || limit=1048576
cat >"$work/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=$limit:$limit", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
CONF
export CONTAINERS_CONF=$work/containers.conf

"$here/debian-images.sh"

export DOCKER_HOST=unix://$work/podman.sock COMPOSE_HTTP_TIMEOUT=120
podman system service --time=0 "$DOCKER_HOST" >"$work/service.log" 2>&1 &
background+=($!)
# Until a container is healthy: that is what others wait for, and a check costs podman half a second of processor time.
check_health() {
  local id
  while sleep 2; do
    for id in $(podman ps -q --filter health=starting --filter health=unhealthy); do
      podman healthcheck run "$id" >/dev/null 2>&1 || true
    done
  done
}
check_health &
background+=($!)
until curl -s --max-time 2 --unix-socket "$work/podman.sock" http://podman/_ping >/dev/null; do
  kill -0 "${background[0]}" 2>/dev/null || { cat "$work/service.log" >&2; exit 1; }
  sleep 0.1
done

ENGINE=podman COMPOSE=docker-compose BASE_IMAGE=localhost/penstock-base POSTGRES_IMAGE=localhost/penstock-postgres \
  PROMETHEUS_IMAGE=localhost/penstock-prometheus "$@"
