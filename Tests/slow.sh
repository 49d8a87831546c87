#!/bin/sh
# Runs the checks that take too long for each change. CONTRIBUTING says when.
#
#   sh Tests/slow.sh [LANE...]
#     app           an app that uses the library, with stand-ins for Apple's frameworks
#     apply         the apply functions in Swift and Kotlin, with stand-ins of their systems
#     availability  the APIs that the libraries use, compared with the oldest systems
#     benchmarks    the build of the programs that measure the speed
#     fuzz          each fuzzer for five seconds, with the same inputs in each run
#     libical       the program without libical, compared with that with it
#     package       the Debian package in a bare Debian; as root, downloads 200 MB
#     spark         the batch mode in PySpark; downloads 456 MB
#     systems       type-checks the libraries for Apple's oldest systems
#     threads       the program with the thread sanitizer
#
# Without LANE, all but package and spark.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC

. Tests/Lanes/packages.sh
require $tested

test $# -gt 0 || set -- app apply availability benchmarks fuzz libical systems threads
for name; do
  case $name in
    app | apply | availability | benchmarks | fuzz | libical | package | spark | systems | threads) ;;
    *)
      sed -n 's/^# \{0,1\}//; 2,16p' "$0" >&2
      exit 64
      ;;
  esac
done

. Tests/Lanes/lanes.sh

for name; do
  case $name in
    benchmarks)
      lane benchmarks swift build --package-path Tests/Benchmarks --scratch-path .build/benchmarks
      ;;
    fuzz) lane fuzz env SEED=1 sh Tests/Lanes/fuzz.sh 5 ;;
    systems) lane systems sh Tests/Lanes/systems.sh ios macos tvos watchos ;;
    *) lane "$name" sh "Tests/Lanes/$name.sh" ;;
  esac
done
report
