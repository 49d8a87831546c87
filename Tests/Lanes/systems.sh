#!/bin/sh
# Type-checks the libraries for Apple's oldest systems in Package.swift.
#
#   sh Tests/Lanes/systems.sh [SYSTEM...]
#     SYSTEM  ios, macos, tvos or watchos; ios by default, because the others are of the same year
#
# Tests/Lanes/Validation/systems.py explains how this works without an SDK.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
export LC_ALL=C.UTF-8

target=$(swiftc -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",$/\1/p')
resources=$(swiftc -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*$/\1/p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift package dump-package >"$work/package"
for system in "${@:-ios}"; do
  /usr/bin/python3 -B Tests/Lanes/Validation/systems.py "$work/package" "$resources" "$target" \
    "$system" CalendarReminders ReminderCompiler
done
