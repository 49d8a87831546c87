/// The two services that show due reminders when a timer starts them.
package struct ShowUnits: Hashable, Sendable {
  /// The service that shows due reminders with this program.
  package let show: UnitFile
  /// The service that shows them without this program, if the first one fails.
  package let plain: UnitFile

  /// A script that shows the lines of the table between two instants with notify-send.
  ///
  /// It starts the program once more, because the first run may only have been interrupted. The
  /// program's state says which lines it has taken from the table. A separate file says up to which
  /// second the script has shown lines; the program reads it. Late reminders say when they were
  /// due. Of more than fifty, only the last are shown. Texts from calendars are only in variables,
  /// never in a command.
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
  ///   - program: The absolute path of the program.
  ///   - arguments: The arguments with which the program shows due reminders.
  ///   - table: The absolute path of the table.
  ///   - state: The absolute path of the program's state file.
  ///   - until: The absolute path of the file with the second up to which the script has shown
  ///     reminders.
  ///   - installation: The installation of the services.
  package init(
    _ program: String, arguments: [String], table: String, state: String, until: String,
    in installation: InstallationName = .unnamed
  ) {
    show = UnitFile(
      name: installation.showService,
      unit: [
        (.description, .constant("Show the reminders that are due")),
        // The start of a desktop session starts this service and does not wait for it.
        (.after, .constant("graphical-session.target")),
        (.onFailure, .unit(installation.plainService)), (.startLimitInterval, .constant("0")),
      ],
      service: [
        (.type, .constant("oneshot")), (.timeoutStart, .timeToEnd),
        (.execStart, .command(program, arguments: arguments)),
      ],
      // At the start of a desktop session, show the reminders that were due before.
      install: [(.wantedBy, .constant("graphical-session.target"))])
    plain = UnitFile(
      name: installation.plainService,
      unit: [
        (.description, .constant("Show the reminders that are due without ics2notify")),
        (.startLimitInterval, .constant("0")),
      ],
      service: [
        (.type, .constant("oneshot")), (.timeoutStart, .timeToEnd),
        (
          .execStart,
          .command(
            "/bin/sh",
            arguments: ["-c", ShowUnits.script, "ics2notify", table, state, until, program]
              + arguments)
        ),
      ])
  }
}
