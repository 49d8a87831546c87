#!/bin/sh
# icalmerge keeps the old version of a moved occurrence beside the new one.
#
# Packages: ical2html 3.0-1 and libical3 3.0.16-1+b1 (Debian 12).
# Guess: of two versions of a series, the newest of each component stays. The manual page says
#   "keeping only the most recent version of each event".
# Seen: the master is replaced by the newer one, but both versions of the override stay, with the
#   same UID and RECURRENCE-ID. The file that is named first decides which of them comes first, so
#   neither the first nor the last is always the newer one.
# Readers that don't compare LAST-MODIFIED show the meeting at two times, or at the wrong one.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
apt-get -o APT::Sandbox::User=root download -qq ical2html=3.0-1 libical3=3.0.16-1+b1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(find "$work/root" -name '*.so.*' -exec dirname {} + | sort -u | paste -s -d :)

# Writes a weekly series whose second occurrence is moved to an hour of 11 January.
calendar() {
  cat <<END
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//$1//EN
BEGIN:VEVENT
UID:choir@example.org
DTSTAMP:$2T080000Z
LAST-MODIFIED:$2T080000Z
DTSTART:20270104T190000Z
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:$1 master
END:VEVENT
BEGIN:VEVENT
UID:choir@example.org
DTSTAMP:$2T080000Z
LAST-MODIFIED:$2T080000Z
RECURRENCE-ID:20270111T190000Z
DTSTART:20270111T$3Z
SUMMARY:$1 override
END:VEVENT
END:VCALENDAR
END
}
calendar Old 20261201 200000 >old.ics
calendar New 20261202 210000 >new.ics

cat >expected <<'END'
old.ics new.ics
SUMMARY:Old override
SUMMARY:New master
SUMMARY:New override
new.ics old.ics
SUMMARY:New master
SUMMARY:New override
SUMMARY:Old override
END
for files in "old.ics new.ics" "new.ics old.ics"; do
  echo "$files"
  # shellcheck disable=SC2086 # two files
  LD_LIBRARY_PATH=$libraries root/usr/bin/icalmerge $files merged.ics
  tr -d '\r' <merged.ics | grep SUMMARY
  rm merged.ics
done >seen
cat seen
diff -u expected seen
