#!/bin/sh
# Makes the pictures of README.md: notification.png and page.png, next to the samples.
#
# The notification is the one of weekday-standup.ics on 2028-01-03, in a session of the test
# harness: a systemd manager, a session bus, a virtual screen, and the notification server of Xfce.
# The page is more-than-64.html in Chromium.
#
# Usage: sh samples/pictures.sh [PROGRAM]
#   PROGRAM  a built ics2notify; if omitted, it is built
set -eu
unset CDPATH
program=${1:-}
test -z "$program" || program=$(readlink -f -- "$program")
cd -- "$(dirname -- "$0")/.."
exec </dev/null

. Tests/Lanes/packages.sh
require chromium dbus-bin dbus-daemon dunst gnome-themes-extra imagemagick libnotify-bin \
  pkg-config python3-gi systemd tzdata xfce4-notifyd xfconf xvfb
if [ -z "$program" ]; then
  swift build --product ics2notify
  program=$(swift build --show-bin-path)/ics2notify
fi
xfce=$(dirname -- "$(dpkg -L xfce4-notifyd | grep '/xfce4-notifyd$' | head -n 1)")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/session"
cp samples/weekday-standup.ics "$work"

# The commands are described at the top of manager.sh and session.sh.
cat >"$work/script.sh" <<SCRIPT
server none
unclocked "$xfce/../xfconf/xfconfd" &
env -u LD_PRELOAD -u CLOCK GTK_THEME=Adwaita "$xfce/xfce4-notifyd" &
is_running() { unclocked busctl --user status org.freedesktop.Notifications; }
wait_for is_running >"$work/server"
"$program" install --quiet --stay --snooze 5m,1h,08:00 "$work/weekday-standup.ics"
walk 2028-01-03T07:50:10Z
settle
# The popup fades in.
sleep 1
unclocked import -window root -crop 800x300+0+0 "$work/screen.png"
SCRIPT
sh Tests/RealManagerTests/Harness/manager.sh session "$work/session" Europe/Berlin \
  2028-01-03T07:40:00Z "$work/script.sh" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
# The screen is black around the notification.
/usr/bin/convert "$work/screen.png" -trim +repage -strip samples/notification.png

chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,690 \
  --screenshot="$work/page.png" "file://$PWD/samples/more-than-64.html" 2>"$work/log" || {
  cat "$work/log" >&2
  exit 1
}
/usr/bin/convert "$work/page.png" -strip +dither -colors 128 samples/page.png
