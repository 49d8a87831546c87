#!/bin/sh
# Runs a script beside a systemd user manager that has a simulated clock.
#
#   sh manager.sh probe                            fails with a reason if this machine can't run it
#   sh manager.sh run DIRECTORY ZONE INSTANT SCRIPT
#   sh manager.sh probe-session [COMMAND …]        the same for a desktop and further commands
#   sh manager.sh session …                        runs a script with a desktop, see session.sh
#     DIRECTORY  an empty directory for everything that is written
#     ZONE       the machine's time zone
#     INSTANT    the time at which the manager starts, in ISO 8601
#     SCRIPT     a file of sh commands
#
# SCRIPT can use systemctl, HOME, XDG_RUNTIME_DIR, and these commands:
#   walk INSTANT  jumps from timer to timer up to an instant
#   zone ZONE     changes the machine's time zone
#   stop_manager, pass_days N, start_manager    logs out, lets days pass, and logs in
# DIRECTORY/calls has a file for each call of notify-send: the time in nanoseconds since 1970 and
# the arguments, each followed by NUL.
#
# The script runs in separate mount, process and cgroup namespaces. It needs root, or the right to
# become root in a user namespace; clang or cc; systemd 249 or later.
set -eu
self=$(readlink -f -- "$0")
manager=/lib/systemd/systemd

fail() {
  echo "$*" >&2
  exit 77
}

# The time in nanoseconds since 1970.
nanoseconds() { echo "$(date -u -d "$1" +%s)000000000"; }

# Enters namespaces and runs a stage of this script there.
enter() {
  set -- --mount --cgroup --propagation unchanged -- sh "$self" private "$@"
  test "$(id -u)" -eq 0 || set -- --user --map-root-user "$@"
  exec unshare "$@"
}

# Replaces a command with a script that records its arguments.
stand_in() {
  mkdir -p "$directory/$2"
  rm -f "/usr/bin/$1"
  cat >"/usr/bin/$1" <<STAND_IN
#!/bin/sh
call=$directory/$2/\$\$-\$(date +%s%N)
{ printf '%s\\0' "\${call##*-}" "\$@"; } >"\$call"
test -z "\${XDG_ACTIVATION_TOKEN+set}" ||
  printf '%s\\n' "\$XDG_ACTIVATION_TOKEN" >>"$directory/tokens"
STAND_IN
  chmod 755 "/usr/bin/$1"
}

desktop=$(dirname -- "$self")/session.sh
case $1 in
  probe-session)
    # shellcheck source=session.sh
    . "$desktop"
    shift
    lacks=$(missing_of_session "$@")
    test -z "$lacks" || fail "$lacks is missing"
    exec sh "$self" probe
    ;;
  session)
    shift
    export SESSION=true
    exec sh "$self" run "$@"
    ;;
  probe)
    test -x $manager || fail "$manager is missing"
    command -v clang >/dev/null || command -v cc >/dev/null || fail "a C compiler is missing"
    directory=$(mktemp -d)
    trap 'rmdir "$directory"' EXIT
    (enter cgroup "$directory" true) >/dev/null 2>&1 ||
      fail "namespaces or a cgroup of our own are not allowed here"
    ;;
  run)
    shift
    directory=$(readlink -f -- "$1")
    compiler=$(command -v clang || command -v cc)
    "$compiler" -std=gnu11 -Wall -Wextra -Werror -O1 -shared -fPIC \
      -o "$directory/clock.so" "$(dirname -- "$self")/clock.c"
    shift
    mkdir "$directory/cgroup"
    enter cgroup "$directory/cgroup" "$directory" "$@"
    ;;
  private)
    # Keeps mounts inside this namespace, and runs a stage. In a chroot, / is usually not a mount
    # point, so the mount that has it can't be made private. A copy of / can.
    shift
    if ! mount --make-rprivate / 2>/dev/null; then
      mount --make-rprivate /proc
      mount --rbind / /proc
      mount --make-rprivate /proc
      exec chroot /proc sh "$self" "$@"
    fi
    exec sh "$self" "$@"
    ;;
  cgroup)
    # A cgroup below the current one, so that the manager can't change others. It must be removed
    # from outside, after all its processes have ended.
    shift
    point=$1
    shift
    mount -t cgroup2 cgroup2 "$point"
    group=$point$(sed -n 's/^0:://p' /proc/self/cgroup)/ics2notify-$$
    mkdir "$group"
    status=0
    if [ "$1" = true ]; then
      set -- true
    else
      set -- sh "$self" inside "$@"
    fi
    # shellcheck disable=SC2016 # for the inner shell
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" \
      unshare --cgroup --pid --fork --kill-child=KILL --mount-proc "$@" || status=$?
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
      test -d "$group" || break
      sleep 0.1
    done
    umount "$point"
    exit $status
    ;;
  inside)
    directory=$2 zone=$3 instant=$4 script=$5
    cd /
    umount -R -l /sys/fs/cgroup
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    # Without /run/systemd/system, a manager concludes that systemd isn't running, and exits.
    mount -t tmpfs -o mode=755 tmpfs /run
    mkdir -p /run/systemd/system /run/user/0
    chmod 700 /run/user/0
    # The time zone is a link in /etc. From here on, /etc has links to almost all its other files.
    mkdir "$directory/etc"
    mount --bind /etc "$directory/etc"
    mount -t tmpfs -o mode=755 tmpfs /etc
    ln -s "$directory/etc"/* /etc/
    # Packages enable user units there, such as notification servers.
    rm /etc/systemd
    mkdir -p /etc/systemd/user
    zone() {
      ln -s "/usr/share/zoneinfo/$1" /etc/localtime.new
      mv -T /etc/localtime.new /etc/localtime
    }
    zone "$zone"
    # /usr/bin becomes a directory of links, so that commands can be replaced.
    mkdir "$directory/bin"
    mount --bind /usr/bin "$directory/bin"
    mount -t tmpfs tmpfs /usr/bin
    "$directory/bin/ln" -s "$directory/bin"/* /usr/bin/
    test -n "${SESSION-}" || stand_in notify-send calls

    export HOME="$directory/home" XDG_RUNTIME_DIR=/run/user/0
    unset XDG_CONFIG_HOME XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS NOTIFY_SOCKET TZ
    mkdir -p "$HOME/.config/systemd/user" $XDG_RUNTIME_DIR/systemd/user
    if [ -z "${SESSION-}" ]; then
      ln -s /dev/null $XDG_RUNTIME_DIR/systemd/user/dbus.service
      ln -s /dev/null $XDG_RUNTIME_DIR/systemd/user/dbus.socket
    fi
    printf '[Manager]\nDefaultStandardOutput=null\nDefaultTimeoutStartSec=infinity\n' \
      >"$HOME/.config/systemd/user.conf"
    clock=$directory/clock
    printf '%020d\n%020d\n%020d\n' "$(($(nanoseconds "$instant") - $(date +%s%N)))" 0 0 >"$clock"
    export CLOCK="$clock" LD_PRELOAD="$directory/clock.so"

    walk() {
      test -z "${SESSION-}" || settle
      printf '%020d' "$(nanoseconds "$1")" | dd of="$clock" bs=1 seek=42 conv=notrunc status=none
      # Waits five minutes of real time or more. A request makes the manager wait again; the request
      # may time out when the clock jumps.
      for turn in $(seq 0 5999); do
        test $((turn % 20)) -ne 0 || systemctl --user show-environment >/dev/null 2>&1 || true
        test "$(sed -n 3p "$clock")" -ne 0 || return 0
        sleep 0.05
      done
      echo "the clock did not get to $1" >&2
      return 1
    }

    # wait_for COMMAND...: runs a command until it succeeds, a minute at most.
    wait_for() {
      for _ in $(seq 1200); do
        ! "$@" || return 0
        sleep 0.05
      done
      echo "this never succeeded: $*" >&2
      return 1
    }

    # Moves the clock while no manager runs.
    pass_days() {
      walked=$(sed -n 2p "$clock" | sed 's/^0*//')
      printf '%020d' "$((${walked:-0} + $1 * 86400000000000))" |
        dd of="$clock" bs=1 seek=21 conv=notrunc status=none
    }

    start_manager() {
      SYSTEMD_LOG_TARGET=console $manager --user >>"$directory/manager.log" 2>&1 &
      process=$!
      for _ in $(seq 1200); do
        # Failed units are left to the script.
        case $(systemctl --user is-system-running 2>/dev/null || true) in
          running | degraded)
            test -z "${SESSION-}" || start_session
            return
            ;;
        esac
        sleep 0.05
      done
      cat "$directory/manager.log" >&2
      echo "the manager did not come up" >&2
      return 1
    }
    stop_manager() {
      test -z "${SESSION-}" || wait_for is_recorded
      systemctl --user exit
      wait $process || true
    }

    if [ -n "${SESSION-}" ]; then
      . "$desktop"
      prepare_session
    fi
    start_manager
    # shellcheck disable=SC1090 # the caller's
    . "$script"
    stop_manager
    ;;
esac
