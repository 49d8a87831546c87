#!/bin/sh
# Compiles and runs the apply functions in Swift and Kotlin, with stand-ins of their systems. Those
# in JavaScript run in Tests/run.sh.
#
#   sh Tests/apply.sh
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
. Tests/packages.sh
require kotlin libandroid-json-org-java

echo '--> AlarmKit.swift'
sh Tests/Apply/alarmkit.sh
echo '--> Android.kt'
sh Tests/Apply/android.sh
