# Functions that run lanes of checks and report failures, for Tests/run.sh and Tests/slow.sh.

logs=.build/lanes
mkdir -p "$logs"
failed=

# skipped LOG: prints the reason of each skipped test: of Swift Testing, or of a script.
skipped() {
  sed -n 's/^➜ Test .* skipped: "\(.*\)"$/\1/p; s/^➜ Test .* skipped\.\{0,1\}$/no reason/p
    s/^skipped: //p' "$1"
}

# lane NAME COMMAND...: runs a command with its output in a log, and prints one line about it.
lane() {
  lane=$1
  shift
  begin=$(date +%s)
  if "$@" >"$logs/$lane.log" 2>&1 </dev/null; then
    skipped "$logs/$lane.log" >"$logs/$lane.skipped"
    count=$(wc -l <"$logs/$lane.skipped")
    printf '%-14s passed %5d s%s\n' "$lane" $(($(date +%s) - begin)) \
      "$(test "$count" -eq 0 || echo ", $count skipped")"
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

# report: prints each failure with the command that repeats it, and exits with 1 if there are any.
# Otherwise it prints the number of skipped tests with the reasons.
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
  count=$(cat "$logs"/*.skipped | wc -l)
  reasons=$(cat "$logs"/*.skipped | sort -u | paste -s -d ';' | sed 's/;/; /g')
  test -n "$reasons" || { echo '==> all passed' && return; }
  echo "==> all passed, $count tests skipped: $reasons"
}

rm -f "$logs"/*.failed "$logs"/*.skipped
