# shellcheck shell=bash
# Long steps side by side, each with its output in a file, so that the terminal shows only how far they are.

declare -A job_log=()

# job NAME COMMAND...: starts the command; finish_jobs waits for it.
job() {
  local name=$1
  shift
  # Monitor mode gives the job a process group of its own, which stop_jobs can end with all its children.
  set -m
  (
    trap - EXIT INT TERM
    set +m
    "$@"
  ) >"$DIR/$name-setup.log" 2>&1 </dev/null 3>&- 9>&- &
  set +m
  job_log[$!]=$DIR/$name-setup.log
  trap stop_jobs EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

finish_jobs() {
  local started=$SECONDS told=$SECONDS pid
  while [ "${#job_log[@]}" -gt 0 ]; do
    for pid in "${!job_log[@]}"; do
      kill -0 "$pid" 2>/dev/null || finish_job "$pid"
    done
    if ((SECONDS - told >= 5)); then
      told=$SECONDS
      for pid in "${!job_log[@]}"; do say "$((SECONDS - started)) s: $(job_state "$pid")"; done
    fi
    sleep 0.2
  done
}

finish_job() {
  local log=${job_log[$1]} status=0
  wait "$1" || status=$?
  unset "job_log[$1]"
  [ "$status" = 0 ] || {
    show_end_of "$log"
    die "$(job_name "$log") could not be had (above); to do without, set $(job_variable "$log") to a running one"
  }
  rm -f "$log"
}

# What the job printed last, which for package managers says what they are at.
job_state() {
  local log=${job_log[$1]}
  printf '%s: %s' "$(job_name "$log")" "$(tail -n 1 "$log" | tr -d '\r' | cut -c 1-100)"
}

job_name() { basename "$1" -setup.log; }

job_variable() { if [ "$(job_name "$1")" = redis ]; then echo REDIS_URL; else echo MONGODB_URI; fi; }

stop_jobs() {
  local pid
  for pid in "${!job_log[@]}"; do kill -TERM -- "-$pid" 2>/dev/null || true; done
}
