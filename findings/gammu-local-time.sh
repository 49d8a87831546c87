#!/bin/sh
# Gammu exports the local times of a phone as UTC, and loses the alarm of a birthday.
#
# Packages: gammu 1.42.0-8, libgammu8 1.42.0-8, libbluetooth3 5.66-1+deb12u2 and
#   libusb-1.0-0 2:1.0.26-1 (Debian 12).
# Guess: the backup of a phone, which has no time zones, becomes floating times, and each alarm a
#   VALARM with an absolute TRIGGER.
# Seen: 09:00 on the phone becomes 09:00 UTC, although the computer is in Berlin. UNTIL stays a day.
#   A birthday loses its alarm and its yearly repetition, and a silent alarm becomes the vCalendar
#   property DALARM, which iCalendar doesn't have.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
apt-get -o APT::Sandbox::User=root download -qq gammu=1.42.0-8 libgammu8=1.42.0-8 \
  libbluetooth3=5.66-1+deb12u2 libusb-1.0-0=2:1.0.26-1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(find "$work/root" -name '*.so.*' -exec dirname {} + | sort -u | paste -s -d :)

cat >phone.backup <<'END'
[Backup]
Creator = "Example"
DateTime = 20270101T100000
Format = 1.05

[Calendar1]
Type = Meeting
StartTime = 20270607T090000
StopTime = 20270607T100000
Alarm = 20270607T083000
AlarmType = Tone
Text = "Rehearsal"
RepeatFrequency = 1
RepeatDayOfWeek = 1
RepeatStopDate = 20270614T235900

[Calendar2]
Type = Birthday
StartTime = 20270911T000000
Alarm = 20270911T080000
AlarmType = Tone
Text = "Jo"
RepeatDay = 11
RepeatMonth = 9
RepeatFrequency = 1

[Calendar3]
Type = Reminder
StartTime = 20270701T090000
Alarm = 20270701T090000
AlarmType = Silent
Text = "Pills"
END

cat >expected <<'END'
gammu 1.42.0
SUMMARY:Rehearsal
DTSTART:20270607T090000Z
RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270614
TRIGGER;VALUE=DURATION:-PT30M
SUMMARY:Jo
DTSTART;VALUE=DATE:20270911
SUMMARY:Pills
DTSTART:20270701T090000Z
DALARM:20270701T090000Z
END
# run ARGUMENT...: runs gammu in Berlin.
run() { LD_LIBRARY_PATH=$libraries TZ=Europe/Berlin root/usr/bin/gammu "$@" 2>log; }
run convertbackup phone.backup phone.ics
{
  run --version | sed -n 's/.*Gammu version \([0-9.]*\).*/gammu \1/p'
  # Unfold the lines.
  tr -d '\r' <phone.ics | sed -e ':a' -e '$!N' -e 's/\n //' -e ta -e P -e D |
    grep -E '^(SUMMARY|DTSTART|RRULE|TRIGGER|DALARM)'
} >seen
cat seen
diff -u expected seen
