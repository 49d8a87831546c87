#!/bin/sh
# Installs what the tests need, builds the package with its tests, and runs them.
#
#   sh Tests/run.sh            all that CI runs; about a quarter of an hour on two cores
#   sh Tests/run.sh quick      unit tests: no test that runs the program or systemd
#   sh Tests/run.sh MODULE...  the tests of modules, such as ICalendar or CommandLine
#
# Each lane prints one line, and its output is in .build/lanes. Failures are printed again at the
# end, with the commands that repeat them; otherwise the number of skipped tests, with the reasons.
# Tests/slow.sh runs the lanes that take longer.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
# The same messages, order and local time on every machine.
export LC_ALL=C.UTF-8 TZ=UTC
# Swift Testing takes a backtrace of each thrown error, even if it is handled.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

. Tests/Lanes/packages.sh
. Tests/Lanes/whole.sh
require $tested

# Modules whose tests mostly wait for the program or a systemd manager, and others with programs.
programs='CommandLineTests|RealManagerTests'
systemd='HouseTests|SystemdTimersTests|TimerCompilerTests'
# Half of the tests that wait for a systemd manager.
desktop='[.](DesktopReminder|DesktopSession|NotificationServer)Tests/'

for module; do
  test "$module" = quick || test -d "Tests/${module%Tests}Tests" || {
    sed -n 's/^# \{0,1\}//; 2,6p' "$0" >&2
    exit 64
  }
done

. Tests/Lanes/lanes.sh

# tests NAME OPTION...: runs a lane with some of the tests.
tests() {
  name=$1
  shift
  lane "$name" swift test -c release --skip-build --ignore-lock "$@"
}

case ${1:-} in
  '') lane format swift format lint --strict -r Package.swift Sources Tests ;;
esac
# shellcheck disable=SC2086 # one word for each option
lane build swift build --build-tests $release --explicit-target-dependency-import-check error
test ! -e "$logs/build.failed" || report

case ${1:-} in
  '')
    # In parallel, because tests that run programs mostly wait, and a process runs only as many
    # tests at once as there are cores.
    tests desktop --filter "^RealManagerTests$desktop" &
    tests managers --filter "^RealManagerTests[.]" --skip "$desktop" &
    # A test that waits for half a minute would run alone at the end of its lane.
    tests timeout --filter "systemctl times out" &
    tests programs --filter "^CommandLineTests[.]" --skip "systemctl times out" &
    tests systemd --filter "^($systemd)[.]" &
    (
      lane examples sh Tests/Lanes/examples.sh
      lane documentation sh Tests/Lanes/documentation.sh
    ) &
    tests modules --skip "^($programs|$systemd)[.]"
    wait
    ;;
  quick) tests modules --skip "^($programs|$systemd|PlanPagesTests)[.]" ;;
  *)
    for module; do tests "${module%Tests}" --filter "^${module%Tests}Tests[.]"; done
    ;;
esac
report
