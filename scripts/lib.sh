# shellcheck shell=bash
# Shared by scripts/up, scripts/test and scripts/stores. Source it; it changes nothing by itself.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# What is costly to get and the same for every checkout is kept here. A service may run without HOME: ~ is the account's.
CACHE=${XDG_CACHE_HOME:-${HOME:-~}/.cache}/tollgate

# One readable line on stderr, led by the script's name.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
  say "$@"
  exit 1
}

show_end_of() {
  [ -s "$1" ] || return 0
  say "the end of $1:"
  tail -n 20 "$1" | sed 's/^/    /' >&2
}

# apt_install WHAT-IT-IS-FOR PACKAGE...: installs Debian packages.
apt_install() {
  local purpose=$1
  shift
  command -v apt-get >/dev/null || die "$purpose needs the package $*, and there is no apt-get here to install it: install it by hand"
  [ "$(id -u)" = 0 ] || die "$purpose needs the package $*: as root, run 'apt-get install $*'"
  mkdir -p "$CACHE"
  say "installing $* ($purpose)"
  (
    # Side by side steps may both want a package; apt-get itself only waits for dpkg's lock.
    flock 8
    # The lists are fetched only when the install fails without: bare images have none, old ones name files that are gone.
    apt_get install "$@" || { apt_get update && apt_get install "$@"; } || {
      show_end_of "$CACHE/apt.log"
      die "apt-get could not install $*: install it by hand"
    }
  ) 8>"$CACHE/apt.lock"
}

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$1" \
    --no-install-recommends "${@:2}" </dev/null >"$CACHE/apt.log" 2>&1
}

# Ends with one clear line where these scripts cannot run: macOS comes with bash 3.2 and without flock.
need_shell() {
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) ||
    die "bash $BASH_VERSION is too old: install bash 4.4 or later, and put it before this one on PATH"
  command -v flock >/dev/null || die 'flock is not on PATH: install it (package util-linux)'
}

# Ends with one clear line unless a fitting Node.js is on PATH.
need_node() {
  command -v node >/dev/null || die 'Node.js is not on PATH: install Node.js 20.19 or later (package nodejs)'
  command -v npm >/dev/null || die 'npm is not on PATH: install npm, which comes with Node.js (package npm)'
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "Node.js $(node -v) is too old: install Node.js 20.19 or later (package nodejs)"
}

# Packages and build.
prepare() { one_at_a_time install_packages build; }

# For one script of this checkout at a time: of two npm ci at once each removes the other's files.
one_at_a_time() (
  flock -n 9 || { say 'another script installs or builds here: waiting for it' && flock 9; }
  for step in "$@"; do "$step"; done
) 9<"$ROOT/package.json"

# Brings node_modules to what package-lock.json says, when it is not there yet.
install_packages() {
  # A link, as in a git worktree: npm ci would empty what it leads to, and somebody else works with that.
  if [ -L "$ROOT/node_modules" ]; then return; fi
  local installed=$ROOT/node_modules/.package-lock.json
  if [ -e "$installed" ] && ! [ "$ROOT/package-lock.json" -nt "$installed" ]; then return; fi
  say 'installing node packages (npm ci)'
  (cd "$ROOT" && npm ci --include=dev --loglevel=error </dev/null >&2) || die 'npm ci failed (above)'
  touch "$installed"
}

# Compiles to dist/; costs nothing when nothing has changed since.
build() {
  build_is_stale || return 0
  say 'building (npm run build)'
  (cd "$ROOT" && npm run --silent build </dev/null >&2) || die 'npm run build failed (above)'
  touch "$ROOT/dist/.built"
}

build_is_stale() {
  local built=$ROOT/dist/.built sources=() name
  [ -e "$built" ] || return 0
  for name in config src workers scripts package.json package-lock.json tsconfig.json tsconfig.build.json; do
    [ ! -e "$ROOT/$name" ] || sources+=("$ROOT/$name")
  done
  # A folder is newer than the mark when a file in it was added or removed.
  [ -n "$(find "${sources[@]}" -newer "$built" -print -quit)" ]
}

# run_with_stores NAME COMMAND...: runs a command against MONGODB_URI and REDIS_URL, or, without them, against stores of
# its own under .local/NAME-…, which are gone when it ends.
run_with_stores() {
  local name=$1
  shift
  STORES_OF_RUN=
  CHILD=
  need_shell
  need_node
  prepare
  trap end_with_stores EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if [ -z "${MONGODB_URI:-}" ] || [ -z "${REDIS_URL:-}" ]; then start_stores_of_run "$name"; fi
  # In the background, because bash runs a trap only when the command in the foreground has ended.
  "$@" </dev/null &
  CHILD=$!
  wait "$CHILD"
}

start_stores_of_run() {
  mkdir -p "$ROOT/.local"
  STORES_OF_RUN=$(mktemp -d "$ROOT/.local/$1-XXXXXX")
  STORES_FSYNC=off "$ROOT/scripts/stores" start "$STORES_OF_RUN" >"$STORES_OF_RUN/urls" || die 'no stores to run with (above)'
  # shellcheck source=/dev/null
  . "$STORES_OF_RUN/urls"
  export REDIS_URL MONGODB_URI
}

end_with_stores() {
  if [ -n "$CHILD" ]; then
    kill -TERM "$CHILD" 2>/dev/null || true
    wait "$CHILD" || true
  fi
  [ -z "$STORES_OF_RUN" ] || { "$ROOT/scripts/stores" reset "$STORES_OF_RUN" && rm -rf "$STORES_OF_RUN"; }
}
