# shellcheck shell=bash
# Redis, or Valkey, which is the same to us.

find_redis() {
  command -v redis-server || command -v valkey-server || { [ -x "$CACHE/bin/redis-server" ] && echo "$CACHE/bin/redis-server"; }
}

prepare_redis() {
  if [ -n "${REDIS_URL:-}" ]; then
    # With Sentinels its host is a name that only they know.
    [ -n "${REDIS_SENTINELS:-}" ] || check_given REDIS_URL "$REDIS_URL"
    say 'redis   the one in REDIS_URL'
  elif ! find_redis >/dev/null; then
    job redis install_redis
  fi
}

# Debian's package redis-server is a link to redis-check-rdb of redis-tools and a system service, which would start
# by itself on port 6379. The link alone is all that is needed.
install_redis() {
  # Who is not root may have had it installed, as apt_install says.
  command -v redis-check-rdb >/dev/null || apt_install 'Redis (REDIS_URL)' redis-tools
  mkdir -p "$CACHE/bin"
  ln -sfn "$(command -v redis-check-rdb)" "$CACHE/bin/redis-server"
  "$CACHE/bin/redis-server" --version
}

start_redis() {
  [ -z "${REDIS_URL:-}" ] || return 0
  local server name append=everysec
  server=$(find_redis)
  name="${server##*/} $("$server" --version | sed -E 's/.* v=([0-9.]+).*/\1/')"
  if pid_of redis >/dev/null && redis_answers; then
    say "redis   $name still runs on 127.0.0.1:$(kept_port redis)"
  else
    end_hung redis
    mkdir -p "$DIR/redis"
    choose_port redis
    [ "${STORES_FSYNC:-on}" != off ] || append=no
    launch redis "$server" --bind 127.0.0.1 --port "$PORT" --dir "$DIR/redis" --daemonize no \
      --appendonly yes --appendfsync "$append" --save '' --maxmemory-policy noeviction
    wait_for redis 60 redis_answers
    say "redis   $name on 127.0.0.1:$PORT, data in $DIR/redis"
  fi
  REDIS_URL=redis://127.0.0.1:$(kept_port redis)/0
}

# Not while it still reads its data: then it answers, but with an error.
redis_answers() {
  local answer
  answer=$(
    exec 4<>"/dev/tcp/127.0.0.1/$(kept_port redis)" && printf 'PING\r\n' >&4 && read -r -t 2 line <&4 && echo "$line"
  ) 2>/dev/null
  [[ $answer == +PONG* ]]
}
