#!/bin/sh
# Compiles and runs the Swift examples of the doc comments, the catalog and the README. What an
# example prints must be what the comment behind `print` says.
#
#   sh Tests/examples.sh
#
# After the build of Tests/run.sh. Examples that use Apple's frameworks are compiled by Tests/app.sh.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC

built=$(swift build --show-bin-path)
# SwiftPM names a package after its folder. Examples of internal types need the name.
package=$(sed -n 's/.*"-module-name","CalendarReminders".*"-package-name","\([^"]*\)".*/\1/p' \
  .build/debug.yaml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

/usr/bin/python3 -B Tests/Examples/extract.py "$work" portable
objects=
for module in CalendarReminders CivilTime DesktopReminders Digests ICalendar ICalendarReader \
  NotificationTriggers ReminderCompiler SystemdTimers TextSafety TimerCompiler WorkSharing; do
  objects="$objects $(find "$built/$module.build" -name '*.o')"
done
# shellcheck disable=SC2086 # one word for each object
swiftc -swift-version 6 -warnings-as-errors -module-name Examples -package-name "$package" \
  -I "$built/Modules" -o "$work/examples" "$work"/*.swift Tests/Examples/Support.swift $objects
"$work/examples"
