# Functions that run lanes of checks and report failures, for Tests/run.sh and Tests/slow.sh.

logs=.build/lanes
mkdir -p "$logs"
failed=

# lane NAME COMMAND...: runs a command with its output in a log, and prints one line about it.
lane() {
  lane=$1
  shift
  begin=$(date +%s)
  if "$@" >"$logs/$lane.log" 2>&1 </dev/null; then
    printf '%-14s passed %5d s\n' "$lane" $(($(date +%s) - begin))
  else
    printf '%-14s FAILED %5d s\n' "$lane" $(($(date +%s) - begin))
    for word; do
      case $word in
        *[!A-Za-z0-9_./=-]*) printf "'%s' " "$word" ;;
        *) printf '%s ' "$word" ;;
      esac
    done >"$logs/$lane.failed"
  fi
}

# report: prints each failure with the command that repeats it; exits with 1 if there are any.
report() {
  for mark in "$logs"/*.failed; do
    test -e "$mark" || break
    log=${mark%.failed}.log
    repeat=$(cat "$mark")
    printf '\n==> %s failed; its output is in %s\n' "$(basename "$log" .log)" "$log"
    if grep -q '^✘ .* recorded an issue' "$log"; then
      # Issues of Swift Testing, with the lines that explain them.
      grep -A 4 '^✘ .* recorded an issue' "$log" | grep -v '^[◇✔]' | head -n 60
      suites=$(sed -n 's/^✘ Suite \([A-Za-z]*\) failed.*/\1/p' "$log" | sort -u | paste -s -d '|')
      repeat="swift test -c release --skip-build --filter '$suites'"
    else
      tail -n 60 "$log"
    fi
    printf 'to repeat: %s\n' "$repeat"
    failed=1
  done
  test -z "$failed" || exit 1
  echo '==> all passed'
}

rm -f "$logs"/*.failed
