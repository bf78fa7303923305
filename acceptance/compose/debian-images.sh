#!/usr/bin/env bash
# Makes stand-ins for the images that docker-compose.yml pulls, from Debian's packages and the JDK of this machine:
# localhost/penstock-base (Java 25), penstock-postgres and penstock-prometheus. Packages are unpacked, not installed.
# Kept in podman's store; --force makes them anew.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
images=(penstock-base penstock-postgres penstock-prometheus)

are_there() {
  local image
  for image in "${images[@]}"; do podman image exists "localhost/$image" || return 1; done
}
[ "${1:-}" != --force ] && are_there && exit 0

jdk=$("$here/../../.mvn/find-jdk.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# unpack ROOT PACKAGE...: with all that they need and that ROOT does not have yet
unpack() {
  local root=$1 deb folder
  shift
  rm -f "$work"/debs/*.deb
  mkdir -p "$work/debs/partial" "$root"/usr/{bin,sbin,lib,lib64}
  for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done
  apt-get -qq -o Dir::State::status="$work/status" -o Dir::Cache::archives="$work/debs" -o Debug::NoLocking=1 \
    -o APT::Sandbox::User=root --no-install-recommends --download-only -y install "$@" >/dev/null
  for deb in "$work"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --keep-directory-symlink
    # what apt takes for installed from now on
    { dpkg-deb -f "$deb" && echo 'Status: install ok installed' && echo; } >>"$work/status"
  done
  rm -rf "$root"/usr/share/{doc,man,info,locale,lintian}
}
: >"$work/status"

base=$work/base
unpack "$base" bash coreutils grep findutils libgomp1 libstdc++6 zlib1g
ln -sf bash "$base/usr/bin/sh"
chmod 1777 "$base/tmp"
printf 'root:x:0:0::/root:/bin/bash\npostgres:x:999:999::/:/bin/bash\n' >"$base/etc/passwd"
printf 'root:x:0:\npostgres:x:999:\n' >"$base/etc/group"
unpack "$work/postgres" postgresql-15
cp "$here/postgres.sh" "$work/postgres/usr/bin/postgres.sh"
unpack "$work/prometheus" prometheus
rm -f "$work"/postgres/usr/lib/*/libLLVM* "$work/prometheus/usr/bin/promtool" # large, and not used
"$jdk/bin/jlink" --output "$work/java" --no-man-pages --no-header-files --generate-cds-archive --add-modules \
  java.se,jdk.crypto.ec,jdk.incubator.vector,jdk.jcmd,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.nio.mapmode,jdk.unsupported,jdk.zipfs

build() {
  podman build -q --format docker -t "localhost/$1" -f - "$work" >/dev/null
}
printf '*\n!base\n!java\n!postgres\n!prometheus\n' >"$work/.dockerignore"
build penstock-debian <<'IMAGE'
FROM scratch
COPY base /
IMAGE
build penstock-base <<'IMAGE'
FROM localhost/penstock-debian
COPY java /opt/java
ENV JAVA_HOME=/opt/java LANG=C.UTF-8 PATH=/opt/java/bin:/usr/sbin:/usr/bin
IMAGE
build penstock-postgres <<'IMAGE'
FROM localhost/penstock-debian
COPY postgres /
RUN mkdir -p /var/lib/postgresql/data /var/run/postgresql && chown 999:999 /var/lib/postgresql/data /var/run/postgresql
ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin LANG=C.UTF-8
USER 999:999
ENTRYPOINT ["/usr/bin/postgres.sh"]
IMAGE
build penstock-prometheus <<'IMAGE'
FROM localhost/penstock-debian
COPY prometheus /
RUN mkdir /prometheus && chown 65534:65534 /prometheus
USER 65534:65534
ENTRYPOINT ["/usr/bin/prometheus"]
IMAGE
