#!/bin/sh
# A short tour: installs what is missing, builds the program, and compiles the samples.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null

. Tests/packages.sh
require git libical-dev libsystemd-dev pkg-config zlib1g-dev

echo "==> swift build -c release --product ics2notify"
swift build -c release --product ics2notify
PATH=$(swift build -c release --show-bin-path):$PATH

# say LINE...: what comes next, and why.
say() {
  printf '\n'
  printf '%s\n' "$@"
}

# show COMMAND: a command as one types it, then what it says.
show() {
  printf '\n$ %s\n' "$1"
  eval "$1"
}

at="--now 2028-01-03T07:00:00Z --time-zone Europe/Berlin"

say "A phone keeps 64 pending notification requests. One person's calendar asks for many more" \
  "fires in a year, but some requests can answer more than one of them:"
show "ics2notify --format text $at samples/everyday.ics"

say "An app reads the same as JSON, each request with its content and its trigger:"
show "ics2notify $at samples/leap-day.ics"

say "29 February is asked for once in four years, so nothing repeats: a repeating trigger for it" \
  "would fire on 1 March 2029. Clock changes move fires too. What a calendar asks for then:"
show "ics2notify fires --format text $at samples/clock-change-gap.ics | grep -E '03-26|10-29'"

say "Where 64 requests are not enough, the plan says until when it is exact, and what is left out:"
show "ics2notify --format text $at samples/more-than-64.ics | tail -n 4"

say "Every plan is simulated and compared with what is asked for; simulate shows the verdict:"
show "ics2notify simulate $at samples/more-than-64.ics | tail -n 1"

say "For a desktop there are systemd timers; install starts them, and these need nothing else:"
show "ics2notify --target systemd --plain $at - <samples/weekday-standup.ics"

say "Events without alarms ask for nothing; --default-alarm gives them one:"
show "ics2notify --format text $at samples/no-alarm.ics"
show "ics2notify --format text $at --default-alarm -PT15M samples/no-alarm.ics"

say "Now with a calendar of your own: .build/release/ics2notify --format text FILE.ics"
