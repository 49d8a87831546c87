#!/bin/sh
# Compiles and runs the apply functions in Swift, Kotlin and C#, with stand-ins of their systems.
# Those in JavaScript run in Tests/run.sh.
#
#   sh Tests/Lanes/apply.sh
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
. Tests/Lanes/packages.sh
require kotlin libandroid-json-org-java mono-mcs

echo '--> AlarmKit.swift'
sh Tests/Lanes/Apply/alarmkit.sh
echo '--> Android.kt'
sh Tests/Lanes/Apply/android.sh

echo '--> maui.cs'
sh Tests/Lanes/Apply/maui.sh
