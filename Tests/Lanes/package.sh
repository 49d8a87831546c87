#!/bin/sh
# Installs the Debian package in a bare Debian without Swift, tests it as a new user, then upgrades
# and removes it. Then it tests the package on a desktop with a real systemd manager and dunst. The
# exit status is 1 if something is missing, changed, or left over.
#
#   sh Tests/Lanes/package.sh [RELEASE [PACKAGE]]
#     RELEASE  bookworm, trixie or sid; bookworm by default
#     PACKAGE  a package made by .ci/package, which the script runs by default
#
# It is not part of Tests/run.sh: the release build takes minutes, and a Debian of 200 MB is
# downloaded from the machine's package sources. If debootstrap can't run, the script prints the
# reason and tests nothing.
# shellcheck disable=SC2016 # expanded by other programs
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC

. Tests/Lanes/packages.sh

skip() {
  echo "skipped: $*"
  exit 0
}

fail() {
  echo "Tests/Lanes/package.sh: $*" >&2
  exit 1
}

release=${1:-bookworm}
case $release in
  bookworm | trixie | sid) ;;
  *)
    sed -n 's/^# \{0,1\}//; 6,8p' "$0" >&2
    exit 64
    ;;
esac
test "$(id -u)" -eq 0 || skip 'debootstrap has to be run by root'
command -v apt-get >/dev/null || skip 'there is no apt-get, so there is no mirror known'
# The machine's mirror has all releases.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
  'Label: Debian' 'Component: main' | head -n 1)
test -n "$mirror" || skip 'apt-get knows no mirror of Debian'
(require debootstrap) || skip 'debootstrap is not to be had'

mkdir -p .build
work=$(mktemp -d "$PWD/.build/bare.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM

package=${2:-}
test -n "$package" || {
  echo '==> .ci/package'
  sh .ci/package "$work"
  package=$(echo "$work"/ics2notify_*.deb)
}
name=$(dpkg-deb --field "$package" Package)
version=$(dpkg-deb --field "$package" Version)
echo "--> $name $version, $(stat -c %s "$package") bytes: $(dpkg-deb --field "$package" Depends)"

# Mounts inside disappear with the command.
echo "--> a bare Debian: $release"
unshare --mount debootstrap --variant=minbase "$release" "$root" "$mirror" >"$work/log" 2>&1 ||
  skip "debootstrap can't run: $(grep -v '^I:' "$work/log" | tail -n 1)"
# Use the machine's download settings inside, such as a proxy.
apt-config dump | grep -E '^Acquire::(Check-|http|https|Retries)' >"$root/etc/apt/apt.conf.d/99test" || true

# inside COMMAND ARGUMENT...: runs a command inside, without the environment of this machine.
inside() {
  unshare --mount sh -euc 'root=$1; shift
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount --rbind /sys "$root/sys"
    exec chroot "$root" "$@"' inside "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} \
    ${https_proxy:+"https_proxy=$https_proxy"} "$@"
}

# quietly COMMAND ARGUMENT...: prints the output only if the command fails.
quietly() {
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "$*"
  }
}

echo '--> apt-get install'
inside sh -c '! command -v swift && ! ls -d /opt/* /usr/lib/swift* 2>/dev/null' ||
  fail 'this Debian is not bare'
cp "$package" "$root/tmp/ics2notify.deb"
inside dpkg-query -W -f '${Package}\n' >"$work/before"
quietly inside apt-get update
quietly inside apt-get install -y --no-install-recommends /tmp/ics2notify.deb
inside dpkg-query -W -f '${Package}\n' >"$work/after"
echo "with it: $(comm -13 "$work/before" "$work/after" | grep -vx "$name" | tr '\n' ' ')"

echo '--> a new user'
inside useradd --create-home user
cp -R samples man README.md "$root/home/user"
cat >"$root/home/user/try" <<'EOT'
set -eu
cd
ics2notify --version
ldd /usr/bin/ics2notify >libraries
! grep -i -E 'not found|swift|foundation|dispatch|blocksruntime' libraries || exit 1
command -v notify-send >/dev/null

# The program's output for all samples and documented commands must equal the recorded one.
mkdir made
sh samples/record.sh /usr/bin/ics2notify made
(cd made && find . -type f) >names
while read -r name; do cmp "$name" "made/$name"; done <names
echo "$(wc -l <names) samples and documents are the same"
for sample in samples/*.ics; do
  cmp "$sample" "/usr/share/doc/ics2notify/examples/${sample#*/}"
done

for page in man/*; do
  gzip -dc "/usr/share/man/man${page##*.}/${page#*/}.gz" | cmp - "$page"
done
ics2notify completions bash | cmp - /usr/share/bash-completion/completions/ics2notify
ics2notify completions zsh | cmp - /usr/share/zsh/vendor-completions/_ics2notify
ics2notify completions fish | cmp - /usr/share/fish/vendor_completions.d/ics2notify.fish
ics2notify schema >formats
test "$(wc -l <formats)" -ge 20
while read -r name; do
  ics2notify schema "$name" | cmp - "/usr/share/ics2notify/$name.schema.json"
done <formats
test -s /usr/share/doc/ics2notify/copyright
for text in README.md NEWS.md changelog; do gzip -t "/usr/share/doc/ics2notify/$text.gz"; done
EOT
inside chown -R user:user /home/user
inside runuser -u user -- env HOME=/home/user sh /home/user/try || fail 'a user has not what there should be'
quietly inside dpkg --verify "$name"
test ! -s "$work/log" || fail "files are other than in the package: $(cat "$work/log")"

echo '--> upgrades'
dpkg-deb -R "$package" "$work/newer"
sed -i 's/^Version: .*/&+newer/' "$work/newer/DEBIAN/control"
quietly dpkg-deb -Znone -b "$work/newer" "$root/tmp/newer.deb"
# Install the same version again, another one, and the first again.
for file in ics2notify newer ics2notify; do
  quietly inside dpkg -i "/tmp/$file.deb"
  inside ics2notify --version >/dev/null
done
test "$(inside dpkg-query -W -f '${Version} ${Status}' "$name")" = "$version install ok installed"

echo '--> removal'
inside dpkg -L "$name" >"$work/paths"
quietly inside apt-get purge -y --autoremove "$name"
rm "$root/tmp/ics2notify.deb" "$root/tmp/newer.deb"
while read -r path; do
  # Folders that other packages also use remain.
  test -d "$root$path" || test ! -e "$root$path" || fail "$path is left"
done <"$work/paths"
left=$(find "$root" -xdev -path "$root/home" -prune -o -name '*ics2notify*' -print)
test -z "$left" || fail "left over: $left"
left=$(inside dpkg-query -W -f '${Package}\n' | comm -13 "$work/before" - | tr '\n' ' ')
test -z "$left" || fail "packages that are left: $left"

echo '--> a desktop'
quietly inside apt-get install -y --no-install-recommends dbus-bin dbus-daemon dunst gcc libc6-dev \
  procps python3-gi systemd xvfb
cp "$package" "$root/tmp/ics2notify.deb"
quietly inside apt-get install -y --no-install-recommends /tmp/ics2notify.deb
desktop=/root/desktop
mkdir -p "$root$desktop/work" "$root$desktop/calendars"
cp -R Tests/RealManagerTests/Harness "$root$desktop"

# event TITLE LINE...: prints a calendar with an event that has an alarm at its start.
event() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example.org//tests//EN BEGIN:VEVENT \
    "UID:$1@example.org" DTSTAMP:20280101T000000Z "SUMMARY:$1" DURATION:PT1H
  shift
  printf '%s\r\n' "$@" BEGIN:VALARM ACTION:DISPLAY TRIGGER:PT0S END:VALARM END:VEVENT END:VCALENDAR
}
event talk 'DTSTART;TZID=Europe/Berlin:20280103T090000' URL:https://example.org/talk \
  >"$root$desktop/calendars/talk.ics"
event pills 'DTSTART;TZID=Europe/Berlin:20280103T100000' RRULE:FREQ=DAILY \
  >"$root$desktop/calendars/pills.ics"
event pills 'DTSTART;TZID=Europe/Berlin:20280103T110000' RRULE:FREQ=DAILY >"$root$desktop/later.ics"

cat >"$root$desktop/script" <<'EOT'
cd /root/desktop
# see TITLES: fails unless the titles of the notifications on the screen are these.
see() {
  settle
  titles=$(shown | sed 's/.*"title": "\([^"]*\)".*/\1/' | paste -s -d ,)
  test "$titles" = "$1" || {
    echo "$(date -u): on the screen is '$titles', not '$1'" >&2
    exit 1
  }
}
systemctl --version | head -n 1
ics2notify install --quiet calendars
ics2notify status
walk 2028-01-03T08:00:05Z
see talk
press 'Snooze 15 minutes' talk
see ''
walk 2028-01-03T08:15:20Z
see talk
press Open talk
see ''
grep -q https://example.org/talk "$directory"/opened/*
walk 2028-01-03T09:00:05Z
see pills
press Done pills
see ''

ics2notify pause --quiet 2028-01-04
walk 2028-01-04T12:00:00Z
see ''
walk 2028-01-05T08:00:00Z
see 'Silent during the pause: 1 reminder'
dismiss
walk 2028-01-05T09:00:05Z
see pills
press Done pills

cp later.ics calendars/pills.ics
ics2notify renew --quiet
# An event that is moved rings again.
walk 2028-01-05T10:00:05Z
see pills
press Done pills
walk 2028-01-06T09:30:00Z
see ''
walk 2028-01-06T10:00:05Z
see pills
restart_server
see pills

ics2notify uninstall --quiet
see ''
walk 2028-01-08T00:00:00Z
see ''
remains=$(find "$HOME" "$XDG_RUNTIME_DIR" -name '*ics2notify*')
units=$(systemctl --user --plain --no-legend list-units --all 'ics2notify*')
test -z "$remains$units" || {
  echo "left after uninstall: $remains $units" >&2
  exit 1
}
EOT
manager=$desktop/Harness/manager.sh
if inside sh "$manager" probe-session >"$work/log" 2>&1; then
  quietly inside sh "$manager" session "$desktop/work" Europe/Berlin 2028-01-03T07:00:00Z \
    "$desktop/script"
  head -n 1 "$work/log"
else
  echo "skipped: the desktop: $(cat "$work/log")"
fi
echo '==> installs, runs, upgrades and is removed'
