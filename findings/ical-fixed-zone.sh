#!/bin/sh
# The library ical reads the times of a zone without summer time as UTC.
#
# Packages: ical 14.3.1 (PyPI).
# Guess: the event and its VTIMEZONE are kept.
# Seen: it uses the VTIMEZONE only if that has clock changes. With a single STANDARD, 09:00 of
#   "India Standard Time" becomes 09:00 UTC, five and a half hours late. No error is raised.
# Exchange writes such names for India, Japan and the Gulf.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ical==14.3.1

cat >"$work/read.py" <<'END'
from importlib.metadata import version
from ical.calendar_stream import IcsCalendarStream

FIXED = """BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:{0}
TZOFFSETTO:{0}
END:STANDARD
"""
CHANGING = """BEGIN:STANDARD
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
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//finding//EN
BEGIN:VTIMEZONE
TZID:{0}
{1}END:VTIMEZONE
BEGIN:VEVENT
UID:call@example.org
DTSTAMP:20270101T000000Z
DTSTART;TZID={0}:20270701T090000
SUMMARY:Call
END:VEVENT
END:VCALENDAR
"""

print("ical", version("ical"))
for name, zone in [
    ("W. Europe Standard Time", CHANGING),
    ("India Standard Time", FIXED.format("+0530")),
    ("Tokyo Standard Time", FIXED.format("+0900")),
]:
    calendar = IcsCalendarStream.calendar_from_ics(CALENDAR.format(name, zone))
    print(name, calendar.events[0].start.isoformat())
END

cat >"$work/expected" <<'END'
ical 14.3.1
W. Europe Standard Time 2027-07-01T09:00:00+02:00
India Standard Time 2027-07-01T09:00:00+00:00
Tokyo Standard Time 2027-07-01T09:00:00+00:00
END
"$work/venv/bin/python" "$work/read.py" >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
