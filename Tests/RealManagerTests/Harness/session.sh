# shellcheck shell=sh disable=SC2154 # manager.sh's variables
# A desktop around the manager of manager.sh, which reads this: a session bus that the manager runs,
# a screen, and a notification server, dunst, to which the real notify-send talks.
#
# SCRIPT also finds these commands:
#   press LABEL [TITLE]   presses a button of the newest notification that has it
#   dismiss               closes all notifications, as a user does
#   shown                 what is on the screen: a JSON object a line, the oldest first
#   settle                waits until nothing but buttons is waited for
#   suspend SECONDS       the wall clock is that much later, as after a suspend
#   server dunst | none | WORDS    another server: none, or a stand-in with these capabilities
#   picture FILE          the screen as a PNG, where ImageMagick is installed
# In DIRECTORY, recording is what busctl sees on the bus, with the clock's times, and opened is what
# xdg-open was called with, as calls is of notify-send.

harness=$(dirname -- "$self")

# The first that is missing of what is needed.
missing_of_session() {
  for command in Xvfb dunst dunstctl notify-send dbus-daemon busctl stdbuf; do
    command -v $command >/dev/null || { echo $command && return; }
  done
  /usr/bin/python3 -c 'import gi' 2>/dev/null || echo "python3-gi"
}

# What is not under test runs on the machine's own clock.
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
  mkdir "$units/sockets.target.wants"
  ln -s ../dbus.socket "$units/sockets.target.wants/dbus.socket"
  # Without the directories of services, so that no server starts unasked.
  cat >"$directory/bus.conf" <<CONFIGURATION
<busconfig>
  <type>session</type>
  <listen>unix:path=/nowhere</listen>
  <auth>EXTERNAL</auth>
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
  for _ in $(seq 200); do
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

# Starts what ends with the bus.
start_session() {
  busctl --user monitor --json=short --match="interface='org.freedesktop.Notifications'" \
    --match="type='method_return'" --match="type='error'" \
    >>"$directory/recording" 2>"$directory/recorder.log" &
  recorder=$!
  for _ in $(seq 200); do
    test ! -s "$directory/recorder.log" || break
    sleep 0.05
  done
  server_process=
  # shellcheck disable=SC2086 # words
  server $chosen_server
  settle
}

server() {
  if [ -n "$server_process" ]; then
    kill "$server_process"
    wait "$server_process" 2>/dev/null || true
    server_process=
  fi
  chosen_server=$*
  # What was on the screen is gone.
  echo '{"type":"server","payload":{"data":[]}}' >>"$directory/recording"
  case $* in
    none) return ;;
    dunst) set -- dunst ;;
    *) set -- /usr/bin/python3 "$harness/server.py" "$@" ;;
  esac
  # No function, whose shell would be the process that is ended.
  env -u LD_PRELOAD -u CLOCK "$@" >>"$directory/server.log" 2>&1 &
  server_process=$!
  for _ in $(seq 200); do
    ! unclocked busctl --user --quiet status org.freedesktop.Notifications >/dev/null 2>&1 ||
      return 0
    sleep 0.05
  done
  cat "$directory/server.log" >&2
  echo "the notification server did not come up" >&2
  return 1
}

# Whether what waits for buttons can be ended: a program keeps the mask of the thread that became it.
can_be_ended() {
  for child in $(cat "/proc/$process/task/$process/children"); do
    test "$(cat "/proc/$child/comm" 2>/dev/null)" = notify-send || continue
    masked=$(sed -n 's/^SigBlk:[[:space:]]*//p' "/proc/$child/status" 2>/dev/null) || continue
    case $masked in
      *[!0]*)
        echo "notify-send has signals masked: $masked" >&2
        return 1
        ;;
    esac
  done
}

# Half a second in which the manager has no children but the bus and what waits for buttons, and no
# jobs.
settle() {
  quiet=0
  for _ in $(seq 1200); do
    quiet=$((quiet + 1))
    for child in $(cat "/proc/$process/task/$process/children"); do
      case $(cat "/proc/$child/comm" 2>/dev/null) in
        dbus-daemon | notify-send) ;;
        *) quiet=0 ;;
      esac
    done
    if [ $quiet -ge 10 ]; then
      if [ -z "$(systemctl --user --no-legend --plain list-jobs)" ]; then
        can_be_ended
        return
      fi
      quiet=0
    fi
    sleep 0.05
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
  # Any request has the manager wait anew.
  systemctl --user show-environment >/dev/null
  settle
}

shown() { unclocked /usr/bin/python3 "$harness/shown.py" "$directory/recording"; }

# How many signals of a kind were recorded.
recorded() { grep -c "\"member\":\"$1\"" "$directory/recording" || true; }

press() {
  printf '#%s (%s' "$1" "${2+$2) }" >"$directory/menu.wanted"
  before=$(recorded ActionInvoked)
  : >"$directory/menu.offered"
  unclocked dunstctl context
  for _ in $(seq 100); do
    if [ "$(recorded ActionInvoked)" -gt "$before" ]; then
      sleep 0.2
      settle
      return
    fi
    sleep 0.05
  done
  echo "there is no button $1${2+ of $2}; there are:" >&2
  cat "$directory/menu.offered" >&2
  return 1
}

dismiss() {
  unclocked dunstctl close-all
  sleep 0.2
  settle
}

picture() {
  if command -v import >/dev/null; then
    unclocked import -window root "$1"
  fi
}
