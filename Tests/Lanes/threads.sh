#!/bin/sh
# Builds the program with the thread sanitizer, and compares its output for 1, 2 and 7 threads. The
# exit status is 1 if outputs differ or the sanitizer found a data race.
#
#   sh Tests/Lanes/threads.sh
#
# The sanitizer also reports possible races: two threads that access the same memory without
# synchronisation.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
. Tests/Lanes/whole.sh
export LC_ALL=C.UTF-8 TZ=UTC

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sanitizer knows the synchronisation of Dispatch, but not that of the standard library's Mutex,
# which Guarded uses on Linux.
echo 'race:Guarded.swift' >"$work/suppressions"
export TSAN_OPTIONS="halt_on_error=1:exitcode=66:suppressions=$work/suppressions"

echo 'print(0)' >"$work/probe.swift"
if ! swiftc -sanitize=thread "$work/probe.swift" -o "$work/probe" 2>"$work/log" \
  || ! "$work/probe" >/dev/null 2>&1; then
  echo "skipped: this toolchain has no thread sanitizer"
  exit 0
fi

# shellcheck disable=SC2086 # one word for each option
swift build --sanitize=thread --product ics2notify --scratch-path .build/threads $whole
program=$(swift build --sanitize=thread --scratch-path .build/threads --show-bin-path)/ics2notify

# The samples, truncated copies of them, and a large file that several threads scan.
mkdir "$work/calendars"
for sample in samples/*.ics; do
  name=$(basename "$sample" .ics)
  cp "$sample" "$work/calendars/$name.ics"
  head -c 400 "$sample" >"$work/calendars/$name-cut.ics"
done
awk 'BEGIN {
  print "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//threads//EN"
  for (i = 0; i < 4500; i++) {
    printf "BEGIN:VEVENT\nUID:%d@example.org\nDTSTAMP:20270101T000000Z\n", i
    printf "DTSTART;TZID=%s:2028%02d%02dT%02d0000\n", i % 3 ? "Europe/Berlin" : "Asia/Tokyo", \
      i % 12 + 1, i % 28 + 1, i % 24
    if (i % 5 == 0) print "RRULE:FREQ=" (i % 2 ? "WEEKLY" : "MONTHLY")
    printf "SUMMARY:Event %d\nDESCRIPTION:%0200d\n", i, i
    if (i % 2) print "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM"
    print "END:VEVENT"
  }
  print "END:VCALENDAR"
}' >"$work/calendars/large.ics"

status=0
for mode in 'fires --horizon P90D' 'compile --horizon P90D' \
  'compile --horizon P30D --target systemd --output -'; do
  for jobs in 1 2 7; do
    # The words of a mode are arguments. Part of the input is rejected, so the exit status is 1.
    # shellcheck disable=SC2086
    "$program" $mode --jobs $jobs --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin \
      "$work/calendars" >"$work/out-$jobs" 2>"$work/err-$jobs" || test $? -eq 1 || {
      echo "Tests/Lanes/threads.sh: $mode --jobs $jobs ends with $?" >&2
      tail -n 60 "$work/err-$jobs" >&2
      exit 1
    }
    sed "s/--jobs=$jobs/--jobs/" "$work/out-$jobs" >"$work/same-$jobs"
  done
  for jobs in 2 7; do
    for stream in same err; do
      cmp "$work/$stream-1" "$work/$stream-$jobs" || {
        echo "Tests/Lanes/threads.sh: the output of $mode differs with $jobs threads" >&2
        status=1
      }
    done
  done
  echo "$mode: $(wc -c <"$work/out-1") bytes with 1, 2 and 7 threads"
done
exit $status
