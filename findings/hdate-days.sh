#!/bin/sh
# hdate writes a month of days with one UID, and with line breaks inside SUMMARY.
#
# Packages: hdate 1.6.02-2.1+b3 and libhdate1 1.6.02-2.1+b3 (Debian 12).
# Guess: an all-day event for each day, and the times of day in UTC or without a zone.
# Seen: all events have one UID and no RECURRENCE-ID, so a reader that keeps the last event of a UID
#   keeps one day of the month. The times and the holiday follow the title as lines of their own:
#   "sunset: 17:24" reads as a property, and "Rosh Hashana I" isn't a content line (RFC 5545, 3.1).
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
apt-get -o APT::Sandbox::User=root download -qq hdate=1.6.02-2.1+b3 libhdate1=1.6.02-2.1+b3
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(find "$work/root" -name '*.so.*' -exec dirname {} + | sort -u | paste -s -d :)

LD_LIBRARY_PATH=$libraries HOME=$work TZ=Asia/Jerusalem root/usr/bin/hdate --ical --holidays --sun \
  --latitude 31.78 --longitude 35.22 --timezone 2 10 2027 >days.ics 2>log

cat >expected <<'END'
hdate 1.6.02
31 events, 1 UID
DTSTART;VALUE=DATE:20271002
SUMMARY:1 Tishrei 5788sunrise: 05:32
sunset: 17:24
Rosh Hashana I

CLASS:PUBLIC
DTEND;VALUE=DATE:20271002
CATEGORIES:Holidays
END:VEVENT
END
{
  dpkg-deb -f hdate_*.deb Version | sed 's/-.*//; s/^/hdate /'
  echo "$(grep -c '^BEGIN:VEVENT' days.ics) events, $(grep '^UID:' days.ics | sort -u | wc -l) UID"
  sed -n '/^DTSTART;VALUE=DATE:20271002$/,/^END:VEVENT$/p' days.ics
} >seen
cat seen
diff -u expected seen
