#!/bin/sh
# Builds the fuzzers in Tests/Lanes/Fuzz and runs each for some seconds, as many in parallel as there
# are cores. The exit status is 1 if one of them found something.
#
#   sh Tests/Lanes/fuzz.sh SECONDS [FUZZER...]     0 seconds: run the kept inputs only
#     FUZZER         reader, rule, expression, plans, agreement; all of them by default
#     CONFIGURATION  debug (the default: built in a minute) or release (three minutes, five times
#                    as many inputs a second)
#     SEED           a number: the same inputs in each run, one after the other
#     SANITIZE       address: also find invalid memory accesses
#
# A fuzzer starts with the inputs in Tests/Lanes/Fuzz/Inputs/FUZZER and with those that earlier runs
# found, in .build/fuzz/corpus. An input that ends it is in Tests/Lanes/Fuzz/Findings, as
# FUZZER-crash-…, -timeout-… or -oom-…, next to its log. To handle a finding:
#
#   1. Run it alone: RUN FILE, in which RUN is the start of the log. The text after "Fatal error:"
#      has the expected and the actual result; otherwise the stack shows the trap.
#   2. Make it small: RUN -minimize_crash=1 -runs=10000 FILE. An input of the agreement fuzzer is a
#      calendar with options in its first line: ics2notify $(head -n 1 FILE) FILE.
#   3. Write a test, named after the error, in the target that tests the faulty code; fix the code.
#   4. Keep the input only if it is a new kind, with a name that describes it.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC
# libFuzzer reports a trap, and keeps the input.
export SWIFT_BACKTRACE=enable=no

. Tests/Lanes/packages.sh
. Tests/Lanes/whole.sh

usage() {
  echo "usage: sh Tests/Lanes/fuzz.sh SECONDS [FUZZER...]" >&2
  exit 64
}

test $# -gt 0 || usage
seconds=$1
shift
case $seconds in '' | *[!0-9]*) usage ;; esac
test $# -gt 0 || set -- reader rule expression plans agreement
for fuzzer; do test -d "Tests/Lanes/Fuzz/Inputs/$fuzzer" || usage; done
require libical-dev pkg-config

# Package.swift declares the fuzzers only if this is set.
export ICS2NOTIFY_FUZZERS=1
build="--configuration ${CONFIGURATION:-debug} --scratch-path .build/fuzz${SANITIZE:+-$SANITIZE --sanitize=$SANITIZE}"
# shellcheck disable=SC2086 # one word for each option
swift build --product fuzz $build $whole
# shellcheck disable=SC2086
program=$(swift build $build --show-bin-path)/fuzz
unset ICS2NOTIFY_FUZZERS
export folder=Tests/Lanes/Fuzz
mkdir -p $folder/Findings
export program seconds
export seed=${SEED:-0}

# Runs one fuzzer. Larger inputs than some thousand bytes are not tried. Inputs that take 25 seconds
# or 2 GB are findings.
printf '%s\n' "$@" | xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
  log=$folder/Findings/$1.log
  mkdir -p ".build/fuzz/corpus/$1"
  limits="-max_len=2048 -timeout=25 -rss_limit_mb=2048"
  if [ "$seconds" -eq 0 ]; then limits="$limits -runs=0"; fi
  echo "$program --fuzzer=$1" >"$log"
  if "$program" "--fuzzer=$1" $limits -max_total_time="$seconds" -seed="$seed" -print_final_stats=1 \
    -artifact_prefix="$folder/Findings/$1-" ".build/fuzz/corpus/$1" "$folder/Inputs/$1" >>"$log" 2>&1
  then
    echo "$1: $(grep "DONE" "$log" | tail -n 1)"
    rm "$log"
  else
    grep -v -E "^#|^INFO|^\"|^#####" "$log" | tail -n 60
    echo "$1: found something; the log is $log"
    exit 1
  fi' run
