#!/bin/sh
# Records what the program makes of the samples, beside them, under the same stem:
#
#   NAME.json            ics2notify NAME.ics
#   NAME.txt             ics2notify --format text NAME.ics
#   NAME.stderr.txt      what the first of these says on standard error
#   NAME.agenda.txt      ics2notify agenda NAME.ics             (for one of them)
#   NAME.fires.jsonl     ics2notify fires NAME.ics              (where there are few fires)
#   NAME.simulate.jsonl  ics2notify simulate NAME.ics           (of two of these)
#   NAME.html            ics2notify --format html NAME.ics      (for one of them)
#   NAME.apns.jsonl      ics2notify --target apns NAME.ics      (of the same two)
#   NAME.diff.json       ics2notify diff NAME.json -            (for one of them: to the plan of a
#                        month later)
#   NAME.diagnostics.jsonl  the same with --diagnostics json    (for one of them)
#   NAME.input.jsonl     NAME.ics as a line of JSON              (for one of them)
#   NAME.batch.jsonl      ics2notify batch fires --from jsonl <NAME.input.jsonl
#   NAME.systemd.txt     ics2notify --target systemd --plain - <NAME.ics
#                        (for three of them; of a file the units for its renewal would name this
#                        machine's paths)
#
# the formats, as ics2notify schema NAME prints them, in schema/NAME.schema.json, and, in README.md
# and the manual pages, what follows a line that begins with "$ ".
#
# All are compiled for Monday 2028-01-03, 08:00 in Berlin, and the year after: a leap year, with
# clock changes on 26 March and 29 October.
#
# Usage: sh samples/record.sh [PROGRAM [DIRECTORY]]
#   PROGRAM    a built ics2notify; without one it is built
#   DIRECTORY  where to write samples and documents instead, for a comparison
set -eu
unset CDPATH COLUMNS
program=${1:-}
case $program in
  */*) program=$(cd -- "$(dirname -- "$program")" && pwd)/$(basename -- "$program") ;;
esac
directory=$(cd -- "${2:-$(dirname -- "$0")/..}" && pwd)
cd -- "$(dirname -- "$0")/.."
export LC_ALL=C.UTF-8 TZ=UTC

if [ -z "$program" ]; then
  swift build --product ics2notify
  program=$(swift build --show-bin-path)/ics2notify
fi
PATH=$(dirname -- "$program"):$PATH
mkdir -p "$directory/samples/schema" "$directory/man"

# record SUFFIX SUBCOMMAND [OPTION...]: one output of the sample $name, or of $input.
record() {
  suffix=$1
  subcommand=$2
  shift 2
  "$program" "$subcommand" --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin "$@" \
    "${input:-samples/$name.ics}" >"$directory/samples/$name.$suffix"
}

for calendar in samples/*.ics; do
  name=$(basename "$calendar" .ics)
  errors=$directory/samples/$name.stderr.txt
  record json compile 2>"$errors"
  record txt compile --quiet --format text
  case $name in
    all-day-birthday | last-friday-payday | leap-day | to-do-due)
      record fires.jsonl fires
      ;;
  esac
  case $name in
    everyday)
      record agenda.txt agenda --quiet
      ;;
    leap-day)
      input=$directory/samples/$name.input.jsonl
      # Of what JSON escapes, calendars of ours have backslashes and quotation marks.
      {
        printf '{"name":"%s","calendar":"' "$name.ics"
        sed 's/\\/\\\\/g; s/"/\\"/g; s/\r$//' "$calendar" | awk '{ printf "%s\\r\\n", $0 }'
        echo '"}'
      } >"$input"
      "$program" batch fires --from jsonl --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin \
        <"$input" >"$directory/samples/$name.batch.jsonl"
      input=
      ;;
  esac
  case $name in
    all-day-birthday | to-do-due)
      record simulate.jsonl simulate --quiet
      record apns.jsonl compile --target apns
      ;;
    more-than-64)
      record html compile --format html
      ;;
    no-uid)
      "$program" --diagnostics json --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin \
        "$calendar" 2>"$directory/samples/$name.diagnostics.jsonl" >/dev/null
      ;;
    every-other-week)
      "$program" --quiet --now 2028-02-03T07:00:00Z --time-zone Europe/Berlin \
        --pending "$directory/samples/$name.json" "samples/$name.ics" |
        "$program" diff "$directory/samples/$name.json" - >"$directory/samples/$name.diff.json"
      ;;
  esac
  case $name in
    clock-change-gap | to-do-due | weekday-standup)
      input=-
      record systemd.txt compile --quiet --target systemd --plain <"samples/$name.ics"
      input=
      ;;
  esac
done

"$program" schema | while read -r name; do
  "$program" schema "$name" >"$directory/samples/schema/$name.schema.json"
done

# record_document PATH BACKSLASH: runs the commands of a document and puts in what they say. A
# command goes on where its line ends with BACKSLASH, as the document writes a backslash.
record_document() {
  awk -v backslash="$2" '
    /^(```|\.Ed)/ { output = 0 }
    isCommand || /^\$ / {
      print
      line = isCommand ? $0 : substr($0, 3)
      start = length(line) - length(backslash) + 1
      isCommand = substr(line, start) == backslash
      command = command (isCommand ? substr(line, 1, start - 1) : line)
      if (isCommand) next
      command = "{ " command "; } 2>&1"
      while ((command | getline line) > 0) {
        sub(/\r$/, "", line)
        print line
      }
      close(command)
      command = ""
      output = 1
      next
    }
    !output
  ' "$1" >"$directory/$1.new"
  mv "$directory/$1.new" "$directory/$1"
}
record_document README.md "\\\\"
for page in man/*; do record_document "$page" "\\\\e"; done
