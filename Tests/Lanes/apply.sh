#!/bin/sh
# Compiles and runs the apply functions in Swift, Kotlin and C#, with stand-ins of their systems.
# Those in JavaScript run in Tests/run.sh, except chains of presses with other seeds.
#
#   sh Tests/Lanes/apply.sh
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
. Tests/Lanes/packages.sh
require nodejs kotlin libandroid-json-org-java mono-mcs

echo '--> AlarmKit.swift'
sh Tests/Lanes/Apply/alarmkit.sh
echo '--> Android.kt'
sh Tests/Lanes/Apply/android.sh

echo '--> maui.cs'
sh Tests/Lanes/Apply/maui.sh

for target in expo-ios expo-android notifee-ios notifee-android notifykit-ios notifykit-android \
  capacitor-ios capacitor-android; do
  echo "--> chains for $target"
  node Tests/Lanes/Apply/chains.test.mjs "samples/apply/${target%-*}.js" "$target" 5 40
done
