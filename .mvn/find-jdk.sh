#!/bin/sh
# Prints the home of a JDK 25: JAVA_HOME if it is one, else the first in the usual folders, else the one whose
# java is on the PATH. The release file tells the version, so no JVM is started.
# Arguments: folders to look in instead of the usual ones.

is_jdk_25() {
  [ -x "$1/bin/javac" ] && grep -Eqs '^JAVA_VERSION="25([.+-][^"]*)?"' "$1/release"
}

offer() {
  if is_jdk_25 "$1"; then
    printf '%s\n' "$1"
    exit 0
  fi
}

if [ $# -eq 0 ]; then
  set -- /usr/lib/jvm/* /opt/*jdk* "${HOME-}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home
fi

[ -z "${JAVA_HOME-}" ] || offer "$JAVA_HOME"
for home in "$@"; do
  offer "$home"
done
java=$(command -v java) && offer "$(dirname "$(dirname "$(readlink -f "$java")")")"

echo "Penstock needs a JDK 25 and found none: install one (for example Eclipse Temurin 25) and set JAVA_HOME to its folder." >&2
exit 1
