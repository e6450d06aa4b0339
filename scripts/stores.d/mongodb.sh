# shellcheck shell=bash
# MongoDB: a real mongod where there is one to be had, else FerretDB on PostgreSQL (documentdb.sh).

prepare_mongodb() {
  MONGOD=
  if [ -n "${MONGODB_URI:-}" ]; then
    check_given MONGODB_URI "$MONGODB_URI"
    say 'mongodb the one in MONGODB_URI'
  # Data once begun stays with the kind of server that holds it.
  elif [ -e "$DIR/documentdb.id" ] || ! find_mongod; then
    [ ! -d "$DIR/mongodb" ] || say "there is no mongod any more for the data in $DIR/mongodb: not using it"
    prepare_documentdb
  fi
}

# Sets MONGOD to the binary.
find_mongod() {
  MONGOD=$(command -v mongod) || download_mongod || return 1
  # The download needs libraries that a small machine may not have, or a newer processor.
  "$MONGOD" --version >/dev/null || {
    say "$MONGOD does not run here (above)"
    MONGOD=
    return 1
  }
}

# A download that failed is not tried again for a day: without internet each try costs about 8 s.
download_mongod() {
  local failed=$CACHE/mongod/failed
  [ -z "$(find "$failed" -mmin -1440 2>/dev/null)" ] || return 1
  [ -d "$ROOT/node_modules/mongodb-memory-server-core" ] || return 1
  say 'no mongod on PATH: looking for a download (some seconds)'
  mkdir -p "$CACHE/mongod"
  # In the background, as bash runs no trap meanwhile otherwise; without our files, as it may outlive us.
  node "$ROOT/scripts/stores.d/mongod-binary.mjs" "$CACHE/mongod" >"$DIR/mongod-setup.log" 3>&- 9>&- &
  if wait $!; then
    MONGOD=$(cat "$DIR/mongod-setup.log")
    rm -f "$failed" "$DIR/mongod-setup.log"
  else
    touch "$failed"
    say 'no mongod to download here; not tried again for a day'
    return 1
  fi
}

start_mongodb() {
  [ -z "${MONGODB_URI:-}" ] || return 0
  if [ -n "$MONGOD" ]; then start_mongod; else start_documentdb; fi
}

start_mongod() {
  local name
  name="mongod $("$MONGOD" --version | sed -nE 's/^db version v//p')"
  if pid_of mongod >/dev/null && port_answers "$(kept_port mongod)"; then
    say "mongodb $name still runs on 127.0.0.1:$(kept_port mongod)"
  else
    end_hung mongod
    mkdir -p "$DIR/mongodb"
    choose_port mongod
    launch mongod "$MONGOD" --dbpath "$DIR/mongodb" --bind_ip 127.0.0.1 --port "$PORT" --nounixsocket
    wait_for mongod 60 port_answers "$PORT"
    say "mongodb $name on 127.0.0.1:$PORT, data in $DIR/mongodb"
  fi
  MONGODB_URI=mongodb://127.0.0.1:$(kept_port mongod)/tollgate
}
