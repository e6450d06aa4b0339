# shellcheck shell=bash
# What FerretDB with PostgreSQL is made of, built once for all checkouts. Each piece is made under another name and
# moved to its own when it is whole, so an interrupted build is never taken for a finished one.

build_postgresql() {
  local root
  discard "$CACHE"/root.*
  root=$(mktemp -d "$CACHE/root.XXXXXX")
  make_root "$root" ca-certificates,postgresql-18-documentdb
  # The package brings an empty database of its own.
  rm -rf "$root/var/lib/postgresql/18"
  make_template "$root"
  # A crash must not leave the new name with half the files.
  sync -f "$root"
  mv -T "$root" "$DOCUMENTDB"
}

# make_root ROOT PACKAGES: the smallest Debian that has these packages. Testing is the first release that has DocumentDB.
make_root() {
  local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  command -v debootstrap >/dev/null || apt_install 'PostgreSQL for MONGODB_URI' debootstrap
  command -v gpgv >/dev/null || apt_install 'checking what debootstrap gets' gpgv
  [ -e "$keyring" ] || apt_install 'checking what debootstrap gets' debian-archive-keyring
  mirror=$(debian_mirror)
  # The host's locale may not exist in there.
  LC_ALL=C debootstrap --variant=minbase --keyring="$keyring" --include="$2" testing "$1" "$mirror"
  chmod 0755 "$1"
  rm -f "$1"/var/cache/apt/archives/*.deb
}

# The first of this machine's own package sources that carries Debian testing.
debian_mirror() {
  local mirror release
  release=$(mktemp)
  for mirror in $(apt-get --print-uris update | sed -nE "s,^'(https?://[^']*)/dists/.*,\1,p" | awk '!seen[$0]++'); do
    if /usr/lib/apt/apt-helper -qq download-file "$mirror/dists/testing/InRelease" "$release" >/dev/null 2>&1 &&
      grep -qx 'Origin: Debian' "$release"; then
      rm -f "$release"
      echo "$mirror"
      return
    fi
  done
  rm -f "$release"
  die "none of this machine's package sources (apt-get --print-uris update) carries Debian testing, which has postgresql-18-documentdb: set MONGODB_URI to a running MongoDB"
}

# An empty database with the extension: to copy it is much quicker than to make it.
make_template() {
  local root=$1 data=/var/lib/tollgate/template/data
  mkdir -p "$root/var/lib/tollgate/template"
  chown --reference="$root/var/lib/postgresql" "$root/var/lib/tollgate/template"
  in_root "$root" "$PG_BIN/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync
  # Single-user mode needs no port. It succeeds whatever becomes of the SQL, so the answer has to be looked at.
  in_root "$root" "$PG_BIN/postgres" --single "${PG_SETTINGS[@]}" -D "$data" postgres <<'SQL' | grep 'extversion = '
create extension documentdb cascade
select extversion from pg_extension where extname = 'documentdb'
SQL
}

build_ferretdb() {
  local folder
  discard "$CACHE"/go.*
  folder=$(mktemp -d "$CACHE/go.XXXXXX")
  if go_is_new_enough; then
    GOBIN=$folder install_with_go
  else
    install_with_debian_go "$folder"
  fi
  mv "$folder/ferretdb" "$FERRETDB"
  discard "$folder"
}

go_is_new_enough() {
  local version
  version=$(go env GOVERSION 2>/dev/null | sed -nE 's/^go1\.([0-9]+).*/\1/p')
  [ "${version:-0}" -ge 25 ]
}

install_with_go() {
  GOFLAGS=-mod=mod CGO_ENABLED=0 go install -v "$FERRETDB_PACKAGE"
}

# No Go here: Debian's, in a root that is thrown away after.
install_with_debian_go() {
  local root=$1/root certificates=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
  mkdir "$root"
  make_root "$root" ca-certificates,golang-go
  # This machine may reach the internet only through a proxy with a certificate of its own.
  if [ -e "$certificates" ]; then cp "$certificates" "$root/etc/ssl/certs/ca-certificates.crt"; fi
  chroot "$root" /usr/bin/env -u SSL_CERT_FILE -u SSL_CERT_DIR HOME=/root PATH=/usr/bin:/bin GOROOT=/usr/lib/go GOBIN=/ \
    GOFLAGS=-mod=mod CGO_ENABLED=0 GOTOOLCHAIN=local go install -v "$FERRETDB_PACKAGE"
  mv "$root/ferretdb" "$1/"
}

# discard FOLDER...: also when debootstrap was killed while it had /proc or /sys mounted in there.
discard() {
  local folder mount
  for folder in "$@"; do
    [ -d "$folder" ] || continue
    awk -v under="$folder/" 'index($2, under) == 1 { print $2 }' /proc/mounts | while read -r mount; do umount -l "$mount"; done
    rm -rf --one-file-system "$folder"
  done
}
