#!/bin/sh
# Builds the program without libical, and compares its output with that of the one with libical.
#
#   sh Tests/Lanes/libical.sh
#
# Package.swift declares the trait that is disabled.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
. Tests/Lanes/whole.sh
export LC_ALL=C.UTF-8 TZ=UTC

scratch=.build/without-libical
build="--disable-default-traits --product ics2notify --scratch-path $scratch $lean"
# shellcheck disable=SC2086 # one word for each option
swift build --product ics2notify $release
with=$(swift build -c release --show-bin-path)/ics2notify
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Hide libical from the build.
# shellcheck disable=SC2086 # one word for each option
PKG_CONFIG_LIBDIR=/nonexistent swift build $build >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
# shellcheck disable=SC2086
without=$(swift build $build --show-bin-path)/ics2notify
readelf -d "$with" | grep -q 'NEEDED.*libical'
! readelf -d "$without" | grep 'NEEDED.*libical' >&2 || exit 1

count=0
inputs=Tests/Lanes/Fuzz/Inputs
for file in samples/*.ics $inputs/reader/*.ics $inputs/agreement/*.ics; do
  for mode in fires compile; do
    for program in "$with" "$without"; do
      status=0
      "$program" $mode --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin \
        --default-alarm -PT15M --nag-overdue PT5M "$file" >"$work/out" 2>"$work/err" || status=$?
      echo "status $status" >>"$work/err"
      cat "$work/out" "$work/err" >"$work/$(test "$program" = "$with" && echo with || echo without)"
    done
    cmp "$work/with" "$work/without" || {
      echo "Tests/Lanes/libical.sh: $mode $file gives another result without libical" >&2
      exit 1
    }
    count=$((count + 1))
  done
done
echo "$count outputs are the same without libical"
