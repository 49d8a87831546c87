#!/bin/sh
# Pipes 2,000 calendars through "ics2notify batch compile" in Spark, and compares each result with a
# separate run of the program. The exit status is 1 if a result differs, is missing, or is
# duplicated.
#
#   sh Tests/Lanes/spark.sh [SEED]
#
# It is not part of Tests/run.sh: it downloads PySpark from PyPI (456 MB) into .build/spark once,
# and needs Java 17 or later and Python 3.11 or later. The seed of the calendars is 18 by default.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/../.."
exec </dev/null
export LC_ALL=C.UTF-8 TZ=UTC

. Tests/Lanes/packages.sh
require default-jre-headless git libical-dev libsystemd-dev pkg-config python3-venv tzdata zlib1g-dev

spark=4.3.0
check=$PWD/Tests/Lanes/Spark/check.py
scratch=$PWD/.build/spark
python=$scratch/bin/python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "Tests/Lanes/spark.sh: $*" >&2
  exit 1
}

echo "--> PySpark $spark"
# SPARK_HOME could select another Spark, and the workers would use the first Python in PATH.
unset SPARK_HOME
export PYSPARK_PYTHON="$python" SPARK_LOCAL_IP=127.0.0.1
installed() {
  "$python" -c "import pyspark; assert pyspark.__version__ == '$spark'" >"$work/log" 2>&1
}
installed || {
  # Use the system's Python; another installation may be older.
  /usr/bin/python3 -m venv --clear "$scratch"
  "$scratch/bin/pip" install -q "pyspark==$spark" >"$work/log" 2>&1 && installed || {
    cat "$work/log" >&2
    fail 'PySpark is not installed'
  }
}

echo '--> the program'
swift build -c release --product ics2notify
program=$(swift build -c release --show-bin-path)/ics2notify

echo '--> 2,000 calendars'
# Spark writes into the working directory. RDD.pipe hangs if the thread that feeds a command fails.
cd "$work"
mkdir spark
status=0
SPARK_LOCAL_DIRS=$work/spark timeout -k 10 1200 \
  "$python" "$check" "$program" calendars "${1:-18}" 2>log || status=$?
test "$status" -eq 0 || {
  tail -n 60 log >&2
  test "$status" -ne 124 || fail 'Spark does not end'
  fail 'Spark fails, or has other results than single runs'
}
