#!/bin/sh
# Installs what the tests need and runs all checks. Ends with the status of the first that fails.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
# The same messages, order and local time on every machine.
export LC_ALL=C.UTF-8 TZ=UTC

. Tests/packages.sh
. Tests/whole.sh
require dbus-bin dbus-daemon dunst fish git libical-dev libnotify-bin libsystemd-dev mako-notifier \
  mandoc parallel pkg-config python3-gi python3-jsonschema strace sway systemd tzdata xvfb \
  zlib1g-dev zsh

step() {
  printf '==> %s\n' "$*"
  "$@"
}

# mandoc ends with 0 for what it only advises against; nothing at all is wanted.
lint_manual() {
  findings=$(mandoc -T lint -W all man/ics2notify.1 man/ics2notify.5 man/ics2notify-batch.7 2>&1) || true
  test -z "$findings" || { printf '%s\n' "$findings" >&2 && return 1; }
}

# What is tested is optimised, by a compiler that says which modules. SwiftPM looks for libraries of
# the toolchain beside the compiler it is given.
build_tests() {
  resources=$(swiftc -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)",*$/\1/p')
  mkdir -p .build/compiler/bin
  ln -sfn "$resources/.." .build/compiler/lib
  cp Tests/Validation/swiftc .build/compiler/bin/swiftc
  # shellcheck disable=SC2086 # one word for each option
  SWIFT_EXEC="$PWD/.build/compiler/bin/swiftc" swift build --build-tests $lean \
    --explicit-target-dependency-import-check error
}

# Some tests wait for programs or for systemd, the others for the processor: at once they take less
# time than one after another. What the first two say is shown behind the others.
run_tests() {
  programs='CommandLineTests|RealManagerTests'
  timers='HouseTests|SystemdTimersTests|TimerCompilerTests'
  swift test --skip-build --ignore-lock --filter "^($programs)[.]" >.build/programs.log 2>&1 &
  first=$!
  swift test --skip-build --ignore-lock --filter "^($timers)[.]" >.build/timers.log 2>&1 &
  second=$!
  passed=0
  swift test --skip-build --ignore-lock --skip "^($programs|$timers)[.]" || passed=$?
  wait "$first" || passed=$?
  wait "$second" || passed=$?
  cat .build/programs.log .build/timers.log
  return "$passed"
}

step swift format lint --strict -r Package.swift Sources Tests
printf '==> mandoc -T lint man/*.[157]\n'
lint_manual
# The tests are built along and not again.
step build_tests
step sh Tests/documentation.sh
step sh Tests/app.sh
step sh Tests/libical.sh
step sh Tests/availability.sh
step sh Tests/systems.sh
step run_tests
step sh Tests/threads.sh
# With a seed, a change that is tested is at fault and not the chance of its run.
step env SEED=1 sh Tests/fuzz.sh 5
echo "==> all passed"
