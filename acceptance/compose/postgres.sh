#!/bin/bash
# Starts PostgreSQL with the settings that the official image knows: POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB.
set -euo pipefail
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  initdb -D "$data" -U "$POSTGRES_USER" --auth=scram-sha-256 --pwfile=<(echo "$POSTGRES_PASSWORD") --no-sync >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single -D "$data" postgres >/dev/null
fi
exec postgres -D "$data" -c listen_addresses='*'
