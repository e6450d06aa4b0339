# shellcheck shell=bash
# FerretDB, which speaks MongoDB's protocol, in front of PostgreSQL with the DocumentDB extension.
#
# PostgreSQL comes as a small Debian root (documentdb-build.sh) and runs inside it by chroot: it refuses to be root, and
# its own user could not enter a checkout in a private folder. So its data lies inside the root too (documentdb-data.sh).

DOCUMENTDB=$CACHE/documentdb-1
PG_BIN=/usr/lib/postgresql/18/bin
FERRETDB_VERSION=v2.7.0
# shellcheck disable=SC2034 # for documentdb-build.sh
FERRETDB_PACKAGE=github.com/FerretDB/FerretDB/v2/cmd/ferretdb@$FERRETDB_VERSION
FERRETDB=$CACHE/bin/ferretdb-$FERRETDB_VERSION

PG_SETTINGS=(
  -c 'shared_preload_libraries=pg_cron,pg_documentdb_core,pg_documentdb'
  # DocumentDB builds indexes and deletes expired documents by cron jobs. As background workers they need neither the
  # port, which they would remember from the template, nor a connection.
  -c cron.database_name=postgres -c cron.use_background_workers=on -c max_worker_processes=16
  # Some of these jobs run every 2 s: not one row and two log lines for each.
  -c cron.log_run=off -c cron.log_statement=off
  # The root has no /dev/shm mounted, and nobody needs the socket.
  -c dynamic_shared_memory_type=mmap -c unix_socket_directories= -c listen_addresses=127.0.0.1
  # FerretDB shares 50 connections among all its clients; a cursor left open keeps one more to itself.
  -c max_connections=200
  # Unique indexes are exclusion constraints here: two inserts of the same key wait for each other until this look.
  -c deadlock_timeout=100ms
  # An error is the client's to handle; the log need not repeat the statement.
  -c log_min_error_statement=panic
  -c wal_level=minimal -c max_wal_senders=0 -c jit=off -c timezone=UTC -c log_timezone=UTC
)

# in_root ROOT COMMAND...: runs it there as the user postgres, with nothing of our environment.
in_root() {
  chroot --userspec=postgres:postgres "$1" /usr/bin/env -i LC_ALL=C.UTF-8 PATH="$PG_BIN:/usr/bin" "${@:2}"
}

prepare_documentdb() {
  local part waited=0
  [ -n "$(missing_parts)" ] || return 0
  [ "$(id -u)" = 0 ] || die 'there is no MongoDB here: install mongod, or set MONGODB_URI to a running one, or run as root to have one built'
  mkdir -p "$CACHE/bin"
  exec 7>"$CACHE/build.lock"
  until flock -w 1 7; do
    ((waited++ % 5)) || say "waiting for another checkout, which is building FerretDB, $waited s"
  done
  [ -z "$(missing_parts)" ] || say 'no mongod here: getting FerretDB and PostgreSQL instead, about 2 minutes, once for this machine'
  for part in $(missing_parts); do job "$part" "build_$part"; done
}

missing_parts() {
  [ -d "$DOCUMENTDB" ] || echo postgresql
  [ -x "$FERRETDB" ] || echo ferretdb
}

start_documentdb() {
  local name
  exec 7>&-
  [ "$(id -u)" = 0 ] || die 'FerretDB with PostgreSQL can only be started by root: become root, or set MONGODB_URI to a running MongoDB'
  claim_data
  name="FerretDB ${FERRETDB_VERSION#v} on PostgreSQL $(in_root "$DOCUMENTDB" "$PG_BIN/postgres" --version | sed -E 's/[^0-9]*([0-9.]+).*/\1/')"
  if documentdb_answers; then
    say "mongodb $name still runs on 127.0.0.1:$(kept_port ferretdb)"
  else
    end_remains
    start_postgres
    start_ferretdb
    say "mongodb $name on 127.0.0.1:$PORT, data in $(documentdb_data)"
  fi
  # shellcheck disable=SC2034 # printed by scripts/stores
  MONGODB_URI=mongodb://127.0.0.1:$(kept_port ferretdb)/tollgate
}

documentdb_answers() {
  pid_of postgres >/dev/null && postgres_answers && pid_of ferretdb >/dev/null && ferretdb_answers
} >/dev/null 2>&1

# One half alone, or one that hangs, is of no use: both start anew.
end_remains() {
  local data tenths=100
  ask_to_stop ferretdb KILL
  ask_to_stop postgres QUIT
  wait_until_gone 20 postgres
  ask_to_stop postgres KILL
  data=$(documentdb_data)
  # PostgreSQL's children outlive a killed parent for a moment, and it does not start beside them.
  while data_is_in_use "$data"; do
    ((tenths-- > 0)) || die "processes of an earlier PostgreSQL still work in $data: end them, or set MONGODB_URI"
    sleep 0.1
  done
  # With nobody in there its pid is stale, and may by now be that of another PostgreSQL, which would stop this one.
  rm -f "$data/postmaster.pid"
}

start_postgres() {
  local settings=("${PG_SETTINGS[@]}")
  if [ "${STORES_FSYNC:-on}" = off ]; then
    settings+=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)
  fi
  choose_port postgres
  launch postgres chroot --userspec=postgres:postgres "$DOCUMENTDB" /usr/bin/env -i LC_ALL=C.UTF-8 \
    "$PG_BIN/postgres" -D "/var/lib/tollgate/$(documentdb_id)/data" -c port="$PORT" "${settings[@]}"
  wait_for postgres 120 postgres_answers
}

postgres_answers() { in_root "$DOCUMENTDB" "$PG_BIN/pg_isready" -q -t 2 -h 127.0.0.1 -p "$(kept_port postgres)"; }

start_ferretdb() {
  mkdir -p "$DIR/ferretdb"
  choose_port ferretdb
  launch ferretdb "$FERRETDB" "${FERRETDB_FLAGS[@]}" --log-level=warn --state-dir="$DIR/ferretdb" \
    --listen-addr="127.0.0.1:$PORT" --postgresql-url="$(postgres_url)"
  wait_for ferretdb 30 ferretdb_answers
}

FERRETDB_FLAGS=(--no-auth --telemetry=disable --debug-addr=-)

postgres_url() { echo "postgres://postgres@127.0.0.1:$(kept_port postgres)/postgres"; }

ferretdb_answers() {
  timeout 5 "$FERRETDB" ping "${FERRETDB_FLAGS[@]}" --state-dir="$DIR/ferretdb" \
    --listen-addr="127.0.0.1:$(kept_port ferretdb)" --postgresql-url="$(postgres_url)"
}
