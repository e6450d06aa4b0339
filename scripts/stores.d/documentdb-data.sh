# shellcheck shell=bash
# PostgreSQL's data: TENANTS/<id>/data, beside a file `owner` that names the DIR it belongs to. DIR/documentdb.id names
# the <id>. TENANTS/template/data is an empty database to copy.

TENANTS=$DOCUMENTDB/var/lib/tollgate

documentdb_id() { id_in "$DIR"; }

# The id becomes part of a path that gets removed: only what we would have written counts.
id_in() { grep -xE '[0-9a-f]{16}' "$1/documentdb.id" 2>/dev/null; }

documentdb_data() { echo "$TENANTS/$(documentdb_id)/data"; }

# Makes sure that DIR has data and that it is DIR's alone.
claim_data() {
  local id
  exec 6>"$CACHE/data.lock"
  flock 6
  id=$(documentdb_id) || true
  if [ -z "$id" ]; then
    new_data
  elif [ ! -d "$TENANTS/$id/data" ]; then
    say "mongodb data of $DIR is no longer in $CACHE: starting empty"
    new_data
  elif belongs_elsewhere "$id"; then
    say "mongodb data stays with $(cat "$TENANTS/$id/owner"), of which $DIR is a copy: starting empty"
    new_data
  else
    # A DIR that was moved says so before the clean-up below misses it.
    echo "$DIR" >"$TENANTS/$id/owner"
  fi
  remove_orphans
  exec 6>&-
}

belongs_elsewhere() {
  local owner
  owner=$(cat "$TENANTS/$1/owner")
  [ "$owner" != "$DIR" ] && [ "$(id_in "$owner")" = "$1" ]
}

new_data() {
  local id tenant
  id=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
  tenant=$TENANTS/$id
  mkdir "$tenant"
  echo "$DIR" >"$tenant/owner"
  cp -a --reflink=auto "$TENANTS/template/data" "$tenant/data.new"
  # A copy does not reach the disk by itself, and PostgreSQL takes it for data that did.
  [ "${STORES_FSYNC:-on}" = off ] || in_root "$DOCUMENTDB" "$PG_BIN/initdb" --sync-only -D "/var/lib/tollgate/$id/data.new" >/dev/null
  mv "$tenant/data.new" "$tenant/data"
  echo "$id" >"$DIR/documentdb.id"
}

# Data whose DIR is gone, or has begun anew; not more than 20 at a time, so that a start stays quick.
remove_orphans() {
  local file tenant left=20
  for file in "$TENANTS"/*/owner; do
    tenant=${file%/owner}
    if [ ! -e "$file" ] || [ "$(id_in "$(cat "$file")")" = "${tenant##*/}" ]; then continue; fi
    if data_is_in_use "$tenant/data"; then continue; fi
    ((left-- > 0)) || return 0
    rm -rf "$tenant"
  done
}

# Every PostgreSQL process works in its data folder.
data_is_in_use() { [ -n "$(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$1" 2>/dev/null)" ]; }

remove_documentdb_data() {
  local id
  if id=$(documentdb_id) && [ -d "$TENANTS/$id" ] && ! belongs_elsewhere "$id"; then rm -rf "${TENANTS:?}/$id"; fi
  rm -f "$DIR/documentdb.id"
}
