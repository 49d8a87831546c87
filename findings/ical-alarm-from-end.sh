#!/bin/sh
# The library ical moves an alarm from the end of an event to its start.
#
# Packages: ical 14.3.1 (PyPI).
# Guess: reading and writing keeps TRIGGER with its parameters.
# Seen: RELATED=END is dropped, so an alarm 15 minutes before the end of a two-day event rings two
#   days early. VALUE=DATE-TIME is dropped, too; the value alone is not a DURATION, which is the
#   default type. Other parts of the alarm, ACKNOWLEDGED and X- properties, are kept.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ical==14.3.1

cat >"$work/rewrite.py" <<'END'
from importlib.metadata import version
from ical.calendar_stream import IcsCalendarStream

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//finding//EN
BEGIN:VEVENT
UID:parking@example.org
DTSTAMP:20270101T000000Z
DTSTART:20270301T080000Z
DTEND:20270303T080000Z
SUMMARY:Parking
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Parking ends
TRIGGER;RELATED=END:-PT15M
X-EXAMPLE:kept
END:VALARM
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Parking
TRIGGER;VALUE=DATE-TIME:20270228T170000Z
END:VALARM
END:VEVENT
END:VCALENDAR
"""

print("ical", version("ical"))
text = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(CALENDAR))
for line in text.splitlines():
    if line.startswith(("TRIGGER", "X-EXAMPLE")):
        print(line)
END

cat >"$work/expected" <<'END'
ical 14.3.1
TRIGGER:-PT15M
X-EXAMPLE:kept
TRIGGER:20270228T170000Z
END
"$work/venv/bin/python" "$work/rewrite.py" >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
