#!/bin/sh
# Compiles and runs the Swift examples of the doc comments and the catalog. The output of an example
# must be equal to the comment after `print`.
#
#   sh Tests/Lanes/examples.sh
#
# Run it after the build of Tests/run.sh. Tests/Lanes/app.sh compiles examples with Apple's
# frameworks.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC

built=$(swift build -c release --show-bin-path)
# SwiftPM names a package after its folder. Examples of internal types need the name.
package=$(sed -n 's/.*"-module-name","CalendarReminders".*"-package-name","\([^"]*\)".*/\1/p' \
  .build/release.yaml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

/usr/bin/python3 -B Tests/Lanes/Examples/extract.py "$work" portable
# The objects that the program is linked from. A build folder also keeps those of deleted sources.
modules='CalendarReminders|CivilTime|DesktopReminders|Digests|ICalendar|ICalendarReader'
modules="$modules|LayerDocuments|NotificationTriggers|ReminderCompiler|ReminderExpansion"
modules="$modules|ReminderOptions|ReminderPlanning|ReminderPlans|SystemdTimers|TextSafety|TimerCompiler"
grep -E "/($modules|WorkSharing)\.build/" "$built/ics2notify.product/Objects.LinkFileList" \
  >"$work/objects"
swiftc -swift-version 6 -warnings-as-errors -module-name Examples -package-name "$package" \
  -I "$built/Modules" -o "$work/examples" "$work"/*.swift Tests/Lanes/Examples/Support.swift \
  "@$work/objects"
"$work/examples"
