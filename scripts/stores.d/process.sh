# shellcheck shell=bash
# Server processes that outlive this script: how to start one, to know it again, to stop it.
# A server NAME has DIR/NAME.pid, DIR/NAME.port and DIR/NAME.log, and a folder that it works in.

# launch NAME COMMAND...
launch() {
  local name=$1 log=$DIR/$1.log
  shift
  if [ "$(stat -c %s "$log" 2>/dev/null || echo 0)" -gt 5000000 ]; then mv -f "$log" "$log.old"; fi
  (
    cd "$(folder_of "$name")" || exit
    close_files
    # A session of its own, so that Ctrl-C in the terminal does not reach it.
    exec setsid "$@" </dev/null >>"$log" 2>&1
  ) &
  echo $! >"$DIR/$name.pid"
}

# Whoever waits for the end of our output, or for our lock, must not wait for the server's end.
close_files() {
  local fd
  for fd in /proc/"$BASHPID"/fd/*; do
    fd=${fd##*/}
    if ((fd > 2)); then exec {fd}>&-; fi
  done
}

folder_of() {
  case $1 in
    redis) echo "$DIR/redis" ;;
    mongod) echo "$DIR/mongodb" ;;
    ferretdb) echo "$DIR/ferretdb" ;;
    postgres) documentdb_data ;;
  esac
}

# Prints the pid of the server when it runs and is ours. A pid alone may be another's after a reboot or in a copied DIR,
# so the process must also work in the server's own folder.
pid_of() {
  local pid
  pid=$(cat "$DIR/$1.pid" 2>/dev/null) || return 1
  [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" = "$(folder_of "$1")" ] && echo "$pid"
}

# wait_for NAME SECONDS COMMAND...: until the command succeeds, or the server has ended, or it takes too long.
wait_for() {
  local name=$1 seconds=$2 started=$SECONDS told=$SECONDS pid
  shift 2
  pid=$(cat "$DIR/$name.pid")
  until "$@" >/dev/null 2>&1; do
    [ -d "/proc/$pid" ] || fail_start "$name" 'ended'
    ((SECONDS - started < seconds)) || fail_start "$name" "did not answer within $seconds s"
    if ((SECONDS - told >= 3)); then
      told=$SECONDS
      say "waiting for $name, $((SECONDS - started)) s"
    fi
    sleep 0.05
  done
}

fail_start() {
  local variable=MONGODB_URI
  [ "$1" != redis ] || variable=REDIS_URL
  show_end_of "$DIR/$1.log"
  die "$1 $2; see $DIR/$1.log, or set $variable to a running one"
}

ask_to_stop() {
  local pid
  if pid=$(pid_of "$1"); then kill -s "$2" "$pid" 2>/dev/null || true; fi
}

# Ends a server that runs but does not answer, so that a new one does not write to the same files.
end_hung() {
  ! pid_of "$1" >/dev/null || say "$1 runs but does not answer: starting it anew"
  ask_to_stop "$1" TERM
  wait_until_gone 20 "$1"
  ask_to_stop "$1" KILL
  wait_until_gone 20 "$1"
}

# wait_until_gone TENTHS NAME...
wait_until_gone() {
  local tenths=$1 name running
  shift
  while ((tenths-- > 0)); do
    running=
    for name in "$@"; do ! pid_of "$name" >/dev/null || running=yes; done
    [ -n "$running" ] || return 0
    sleep 0.1
  done
}

# Sets PORT to the one this server had last time, or, when that is taken, to a new one.
choose_port() {
  local kept=$DIR/$1.port
  PORT=$(cat "$kept" 2>/dev/null || true)
  # Below the range from which the system hands out ports to outgoing connections.
  until [ -n "$PORT" ] && port_is_free "$PORT"; do PORT=$((20000 + RANDOM % 12000)); done
  echo "$PORT" >"$kept"
}

kept_port() { cat "$DIR/$1.port"; }

port_is_free() { ! port_answers "$1"; }

port_answers() { (exec 4<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# check_given VARIABLE URL
check_given() {
  node "$ROOT/scripts/stores.d/reachable.mjs" "$1" "$2" || exit 1
}
