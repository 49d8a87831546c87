public import CivilTime
import DesktopReminders
public import ICalendar
public import ReminderCompiler
package import SystemdTimers

/// The systemd units that show reminders on a desktop, and what they promise.
///
/// With `standUp` and `options` of the example of `Compiler`:
///
/// ```swift
/// let plan = Compiler.timerPlan(for: [standUp], TimerOptions(options.compiler))
/// print(plan.timerCount, plan.fireCount)  // 1 262
/// for line in plan.files[0].text.split(separator: "\n") where line.hasPrefix("OnCalendar") {
///   print(line)  // OnCalendar=Mon..Fri *-*-* 08:50:00 Europe/Berlin
/// }
/// ```
public struct TimerPlan: Sendable {
  /// A unit file.
  public struct File: Hashable, Sendable {
    /// The file's name in the directory of units.
    public let name: String
    /// The file's text.
    public let text: String
  }

  /// The instant that the plan is made for.
  public let now: Instant
  /// The end of what was looked at.
  public let horizonEnd: Instant
  /// The first instant at which a first alert is missed or a fire isn't asked for; nil for none
  /// before the horizon's end.
  public let exactUntil: Instant?
  /// Likewise for repeats.
  public let repeatsUntil: Instant?
  /// The next renewal: when the timers are made anew.
  public let renewal: Instant
  /// Whether a timer of its own has everything compiled again.
  let isRenewed: Bool
  /// What the units belong to.
  let installation: InstallationName
  /// How often it has.
  let period: RenewalUnits.Period
  /// The number of timers that the reminders take.
  public let timerCount: Int
  /// Each timer with its service, in the order in which they get room.
  let units: [UnitFile]
  /// What is due at timers that only wake this program; nil where they say it themselves.
  let due: DueReminders?
  /// What shows it.
  let showing: TimerShowing?
  /// The zone of the machine.
  let zone: Zone
  /// The language of what is shown.
  let language: ReminderLanguage
  /// What is left out.
  public let dropped: [DroppedFires]
  /// What was found wrong.
  public let diagnostics: [Diagnostic]
  /// How many fires the calendar asks for between now and the horizon.
  public let fireCount: Int
  /// How many fires are echoes: in one pass of a repeated hour, where a rule with steps of an hour
  /// or less asks for the same local time in the other pass.
  public let echoes: Int
  /// How many reminders rules leave out that would be due between now and the horizon.
  public let ruledOut: Int

  /// The most units, timers and services together, unless a number of timers is asked for.
  ///
  /// A manager with 1,000 timers and 1,000 services reloads in half a second, with 10,000 of each
  /// in 23 seconds, in which it does nothing else.
  public static let maximumUnits = 1_000

  /// When somebody has to compile again where no timer does.
  public var renewBy: Instant { [renewal, exactUntil].compactMap { $0 }.min() ?? renewal }

  /// The unit files: each timer with its service, then the target; none where there is nothing to
  /// remind of.
  public var files: [File] { files(and: [], ZoneDatabase()) }

  /// The unit files, and those that have everything compiled again.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments.
  /// - Returns: The files; the target is the last.
  public func files(renewedBy program: String, _ arguments: [String]) -> [File] {
    files(renewedBy: program, arguments, watching: [], flag: nil, zones: ZoneDatabase())
  }

  /// The unit files, and those that renew them, also after a calendar changed or a renewal failed.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments; nil if the input can't be read again.
  ///   - watched: The files and directories whose changes start a renewal.
  ///   - flag: The file that marks a failure as reported; nil if failures are not reported.
  ///   - zones: The zones in which the times of events are written.
  /// - Returns: The files; the target is the last.
  package func files(
    renewedBy program: String, _ arguments: [String]?, watching watched: [UnitPath],
    flag: FailureFlag?, zones: ZoneDatabase
  ) -> [File] {
    let renewal = arguments.map {
      RenewalUnits(program, $0, period, of: installation, watching: watched, flag: flag).files
    }
    return files(and: renewal ?? [], zones)
  }

  private func files(and others: [UnitFile], _ zones: ZoneDatabase) -> [File] {
    guard !(units + others).isEmpty else { return [] }
    // Also where nothing is due: what was put off needs them.
    let showing = showingUnits
    let all = units + (showing.map { [$0.show, $0.plain] } ?? []) + others
    // At login, what was missed until then is shown by no timer.
    let wanted =
      all.map(\.unit).filter(installation.isWanted) + (showing.map { [$0.show.unit] } ?? [])
    return (all + [UnitFile.target(of: wanted, in: installation)]).map {
      File(name: $0.name, text: $0.text)
    }
      + (table(zones).map { [$0] } ?? [])
  }

  private var showingUnits: ShowingUnits? {
    showing.map {
      ShowingUnits(
        $0.program, $0.arguments, table: $0.table, state: $0.state, until: $0.until,
        in: installation)
    }
  }

  /// The table of what is due; nil where timers say it themselves.
  private func table(_ zones: ZoneDatabase) -> File? {
    guard let due, let showing else { return nil }
    let header = DueTable.Header(
      language: language, timeZone: zone.identifier, end: due.cut ?? horizonEnd,
      settings: showing.settings)
    return File(
      name: installation.tableName,
      text: DueTable.text(header, due.reminders, in: zone, zones: zones))
  }
}
