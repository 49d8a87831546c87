#!/bin/sh
# The library ical writes a series that starts in London's winter in UTC, so summer is an hour late.
#
# Packages: ical 14.3.1 (PyPI).
# Guess: a start with a zone is written with TZID, whatever its offset is.
# Seen: a start whose offset is zero on that day is written with "Z" and keeps its rule. The library
#   lists 09:00 in London for April, and after writing and reading 10:00. New York keeps its TZID.
# A meeting in London or Lisbon is affected if its first occurrence is in winter.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check ical==14.3.1

cat >"$work/write.py" <<'END'
import datetime
from importlib.metadata import version
from zoneinfo import ZoneInfo

from ical.calendar import Calendar
from ical.calendar_stream import IcsCalendarStream
from ical.event import Event
from ical.types.recur import Recur

print("ical", version("ical"))
for name in ["America/New_York", "Europe/London", "Europe/Lisbon"]:
    zone = ZoneInfo(name)
    calendar = Calendar()
    calendar.events.append(
        Event(
            uid="meeting@example.org",
            summary="Meeting",
            start=datetime.datetime(2027, 1, 4, 9, tzinfo=zone),
            duration=datetime.timedelta(hours=1),
            rrule=Recur.from_rrule("FREQ=MONTHLY;COUNT=4"),
        )
    )
    text = IcsCalendarStream.calendar_to_ics(calendar)
    print(next(line for line in text.splitlines() if line.startswith("DTSTART")))
    again = IcsCalendarStream.calendar_from_ics(text)
    for label, source in [("before", calendar), ("after", again)]:
        last = [event.start for event in source.timeline][-1].astimezone(zone)
        print(" ", label, last.strftime("%Y-%m-%d %H:%M"), name)
END

cat >"$work/expected" <<'END'
ical 14.3.1
DTSTART;TZID=America/New_York:20270104T090000
  before 2027-04-04 09:00 America/New_York
  after 2027-04-04 09:00 America/New_York
DTSTART:20270104T090000Z
  before 2027-04-04 09:00 Europe/London
  after 2027-04-04 10:00 Europe/London
DTSTART:20270104T090000Z
  before 2027-04-04 09:00 Europe/Lisbon
  after 2027-04-04 10:00 Europe/Lisbon
END
"$work/venv/bin/python" "$work/write.py" >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
