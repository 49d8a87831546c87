#!/bin/sh
# The alarm of calendar-cli rings after the start of a to-do, not before it.
#
# Packages: calendar-cli 1.0.3, caldav 3.6.0 and Radicale 3.9.0 (PyPI).
# Guess: `todo add --alarm 30m` writes TRIGGER:-PT30M; the help names the value DURATION_BEFORE.
# Seen: it writes TRIGGER:PT30M, so the alarm of a to-do at 09:00 rings at 09:30.
set -eu

work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  calendar-cli==1.0.3 caldav==3.6.0 radicale==3.9.0

free='import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
port=$(python3 -c "$free")
mkdir "$work/storage"
"$work/venv/bin/python" -m radicale --hosts "127.0.0.1:$port" --auth-type none \
  --storage-filesystem-folder "$work/storage" >"$work/log" 2>&1 &
server=$!
address=http://127.0.0.1:$port/ada/calendar/
until curl --silent --user ada:x --request MKCALENDAR "$address"; do
  kill -0 "$server"
  sleep 1
done

"$work/venv/bin/calendar-cli" --caldav-url "$address" --caldav-user ada --caldav-pass x \
  --calendar-url "$address" --timezone Europe/Berlin \
  todo add --set-dtstart '2027-07-14 09:00' --set-due '2027-07-14 18:00' --alarm 30m Invoice \
  >"$work/log" 2>&1

cat >"$work/expected" <<'END'
calendar-cli 1.0.3
DTSTART:20270714T090000
TRIGGER:PT30M
END
{
  "$work/venv/bin/pip" list --disable-pip-version-check |
    sed -n 's/^calendar.cli  *\(.*\)/calendar-cli \1/p'
  curl --silent --user ada:x "$address" | tr -d '\r' | sed -n '/^BEGIN:VTODO/,$p' |
    grep -E '^(DTSTART|TRIGGER)'
} >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
