#!/bin/sh
# Compiles samples/apply/maui.cs with stand-ins of .NET MAUI, and runs it.
#
#   sh Tests/Lanes/Apply/maui.sh
#
# Needs Mono (Debian: mono-mcs).
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in ios android; do
  symbol=$(echo "$target" | tr a-z A-Z)
  mcs -langversion:7 -warnaserror -define:"$symbol" -r:System.Core -out:"$work/$target.exe" \
    samples/apply/maui.cs samples/apply/responses.cs Tests/Lanes/Apply/Maui/Test.cs \
    Tests/Lanes/Apply/Maui/StandIns/*.cs
  # Mono can hang at its exit, after all tests.
  TZ=UTC timeout 60 mono "$work/$target.exe" "maui-$target" >"$work/output" || test $? -eq 124
  grep 'is right' "$work/output"
done
