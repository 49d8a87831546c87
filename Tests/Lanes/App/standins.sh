#!/bin/sh
# Compiles the stand-ins of Apple's frameworks into modules and static libraries. With -I OUTDIR,
# canImport(EventKit) and similar conditions are true.
#
#   sh Tests/Lanes/App/standins.sh OUTDIR
#   swift build -Xswiftc -I -Xswiftc OUTDIR -Xlinker -LOUTDIR
set -eu
output=${1:?usage: standins.sh OUTDIR}
folder=$(cd "$(dirname "$0")" && pwd)/StandIns
mkdir -p "$output"
# Later stand-ins import earlier ones.
for name in UniformTypeIdentifiers BackgroundTasks SwiftUI EventKit UserNotifications os; do
  swiftc -swift-version 6 -enable-upcoming-feature InternalImportsByDefault -warnings-as-errors \
    -parse-as-library -module-name "$name" -module-link-name "$name" -I "$output" \
    -emit-module -emit-module-path "$output/$name.swiftmodule" \
    -emit-library -static -o "$output/lib$name.a" "$folder/$name"/*.swift
done
# For the age of the stand-ins.
touch "$output"
