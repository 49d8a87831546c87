#!/bin/sh
# Records the outputs of the program for each sample, next to it:
#
#   NAME.json               ics2notify NAME.ics
#   NAME.txt                ics2notify --format text NAME.ics
#   NAME.stderr.txt         standard error of the first command
#
# and for some samples:
#
#   NAME.agenda.txt         ics2notify agenda NAME.ics
#   NAME.fires.jsonl        ics2notify fires NAME.ics
#   NAME.simulate.jsonl     ics2notify simulate NAME.ics
#   NAME.html               ics2notify --format html NAME.ics
#   NAME.apns.jsonl         ics2notify --target apns NAME.ics
#   NAME.TARGET.json        ics2notify --target TARGET --horizon P14D NAME.ics, for each layer
#   NAME.diff.json          ics2notify diff NAME.json - <PLAN, for the plan of a month later
#   NAME.diagnostics.jsonl  standard error with --diagnostics json
#   NAME.input.jsonl        NAME.ics as a line of JSON
#   NAME.batch.jsonl        ics2notify batch fires --from jsonl <NAME.input.jsonl
#   NAME.systemd.txt        ics2notify --target systemd --plain - <NAME.ics
#
# NAME.responses.json, the answers to reminders of NAME.ics, is written by hand.
#
# It also records, in README.md and the manual pages, the output of each command after "$ ".
# pictures.sh makes the pictures.
#
# The outputs are for Monday 2028-01-03, 08:00 in Berlin, and one year: a leap year, with clock
# changes on 26 March and 29 October.
#
# Usage: sh samples/record.sh [PROGRAM [DIRECTORY]]
#   PROGRAM    a built ics2notify; if omitted, it is built
#   DIRECTORY  the directory of the results, for a comparison; if omitted, the repository
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
mkdir -p "$directory/samples" "$directory/man"

# record SUFFIX COMMAND [OPTION...]: records an output for $input, or for the sample $name.
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
      # Backslashes and quotation marks are the only characters of samples that JSON escapes.
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
    weekday-standup)
      for target in expo-ios expo-android notifykit-ios notifykit-android notifee-ios \
        notifee-android flutter-ios flutter-android capacitor-ios capacitor-android maui-ios \
        maui-android android; do
        record "$target.json" compile --quiet --target "$target" --horizon P14D
      done
      record alarmkit.json compile --quiet --target alarmkit --horizon P14D \
        --level 'critical=SUMMARY:*'
      ;;
    more-than-64)
      record html compile --format html
      ;;
    no-uid)
      "$program" --diagnostics json --now 2028-01-03T07:00:00Z --time-zone Europe/Berlin \
        "$calendar" 2>"$directory/samples/$name.diagnostics.jsonl" >/dev/null
      ;;
    every-other-week)
      record notifykit-android.json compile --quiet --target notifykit-android
      "$program" --quiet --now 2028-02-03T07:00:00Z --time-zone Europe/Berlin \
        --pending "$directory/samples/$name.json" "samples/$name.ics" |
        "$program" diff "$directory/samples/$name.json" - >"$directory/samples/$name.diff.json"
      ;;
  esac
  case $name in
    clock-change-gap | to-do-due | weekday-standup)
      # The units of a file would contain paths of this machine.
      input=-
      record systemd.txt compile --quiet --target systemd --plain <"samples/$name.ics"
      input=
      ;;
  esac
done

# record_document PATH BACKSLASH: runs the commands of a document and replaces their output. A
# command continues on the next line if its line ends with BACKSLASH, the document's form of a
# backslash.
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
