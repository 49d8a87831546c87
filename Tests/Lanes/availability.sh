#!/bin/sh
# Checks the libraries' sources against Apple's oldest systems in Package.swift.
#
#   sh Tests/Lanes/availability.sh [--write]
#     --write  update the table on the page Platforms of the catalog
#
# The index of a debug build has the APIs that each source uses; the modules of the toolchain say
# which systems have them. The page Platforms of the catalog has the table.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
export LC_ALL=C.UTF-8

build='--target CalendarReminders --scratch-path .build/availability'
# shellcheck disable=SC2086 # one word for each option
swift build $build

target=$(swiftc -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",$/\1/p')
resources=$(swiftc -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*$/\1/p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for module in Swift _Concurrency _StringProcessing Dispatch Synchronization FoundationEssentials \
  FoundationInternationalization; do
  swift-symbolgraph-extract -module-name "$module" -target "$target" -output-dir "$work"
done
swift package dump-package >"$work/package"
/usr/bin/python3 -B Tests/Lanes/Validation/availability.py "$@" "$work/package" \
  "$resources/../libIndexStore.so" "$(swift build $build --show-bin-path)/index/store" "$work" \
  Sources/ReminderCompiler/ReminderCompiler.docc/Platforms.md CalendarReminders ReminderCompiler
