#!/bin/sh
# Builds the library's documentation from an existing build, and fails on warnings of docc.
#
#   sh Tests/Lanes/documentation.sh [DIRECTORY]
#     DIRECTORY  where to put the documentation, as an archive that any web server shows at
#                documentation/remindercompiler; without one none is kept
#
# Run it after the build of Tests/run.sh. It first builds the pages for app authors: the catalog
# and the public symbols of the modules in the libraries. Then it builds the doc comments of all
# symbols of all modules, so that broken links are found.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
export LC_ALL=C.UTF-8

modules=$(swift build -c release --show-bin-path)/Modules
target=$(swiftc -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",$/\1/p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The declarations of the C modules, which are used in symbols of this package.
includes=$(for map in Sources/*/module.modulemap; do echo "-I $(dirname "$map")"; done)

# extract LEVEL MODULE...: writes the symbols down to an access level into $work/LEVEL.
extract() {
  level=$1
  shift
  mkdir -p "$work/$level"
  for module; do
    # shellcheck disable=SC2086 # one word for each option
    swift-symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" $includes \
      -minimum-access-level "$level" -skip-synthesized-members -output-dir "$work/$level"
  done
}

# make DIRECTORY ARGUMENT...: builds documentation, or prints the messages of docc.
make() {
  output=$1
  shift
  docc convert "$@" --output-path "$output" --fallback-display-name ReminderCompiler \
    --fallback-bundle-identifier org.example.ReminderCompiler --warnings-as-errors >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    return 1
  }
}

# The targets of the products CalendarReminders, LayerDocuments and TimerCompiler.
extract public CalendarReminders CivilTime ICalendar ICalendarReader LayerDocuments \
  NotificationTriggers ReminderCompiler ReminderExpansion ReminderOptions ReminderPlanning \
  ReminderPlans TimerCompiler
make "${1:-$work/public.doccarchive}" Sources/ReminderCompiler/ReminderCompiler.docc \
  --additional-symbol-graph-dir "$work/public"

# Swift modules only; C modules have no doc comments.
all=$(for folder in Sources/*/; do
  test -z "$(find "$folder" -name '*.swift' | head -n 1)" || basename "$folder"
done)
# shellcheck disable=SC2086 # one word for each module
extract private $all
make "$work/private.doccarchive" --additional-symbol-graph-dir "$work/private"
