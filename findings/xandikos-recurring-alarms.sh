#!/bin/sh
# Xandikos doesn't return the alarms of a recurring event if a client expands it.
#
# Packages: Xandikos 0.4.10 (PyPI).
# Guess: a calendar query with `expand` returns each occurrence in UTC, with its VALARM, and a
#   filter for alarms in a time range finds them (RFC 4791, 9.6.5 and 9.9). Radicale 3.9.0 does so.
# Seen: the occurrences have a TZID instead of UTC, and no VALARM. The filter finds the alarm of a
#   single event, but not that of a later occurrence. A client that relies on either stays silent.
set -eu

work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xandikos==0.4.10

free='import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
port=$(python3 -c "$free")
mkdir "$work/storage"
"$work/venv/bin/xandikos" serve --directory "$work/storage" --defaults \
  --current-user-principal /user/ --listen-address 127.0.0.1 --port "$port" \
  >"$work/log" 2>&1 &
server=$!
address=http://127.0.0.1:$port/user/calendars/calendar/
until curl --silent --fail --output /dev/null "$address"; do
  kill -0 "$server"
  sleep 1
done

# put NAME RULE: stores an event at 09:00 in Berlin, with an alarm 15 minutes before.
put() {
  cat <<END | sed 's/$/\r/; /^\r$/d' |
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//finding//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:$1@example.org
DTSTAMP:20270101T000000Z
DTSTART;TZID=Europe/Berlin:20270412T090000
DTEND;TZID=Europe/Berlin:20270412T100000
$2
SUMMARY:Meeting
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Meeting
TRIGGER:-PT15M
END:VALARM
END:VEVENT
END:VCALENDAR
END
    curl --silent --fail --header 'Content-Type: text/calendar' --upload-file - "$address$1.ics"
}

# report DATA FILTER: sends a calendar query for VEVENT.
report() {
  curl --silent --fail --request REPORT --header 'Depth: 1' \
    --header 'Content-Type: application/xml' --data @- "$address" <<END
<?xml version="1.0"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:prop>$1</D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">$2</C:comp-filter>
</C:comp-filter></C:filter>
</C:calendar-query>
END
}

# alarms DAY: the events with an alarm between 08:30 and 09:00 in Berlin.
alarms() {
  report '<D:getetag/>' "<C:comp-filter name=\"VALARM\"><C:time-range start=\"$1T063000Z\" \
end=\"$1T070000Z\"/></C:comp-filter>" | grep -o '[a-z]*[.]ics' || echo none
}

put single ''
put weekly 'RRULE:FREQ=WEEKLY;COUNT=2'

cat >"$work/expected" <<'END'
xandikos 0.4.10
weekly, expanded:
DTSTART;TZID=Europe/Berlin:20270419T090000
RECURRENCE-ID:20270419T070000Z
alarms on 12 April:
single.ics
alarms on 19 April:
none
END
{
  "$work/venv/bin/pip" list --disable-pip-version-check | sed -n 's/^xandikos  */xandikos /p'
  echo 'weekly, expanded:'
  range='start="20270415T000000Z" end="20270425T000000Z"'
  report "<C:calendar-data><C:expand $range/></C:calendar-data>" "<C:time-range $range/>" |
    tr -d '\r' | grep -E '^(DTSTART.*2027|RECURRENCE-ID|BEGIN:VALARM|TRIGGER)'
  echo 'alarms on 12 April:'
  alarms 20270412
  echo 'alarms on 19 April:'
  alarms 20270419
} >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
