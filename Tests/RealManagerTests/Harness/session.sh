# shellcheck shell=sh disable=SC2154 # manager.sh's variables
# A desktop around the manager of manager.sh, which reads this: a session bus that the manager runs,
# a screen, and a notification server. The server is dunst until the script starts another.
#
# SCRIPT also finds these commands:
#   press LABEL [TITLE]   presses a button of the newest notification that has it; if $token is set,
#                         a stand-in sends it first
#   dismiss               closes all notifications, as a user does
#   close REASON [TITLE]  makes a stand-in close its notifications with a reason
#   emit MEMBER ID TEXT   makes a stand-in send a signal; $sender names another than the present one
#   forge MEMBER ID TEXT  sends a signal from another connection, to all and to the watcher
#   shown                 prints the notifications on the screen as lines of JSON, the oldest first
#   settle                waits until the manager has no jobs, and only idle watchers and sounds run
#   watcher               prints the process that watches notifications
#   left                  settles, and prints "waits" for each watcher
#   suspend SECONDS       moves the wall clock forward, as after a suspend
#   server dunst | mako | none | WORDS    starts another server; WORDS are arguments of server.py
#   hand_over WORDS       starts another stand-in that takes the name over; "server none" gives the
#                         name back to the former one
#   on_demand COMMAND     makes the bus start a server by COMMAND when a program calls one
#   crash_server, restart_server    kills the server; kills it and starts it again
#   hold_server, release_server     stops the server's process; continues it
#   picture FILE          writes the screen as a PNG, where ImageMagick is installed
# In DIRECTORY, recording has the messages that busctl sees, with the clock's times. opened has the
# calls of xdg-open, as calls has those of notify-send. tokens has a line for each
# XDG_ACTIVATION_TOKEN of xdg-open. errors has what services write to standard error.

harness=$(dirname -- "$self")

# Prints the first command that is missing, of those that every session needs and of others.
missing_of_session() {
  for command in Xvfb dunst dunstctl notify-send dbus-daemon busctl "$@"; do
    command -v $command >/dev/null || { echo $command && return; }
  done
  /usr/bin/python3 -c 'import gi' 2>/dev/null || echo "python3-gi"
}

# Runs a command that isn't under test on the machine's clock.
unclocked() { env -u LD_PRELOAD -u CLOCK "$@"; }

prepare_session() {
  stand_in xdg-open opened
  units=$XDG_RUNTIME_DIR/systemd/user
  cat >"$units/dbus.socket" <<UNIT
[Socket]
ListenStream=%t/bus
UNIT
  cat >"$units/dbus.service" <<UNIT
[Unit]
Requires=dbus.socket
[Service]
Type=notify
UnsetEnvironment=LD_PRELOAD CLOCK
ExecStart=/usr/bin/dbus-daemon --config-file=$directory/bus.conf --address=systemd: --nofork --nopidfile --systemd-activation
UNIT
  mkdir "$units/service.d"
  printf '[Service]\nStandardError=append:%s\n' "$directory/errors" >"$units/service.d/errors.conf"
  mkdir "$units/sockets.target.wants"
  ln -s ../dbus.socket "$units/sockets.target.wants/dbus.socket"
  # The directory of services is empty, so that the bus starts no server of the machine.
  mkdir "$directory/services"
  cat >"$directory/bus.conf" <<CONFIGURATION
<busconfig>
  <type>session</type>
  <listen>unix:path=/nowhere</listen>
  <auth>EXTERNAL</auth>
  <servicedir>$directory/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_message_size">1000000000</limit>
</busconfig>
CONFIGURATION
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$XDG_RUNTIME_DIR/bus"

  unclocked Xvfb -displayfd 5 -screen 0 800x900x24 -nolisten tcp 5>"$directory/display" \
    >"$directory/screen.log" 2>&1 &
  for _ in $(seq 1200); do
    test ! -s "$directory/display" || break
    sleep 0.05
  done
  DISPLAY=:$(cat "$directory/display")
  export DISPLAY
  # Notifications stay until they are pressed or closed, whatever the machine's clock says.
  mkdir -p "$HOME/.config/dunst"
  cat >"$HOME/.config/dunst/dunstrc" <<CONFIGURATION
[global]
  width = 600
  height = 300
  notification_limit = 0
  stack_duplicates = false
  sort = false
  markup = full
  format = "<b>%s</b>\n%b"
  dmenu = $directory/menu
[urgency_low]
  timeout = 0
[urgency_normal]
  timeout = 0
[urgency_critical]
  timeout = 0
CONFIGURATION
  mkdir -p "$HOME/.config/mako"
  echo 'default-timeout=0' >"$HOME/.config/mako/config"
  # dunst offers lines such as \`#Done (Title) [7,done]\`.
  cat >"$directory/menu" <<MENU
#!/bin/sh
tee "$directory/menu.offered" | WANTED=\$(cat "$directory/menu.wanted") awk '
  index(\$0, ENVIRON["WANTED"]) == 1 {
    number = \$0; sub(/.*\[/, "", number); sub(/,.*/, "", number)
    if (number + 0 >= newest) { newest = number + 0; line = \$0 }
  }
  END { if (line != "") print line }'
MENU
  chmod 755 "$directory/menu"
  : >"$directory/recording"
  chosen_server=dunst
}

# Starts the programs that end with the bus.
start_session() {
  # An earlier session's recording tells nothing of this one.
  recorded=$(wc -c <"$directory/recording")
  busctl --user monitor --json=short --match="interface='org.freedesktop.Notifications'" \
    --match="type='method_return'" --match="type='error'" \
    --match="member='NameOwnerChanged',arg0='org.freedesktop.Notifications'" \
    >>"$directory/recording" 2>"$directory/recorder.log" &
  recorder=$!
  # clock.c waits until the recorder has read all messages.
  echo "$recorder" >"$directory/recorder"
  # systemd 252 announces the monitor. 257 doesn't, but records the first replies on the bus.
  for _ in $(seq 1200); do
    test ! -s "$directory/recorder.log" || break
    test "$(wc -c <"$directory/recording")" -eq "$recorded" || break
    sleep 0.05
  done
  server_process=
  # shellcheck disable=SC2086 # words
  server $chosen_server
  settle
}

# mako needs a compositor. It survives a logout.
start_compositor() {
  test -z "${WAYLAND_DISPLAY-}" || return 0
  WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
    env -u CLOCK -u DISPLAY sway --config /dev/null >"$directory/sway.log" 2>&1 &
  for _ in $(seq 1200); do
    for socket in "$XDG_RUNTIME_DIR"/wayland-?; do
      test ! -S "$socket" || { WAYLAND_DISPLAY=${socket##*/} && return; }
    done
    sleep 0.05
  done
  cat "$directory/sway.log" >&2
  echo "the compositor did not come up" >&2
  return 1
}

end_server() {
  test -n "$server_process" || return 0
  kill "-$1" "$server_process" 2>/dev/null || true
  kill -CONT "$server_process" 2>/dev/null || true
  wait "$server_process" 2>/dev/null || true
  server_process=
}

server() {
  end_server TERM
  chosen_server=$*
  case $* in
    none) return ;;
    dunst) set -- dunst ;;
    mako)
      start_compositor
      set -- env -u DISPLAY "WAYLAND_DISPLAY=$WAYLAND_DISPLAY" mako
      ;;
    *) set -- /usr/bin/python3 "$harness/server.py" "$@" ;;
  esac
  # Not a function, whose shell would be the process that end_server kills.
  env -u LD_PRELOAD -u CLOCK "$@" >>"$directory/server.log" 2>&1 &
  server_process=$!
  for _ in $(seq 1200); do
    test "$(owner PID)" != "$server_process" || return 0
    sleep 0.05
  done
  cat "$directory/server.log" >&2
  echo "the notification server did not come up" >&2
  return 1
}

# Prints the PID or the UniqueName of the server, or nothing if no server runs.
owner() {
  unclocked busctl --user status org.freedesktop.Notifications 2>/dev/null | sed -n "s/^$1=//p"
}

hand_over() {
  server_process=
  server "$@"
}

on_demand() {
  printf '[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=%s\n' "$1" \
    >"$directory/services/org.freedesktop.Notifications.service"
  unclocked busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig
}

crash_server() { end_server KILL; }

restart_server() {
  crash_server
  # shellcheck disable=SC2086 # words
  server $chosen_server
}

hold_server() { kill -STOP "$server_process"; }

release_server() { kill -CONT "$server_process"; }

children() { cat "/proc/$process/task/$process/children"; }

watcher() {
  for child in $(children); do
    ! cat "/proc/$child/cmdline" 2>/dev/null | tr '\0' '\n' | grep -qx -e --watch ||
      echo "$child"
  done
}

left() {
  settle
  for child in $(children); do cat "/proc/$child/comm" 2>/dev/null; done | grep -vx dbus-daemon || true
}

# Whether all threads of a process sleep, or it has ended.
asleep() { ! sed 's/.*) \(.\).*/\1/' "/proc/$1/task"/*/stat 2>/dev/null | grep -qv S; }

# Whether the manager has no jobs, and its only children are sounds, the bus and watchers. The bus
# and the watchers sleep. clock.c renames a watcher while it is idle.
idle() {
  test -z "$(systemctl --user --no-legend --plain list-jobs)" || return 1
  for child in $(children); do
    case $(cat "/proc/$child/comm" 2>/dev/null) in
      dbus-daemon | waits) asleep "$child" || return 1 ;;
      plays) ;;
      *) return 1 ;;
    esac
  done
}

# Waits until the manager is idle in five successive checks, over half a second or more. Each check
# sends a request, so the manager has seen all earlier exits and changes.
settle() {
  quiet=0
  for _ in $(seq 600); do
    quiet=$((quiet + 1))
    idle || quiet=0
    test $quiet -lt 5 || return 0
    sleep 0.1
  done
  echo "the session did not settle" >&2
  ps -ef >&2 || true
  systemctl --user --no-legend --plain list-jobs >&2 || true
  systemctl --user --no-legend --plain --full list-units --state=activating,deactivating >&2 || true
  return 1
}

suspend() {
  shift_now=$(sed -n 1p "$directory/clock" | sed 's/^\(-\{0,1\}\)0*\(.\)/\1\2/')
  printf '%020d' "$((shift_now + $1 * 1000000000))" |
    dd of="$directory/clock" bs=1 conv=notrunc status=none
  # A request makes the manager wait again.
  systemctl --user show-environment >/dev/null
  settle
}

# Whether all messages on the bus are recorded.
is_recorded() {
  for child in $(children); do
    test "$(cat "/proc/$child/comm" 2>/dev/null)" != dbus-daemon || asleep "$child" || return 1
  done
  asleep "$recorder"
}

shown() {
  wait_for is_recorded
  unclocked /usr/bin/python3 "$harness/shown.py" "$directory/recording"
}

# Prints the number of recorded signals of a kind.
recorded() { grep -c "\"member\":\"$1\"" "$directory/recording" || true; }

emit() {
  unclocked busctl --user call "${sender:-org.freedesktop.Notifications}" \
    /org/freedesktop/Notifications org.example.Control Emit sus "$1" "$2" "$3"
}

forge() {
  signature=us
  test "$1" != NotificationClosed || signature=uu
  to=$(unclocked busctl --user --no-legend --unique list |
    awk -v pid="$(watcher)" '$2 == pid { print $1 }')
  for destination in "" $to; do
    unclocked busctl --user ${destination:+"--destination=$destination"} emit \
      /org/freedesktop/Notifications org.freedesktop.Notifications "$1" $signature "$2" "$3"
  done
}

# Presses a button on any server.
choose() {
  if [ "$chosen_server" = dunst ]; then
    printf '#%s (%s' "$1" "${2+$2) }" >"$directory/menu.wanted"
    : >"$directory/menu.offered"
    unclocked dunstctl context
    return
  fi
  found=$(unclocked /usr/bin/python3 "$harness/shown.py" "$directory/recording" "$@")
  test -n "$found" || return 0
  if [ "$chosen_server" = mako ]; then
    unclocked makoctl invoke -n "${found% *}" "${found#* }"
  else
    test -z "${token+set}" || emit ActivationToken "${found% *}" "$token"
    emit ActionInvoked "${found% *}" "${found#* }"
    emit NotificationClosed "${found% *}" 2
  fi
}

press() {
  wait_for is_recorded
  before=$(recorded ActionInvoked)
  choose "$@"
  for _ in $(seq 1200); do
    if [ "$(recorded ActionInvoked)" -gt "$before" ]; then
      settle
      return
    fi
    sleep 0.05
  done
  echo "button $1${2+ of $2} is missing among:" >&2
  shown >&2
  return 1
}

is_empty() { test -z "$(shown)"; }

dismiss() {
  case $chosen_server in
    dunst) unclocked dunstctl close-all ;;
    mako) unclocked makoctl dismiss --all ;;
    *) close 2 ;;
  esac
  wait_for is_empty
  settle
}

close() {
  reason=$1
  shift
  for number in $(shown | grep -e "\"title\": \"${1-}" |
    sed 's/^{"id": \([0-9]*\),.*/\1/'); do
    emit NotificationClosed "$number" "$reason"
  done
  settle
}

picture() {
  if command -v import >/dev/null; then
    unclocked import -window root "$1"
  fi
}
