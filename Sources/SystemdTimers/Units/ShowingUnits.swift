/// The two services that show what is due whenever a timer wakes them.
package struct ShowingUnits: Hashable, Sendable {
  /// The service that has this program show what is due.
  package let show: UnitFile
  /// The service that shows it without this program, where that fails.
  package let plain: UnitFile

  /// Shows the lines of a table between two instants by notify-send.
  ///
  /// The program is tried once more: it may only have been ended. What it has taken from the table is
  /// in its state, and what this script has shown in a file of its own, as seconds, which the program
  /// reads. What is late says so, and of more than fifty the last are shown. What calendars say stands
  /// in variables, and never in a command.
  private static let script = #"""
    table=$1 state=$2 until=$3
    shift 3
    "$@" && exit 0
    now=$(date +%s)
    last=$((now - 86400))
    taken=$(sed -n 's/.*"takenUntil":"\([-0-9T:]*Z\)".*/\1/p' "$state" 2>/dev/null)
    for instant in "$(date -d "${taken:-1970-01-01Z}" +%s)" "$(cat "$until" 2>/dev/null)"; do
      case $instant in
        "" | *[!0-9]*) ;;
        *) test "$instant" -le "$last" || last=$instant ;;
      esac
    done
    mkdir -p "${until%/*}" && echo "$now" >"$until"
    awk -F "\t" -v from="$last" -v to="$now" \
      'NR > 1 && $1 + 0 > from + 0 && $1 + 0 <= to + 0 { print $1 FS $2 FS $3 FS $4 }' "$table" |
      tail -n 50 |
      while IFS= read -r line; do
        at=${line%%"$(printf "\t")"*}
        late=
        test "$((now - 60))" -le "${at#"${at%%[!0]*}"}" || late=$(date -d "@$at" "+Was due %H:%M.\n")
        line=${line#*"$(printf "\t")"}
        urgency=${line%%"$(printf "\t")"*}
        line=${line#*"$(printf "\t")"}
        title=${line%%"$(printf "\t")"*}
        notify-send --app-name=ics2notify --urgency="$urgency" -- "$title" \
          "$late${line#*"$(printf "\t")"}"
      done
    """#

  /// Makes the services.
  ///
  /// - Parameters:
  ///   - program: The program's absolute path.
  ///   - arguments: What has it show what is due.
  ///   - table: The absolute path of the table.
  ///   - state: The absolute path of what the program remembers.
  ///   - until: The absolute path of the file that tells up to which second the script has shown all.
  ///   - installation: Whose services they are.
  package init(
    _ program: String, _ arguments: [String], table: String, state: String, until: String,
    in installation: InstallationName = .unnamed
  ) {
    show = UnitFile(
      name: installation.showService,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Show the reminders that are due")),
            // A start of the desktop wants it, and doesn't wait for it.
            (.after, .constant("graphical-session.target")),
            (.onFailure, .unit(installation.plainService)), (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(
          .service,
          [(.type, .constant("oneshot")), (.execStart, .command(program, arguments))]),
        // A start of the desktop shows the reminders that were due before it.
        UnitSection(.install, [(.wantedBy, .constant("graphical-session.target"))]),
      ])
    plain = UnitFile(
      name: installation.plainService,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .constant("Show the reminders that are due without ics2notify")),
            (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(
          .service,
          [
            (.type, .constant("oneshot")),
            (
              .execStart,
              .command(
                "/bin/sh",
                ["-c", ShowingUnits.script, "ics2notify", table, state, until, program] + arguments)
            ),
          ]),
      ])
  }
}
