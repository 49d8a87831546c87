#!/bin/sh
# Compiles samples/apply/AlarmKit.swift with stand-ins of Apple's frameworks, and runs it.
#
#   sh Tests/Lanes/Apply/alarmkit.sh
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../../.."
export LC_ALL=C.UTF-8 TZ=UTC
folder=Tests/Lanes/Apply/AlarmKit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict='-swift-version 6 -warnings-as-errors -parse-as-library'
for module in SwiftUI ActivityKit AppIntents AlarmKit; do
  # shellcheck disable=SC2086 # one word for each option
  swiftc $strict -enable-upcoming-feature InternalImportsByDefault -module-name "$module" \
    -module-link-name "$module" -I "$work" -emit-module \
    -emit-module-path "$work/$module.swiftmodule" -emit-library -static -o "$work/lib$module.a" \
    "$folder/StandIns/$module.swift"
done
# An app of Xcode 26 isolates its declarations to the main actor by default, others don't.
# shellcheck disable=SC2086
swiftc $strict -typecheck -default-isolation MainActor -module-name App -I "$work" \
  samples/apply/AlarmKit.swift
# shellcheck disable=SC2086
swiftc $strict -module-name Test -I "$work" -L "$work" -o "$work/test" \
  samples/apply/AlarmKit.swift "$folder/Test.swift"
"$work/test"
