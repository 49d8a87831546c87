#!/bin/sh
# icalendar-anonymizer copies the properties of alarms into their event.
#
# Packages: icalendar-anonymizer 0.1.4 and icalendar 7.3.2 (PyPI).
# Guess: texts and UIDs are replaced, and the structure stays the same.
# Seen: the event gets ACTION, TRIGGER, REPEAT, DURATION and a second DESCRIPTION from its VALARM,
#   which stays as well. DURATION beside DTEND is invalid (RFC 5545, 3.6.1). The tool is meant for
#   bug reports, so a report shows a fault that the original file doesn't have.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  icalendar-anonymizer==0.1.4 icalendar==7.3.2

cat >"$work/rewrite.py" <<'END'
from importlib.metadata import version
from icalendar import Calendar
from icalendar_anonymizer import anonymize

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//finding//EN
BEGIN:VEVENT
UID:piano@example.org
DTSTAMP:20270101T000000Z
DTSTART:20270301T080000Z
DTEND:20270301T090000Z
SUMMARY:Piano
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Soon
TRIGGER:-PT15M
REPEAT:2
DURATION:PT5M
END:VALARM
END:VEVENT
END:VCALENDAR
"""


def names(calendar):
    event = calendar.walk("VEVENT")[0]
    return " ".join(sorted(event.keys())), len(event.subcomponents)


print("icalendar-anonymizer", version("icalendar-anonymizer"))
original = Calendar.from_ical(CALENDAR)
print("original:", *names(original))
print("copy:", *names(anonymize(original)))
END

cat >"$work/expected" <<'END'
icalendar-anonymizer 0.1.4
original: DTEND DTSTAMP DTSTART SUMMARY UID 1
copy: ACTION DESCRIPTION DTEND DTSTAMP DTSTART DURATION REPEAT SUMMARY TRIGGER UID 1
END
"$work/venv/bin/python" "$work/rewrite.py" >"$work/seen"
cat "$work/seen"
diff -u "$work/expected" "$work/seen"
