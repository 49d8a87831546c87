#!/bin/sh
# Compiles samples/apply/Android.kt with stand-ins of Android, and runs it with a simulated clock.
#
#   sh Tests/Lanes/Apply/android.sh
#
# Needs kotlinc, a Java runtime and Android's org.json (Debian: kotlin, libandroid-json-org-java).
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
json=/usr/share/java/json-android.jar
kotlinc -nowarn -classpath "$json" -include-runtime -d "$work/test.jar" \
  samples/apply/Android.kt Tests/Lanes/Apply/Android/*.kt
java -cp "$work/test.jar:$json" com.example.app.TestKt
