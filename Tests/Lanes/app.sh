#!/bin/sh
# Builds the package Tests/Lanes/App, an app that depends on this one as others do, and runs its
# tests.
#
#   sh Tests/Lanes/app.sh
#
# Apple's frameworks are replaced by those in Tests/Lanes/App/StandIns, so that the code behind
# canImport and the app of samples/apply/swift are compiled and run. The app's reader is compared
# with the program. An app must not contain libical. All output is in .build/app.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
. Tests/Lanes/whole.sh
export LC_ALL=C.UTF-8 TZ=UTC

scratch=.build/app
standins=$PWD/$scratch/standins
# shellcheck disable=SC2086 # one word for each option
swift build --product ics2notify $release
program=$(swift build -c release --show-bin-path)/ics2notify
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "Tests/Lanes/app.sh: $*" >&2
  exit 1
}

# in_app COMMAND ARGUMENT...: runs a SwiftPM command for the app, without access to libical.
in_app() {
  command=$1
  shift
  # shellcheck disable=SC2086 # one word for each option
  PKG_CONFIG_LIBDIR=/nonexistent swift "$command" --package-path Tests/Lanes/App $lean \
    --scratch-path "$scratch" -Xswiftc -I -Xswiftc "$standins" -Xlinker "-L$standins" "$@"
}

echo '--> stand-ins of Apple'\''s frameworks'
# SwiftPM doesn't compile the app again if the stand-ins have changed.
test ! -e "$standins" || test -z "$(find Tests/Lanes/App/StandIns -newer "$standins")" ||
  rm -rf "$scratch"
sh Tests/Lanes/App/standins.sh "$standins"

echo '--> the app'
in_app build --build-tests >"$work/log" 2>&1 || {
  grep -A 9 'error:' "$work/log" >&2 || cat "$work/log" >&2
  fail 'the app is not built'
}
! grep -i 'warning:' "$work/log" >&2 || fail 'the app is built with warnings'
built=$(in_app build --show-bin-path)

echo '--> nothing of libical in it'
for file in "$built/reader" "$built"/*.xctest; do
  readelf -d "$file" >"$work/needed"
  grep -q 'NEEDED.*libFoundation' "$work/needed" || fail "$file: no program was built"
  ! grep -i 'ical\.so\|icalss\|icalvcal' "$work/needed" >&2 || fail "$file needs libical"
done
test -n "$(find "$built/CalendarReminders.build/" -name '*.o')" || fail 'no object of the library'
found=$(find "$built/" -path '*Libical*' \( -name '*.o' -o -name '*.swiftmodule' \))
test -z "$found" || fail "the app is built of libical: $found"

# The zone of the device is the machine's: one east and one west of Greenwich, with summer time.
for zone in Europe/Berlin America/New_York; do
  echo "--> its tests on a device in $zone"
  TZ=$zone in_app test --skip-build >"$work/log" 2>&1 || {
    grep -v ' started\.$\| passed after ' "$work/log" >&2
    fail "tests of the app fail in $zone"
  }
  grep 'Test run with' "$work/log"
done

echo '--> the examples of the documentation that use the frameworks'
mkdir "$work/examples"
/usr/bin/python3 -B Tests/Lanes/Examples/extract.py "$work/examples" apple
swiftc -typecheck -swift-version 6 -warnings-as-errors -module-name Examples -I "$built/Modules" \
  -I "$standins" "$work"/examples/*.swift Tests/Lanes/Examples/Support.swift ||
  fail 'an example is not compiled'

echo '--> the app of samples/apply/swift in each language mode of Xcode'
# A new app of Xcode 26 has Swift 5, and the main actor as default isolation.
isolated='-default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
  -enable-upcoming-feature InferIsolatedConformances -enable-upcoming-feature MemberImportVisibility'
for mode in '-swift-version 5' '-swift-version 6' "-swift-version 5 $isolated" \
  "-swift-version 6 $isolated"; do
  # shellcheck disable=SC2086 # one word for each option
  swiftc -typecheck $mode -warnings-as-errors -module-name ReminderApp -I "$built/Modules" \
    -I "$standins" samples/apply/swift/*.swift || fail "samples/apply/swift is not compiled: $mode"
done

echo '--> its reader beside the program'
# Samples, some of them truncated, and the first inputs of the fuzzers.
mkdir "$work/calendars"
inputs=Tests/Lanes/Fuzz/Inputs
for file in samples/*.ics $inputs/reader/*.ics $inputs/agreement/*.ics; do
  name=$(printf %s "${file%.ics}" | tr / -)
  cp "$file" "$work/calendars/$name.ics"
  head -c 400 "$file" >"$work/calendars/$name-cut.ics"
done
now=2028-01-03T07:00:00Z
zone=Europe/Berlin
horizon=P1Y
# compare FILE...: compares the fires that the reader and the program list.
compare() {
  theirs=0
  ours=0
  # The alarm is an option with its value, or empty.
  # shellcheck disable=SC2086
  "$program" fires --now "$now" --time-zone "$zone" --horizon "$horizon" \
    ${alarm:+--default-alarm $alarm} "$@" >"$work/theirs" 2>"$work/messages" || theirs=1
  "$built/reader" "$now" "$zone" "$horizon" "${alarm:--}" "$@" >"$work/ours" \
    2>"$work/own-messages" || ours=1
  if ! cmp "$work/theirs" "$work/ours" || test $theirs -ne $ours; then
    tail -n 20 "$work/messages" "$work/own-messages" >&2
    fail "the reader of an app reads otherwise (status $theirs and $ours): $*"
  fi
  lines=$(($(wc -l <"$work/ours") + lines))
}
lines=0
alarm=
for file in "$work"/calendars/*.ics; do compare "$file"; done
compare "$work"/calendars/*.ics
# With a default alarm, so that events without alarms are compared too.
alarm=-PT15M
compare "$work"/calendars/*.ics
test $lines -gt 0 || fail 'nothing fires'
echo "$(find "$work/calendars" -name '*.ics' | wc -l) calendars, $lines fires"
