#!/bin/sh
# Builds the fuzzers in Tests/Fuzz and runs each for some seconds, as many at a time as there are
# cores. Ends with 1 where one of them found something.
#
#   sh Tests/fuzz.sh SECONDS [FUZZER...]     0 seconds: only what is kept
#     FUZZER         reader, rule, expression, plans, agreement; all of them by default
#     CONFIGURATION  debug (the default: built in a minute) or release (three minutes, five times
#                    as many inputs a second)
#     SEED           a number: the same inputs in each run, one after the other
#     SANITIZE       address: find reads and writes of memory that is not theirs, too
#
# A fuzzer starts with the inputs in Tests/Fuzz/Inputs/FUZZER and with those that earlier runs have
# found, in .build/fuzz/corpus. An input that ends it is in Tests/Fuzz/Findings/FUZZER-crash-… (or
# -timeout-…, -oom-…), with its log beside it. Then:
#
#   1. Run it alone: RUN FILE, with RUN being what the log begins with. What was expected and what
#      was found stands behind "Fatal error:", or the stack tells where it trapped.
#   2. Make it small: RUN -minimize_crash=1 -runs=10000 FILE. An input of the agreement fuzzer is a
#      calendar with options in its first line: ics2notify $(head -n 1 FILE) FILE.
#   3. Write a test, named for what went wrong, in the target that tests the code at fault; mend it.
#   4. Only what is a kind of its own is kept as an input, with a name that says what it is.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC
# A trap is for libFuzzer to tell, which keeps the input.
export SWIFT_BACKTRACE=enable=no

. Tests/packages.sh
. Tests/whole.sh

usage() {
  echo "usage: sh Tests/fuzz.sh SECONDS [FUZZER...]" >&2
  exit 64
}

test $# -gt 0 || usage
seconds=$1
shift
case $seconds in '' | *[!0-9]*) usage ;; esac
test $# -gt 0 || set -- reader rule expression plans agreement
for fuzzer; do test -d "Tests/Fuzz/Inputs/$fuzzer" || usage; done
require libical-dev pkg-config

# Package.swift has the fuzzers only where this is set.
export ICS2NOTIFY_FUZZERS=1
build="--configuration ${CONFIGURATION:-debug} --scratch-path .build/fuzz${SANITIZE:+-$SANITIZE --sanitize=$SANITIZE}"
# shellcheck disable=SC2086 # one word for each option
swift build --product fuzz $build $whole
# shellcheck disable=SC2086
program=$(swift build $build --show-bin-path)/fuzz
unset ICS2NOTIFY_FUZZERS
mkdir -p Tests/Fuzz/Findings
export program seconds
export seed=${SEED:-0}

# Runs one fuzzer. An input of more than some thousand bytes, or one that takes 25 seconds or 2 GB,
# is none that anybody needs: the first is not tried, the others are findings.
printf '%s\n' "$@" | xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
  log=Tests/Fuzz/Findings/$1.log
  mkdir -p ".build/fuzz/corpus/$1"
  limits="-max_len=2048 -timeout=25 -rss_limit_mb=2048"
  if [ "$seconds" -eq 0 ]; then limits="$limits -runs=0"; fi
  echo "$program --fuzzer=$1" >"$log"
  if "$program" "--fuzzer=$1" $limits -max_total_time="$seconds" -seed="$seed" -print_final_stats=1 \
    -artifact_prefix="Tests/Fuzz/Findings/$1-" ".build/fuzz/corpus/$1" "Tests/Fuzz/Inputs/$1" >>"$log" 2>&1
  then
    echo "$1: $(grep "DONE" "$log" | tail -n 1)"
    rm "$log"
  else
    grep -v -E "^#|^INFO|^\"|^#####" "$log" | tail -n 60
    echo "$1: found something; the log is $log"
    exit 1
  fi' run
