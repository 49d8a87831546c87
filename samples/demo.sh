#!/bin/sh
# A short tour: installs missing packages, builds the program, and compiles samples.
#
#   sh samples/demo.sh [CALENDAR]
#     CALENDAR  a calendar of your own, or a directory of them; the tour ends with its reminders
set -eu
unset CDPATH

test $# -le 1 || {
  sed -n 's/^# \{0,1\}//; 4,5p' "$0" >&2
  exit 64
}
calendar=
if [ $# -eq 1 ]; then
  # Check it before the build, and name it from the caller's directory.
  test -r "$1" || {
    test -e "$1" && problem='permission denied' || problem='no such file or directory'
    echo "samples/demo.sh: $1: $problem" >&2
    exit 66
  }
  calendar=$(readlink -f -- "$1")
fi
cd -- "$(dirname -- "$0")/.."
exec </dev/null

. Tests/Lanes/packages.sh
require git libical-dev libsystemd-dev pkg-config zlib1g-dev

echo "==> swift build -c release --product ics2notify"
swift build -c release --product ics2notify
PATH=$(swift build -c release --show-bin-path):$PATH

# say LINE...: prints an introduction.
say() {
  printf '\n'
  printf '%s\n' "$@"
}

# show COMMAND: prints a command and its output.
show() {
  printf '\n$ %s\n' "$1"
  eval "$1"
}

at="--now 2028-01-03T07:00:00Z --time-zone Europe/Berlin"

say "A phone keeps 64 pending notification requests of an app. This calendar of one person has many" \
  "more reminders in a year, but a request can repeat:"
show "ics2notify --format text $at samples/everyday.ics"

say "An app reads the plan as JSON. Each request has a content and a trigger:"
show "ics2notify $at samples/leap-day.ics"

say "29 February exists once in four years. The request doesn't repeat, or it would ring on 1 March" \
  "in other years. Clock changes move reminders, too. These are the expected ones on such days:"
show "ics2notify fires --format text $at samples/clock-change-gap.ics | grep -E '03-26|10-29'"

say "If 64 requests aren't enough, the plan states until when it is exact, and what it leaves out:"
show "ics2notify --format text $at samples/more-than-64.ics | tail -n 4"

say "Every plan is simulated and compared with the calendar. simulate ends with the verdict:"
show "ics2notify simulate $at samples/more-than-64.ics | tail -n 1"

say "For a desktop, the program writes systemd timers. ics2notify install also starts them:"
show "ics2notify --target systemd --plain $at - <samples/weekday-standup.ics"

say "Events without alarms have no reminders. --default-alarm gives them one:"
show "ics2notify --format text $at samples/no-alarm.ics"
show "ics2notify --format text $at --default-alarm -PT15M samples/no-alarm.ics"

if [ -n "$calendar" ]; then
  say "The reminders of your calendar. Those without an alarm get one, 15 minutes before or at 9:00:"
  # Quoted for the shell.
  calendar=\'$(printf '%s' "$calendar" | sed "s/'/'\\\\''/g")\'
  show "ics2notify --format text --default-alarm -15m --all-day-alarm 9am $calendar"
else
  say "Now try a calendar of your own: sh samples/demo.sh FILE.ics"
fi
