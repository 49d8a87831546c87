#!/bin/sh
# mergecal moves the events of the second calendar if both define a zone of the same name.
#
# Packages: mergecal 0.5.0, icalendar 7.2.2, x-wr-timezone 2.0.1 (PyPI).
# Guess: one of the zones is renamed, or the events are converted to UTC.
# Seen: the result has only the VTIMEZONE of the first calendar, and both events refer to it. An
#   event at 09:00 in New York, 14:00 UTC, is at 08:00 UTC after the merge. No error is raised, and
#   the exit status is 0. The order of the files decides which calendar is wrong.
# Exchange writes "Customized Time Zone" for zones that it can't identify.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  mergecal==0.5.0 icalendar==7.2.2 x-wr-timezone==2.0.1

# Writes a calendar with an event at 09:00 in a zone with a fixed offset.
calendar() {
  cat <<END
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//$1//EN
BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:$2
TZOFFSETTO:$2
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:$1@example.org
DTSTAMP:20270101T000000Z
DTSTART;TZID=Customized Time Zone:20270104T090000
DURATION:PT1H
SUMMARY:$1
END:VEVENT
END:VCALENDAR
END
}
cd "$work"
calendar Berlin +0100 >berlin.ics
calendar "New York" -0500 >new-york.ics

cat >list.py <<'END'
import datetime
import pathlib
import sys

from icalendar import Calendar

calendar = Calendar.from_ical(pathlib.Path(sys.argv[1]).read_bytes())
for event in calendar.walk("VEVENT"):
    start = event["DTSTART"].dt.astimezone(datetime.timezone.utc)
    print(f"{sys.argv[1]}: {event['SUMMARY']} {start:%H:%M} UTC")
print(f"{sys.argv[1]}: {len(calendar.walk('VTIMEZONE'))} VTIMEZONE")
END

cat >expected <<'END'
mergecal 0.5.0
berlin.ics: Berlin 08:00 UTC
berlin.ics: 1 VTIMEZONE
new-york.ics: New York 14:00 UTC
new-york.ics: 1 VTIMEZONE
merged.ics: Berlin 08:00 UTC
merged.ics: New York 08:00 UTC
merged.ics: 1 VTIMEZONE
other.ics: New York 14:00 UTC
other.ics: Berlin 14:00 UTC
other.ics: 1 VTIMEZONE
END
venv/bin/mergecal berlin.ics new-york.ics -o merged.ics >/dev/null
venv/bin/mergecal new-york.ics berlin.ics -o other.ics >/dev/null
{
  venv/bin/python -c 'import mergecal; print("mergecal", mergecal.__version__)'
  # A process of its own for each file, because icalendar keeps the zones of earlier files.
  for file in berlin.ics new-york.ics merged.ics other.ics; do venv/bin/python list.py $file; done
} >seen
cat seen
diff -u expected seen
