public import CivilTime
import DesktopReminders
public import ICalendar
public import ReminderCompiler
package import SystemdTimers

/// The systemd units that show reminders on a desktop, with the proof of their fire dates.
///
/// This example uses `standUp` and `options` from the example of `Compilation`:
///
/// ```swift
/// let plan = TimerPlan(of: [standUp], TimerOptions(options.compiler))
/// print(plan.timerCount, plan.fireCount)  // 1 262
/// for line in plan.files[0].text.split(separator: "\n") where line.hasPrefix("OnCalendar") {
///   print(line)  // OnCalendar=Mon..Fri *-*-* 08:50:00 Europe/Berlin
/// }
/// ```
public struct TimerPlan: Sendable {
  /// A unit file.
  public struct File: Hashable, Sendable {
    /// The name of the file in the directory of units.
    public let name: String
    /// The content of the file.
    public let text: String
  }

  /// The instant that the plan is made for.
  public let now: Instant
  /// The end of the horizon.
  public let horizonEnd: Instant
  /// The first instant at which a first alert is missed or a fire is unexpected.
  ///
  /// Nil if there is none before the end of the horizon.
  public let exactUntil: Instant?
  /// The first instant at which a repeat is missed or unexpected; nil if none is.
  public let repeatsUntil: Instant?
  /// The instant of the next renewal, which replaces the timers.
  public let renewal: Instant
  let isRenewed: Bool
  /// The installation of the units.
  let installation: InstallationName
  let period: RenewalUnits.Period
  /// The number of timers for reminders.
  public let timerCount: Int
  /// Each timer with its service, in order of priority.
  let units: [UnitFile]
  /// The table of due reminders; nil if the units contain the texts of the reminders.
  let due: DueTableContent?
  /// The program that shows the reminders of the table; nil for plain units.
  let showProgram: ShowProgram?
  let zone: Zone
  let language: ReminderLanguage
  /// The fires that are left out.
  public let dropped: [DroppedFires]
  /// The problems that were found.
  public package(set) var diagnostics: [Diagnostic]
  /// The number of expected fires between now and the end of the horizon.
  public let fireCount: Int
  /// The number of echoes: extra fires in the other pass of a repeated hour.
  ///
  /// A rule with steps of an hour or less gives the same local time in both passes.
  public let echoes: Int
  /// The number of reminders in the horizon that the user's rules leave out.
  public let ruledOut: Int

  /// The default limit for the number of timers and services together.
  ///
  /// A manager with 1,000 timers and 1,000 services reloads in half a second. With 10,000 of each
  /// it needs 23 seconds, in which it does nothing else.
  public static let maximumUnits = 1_000

  /// The instant by which to compile again if no timer starts the renewals.
  public var renewBy: Instant { [renewal, exactUntil].compactMap { $0 }.min() ?? renewal }

  /// The unit files: each timer with its service, then the target.
  ///
  /// Empty if there are no reminders.
  public var files: [File] { files(and: [], ZoneDatabase()) }

  /// Returns the unit files with those that start the renewals.
  ///
  /// - Parameters:
  ///   - program: The absolute path of the compiler.
  ///   - arguments: Its arguments.
  /// - Returns: The files; the target is the last.
  public func files(renewedBy program: String, _ arguments: [String]) -> [File] {
    files(renewedBy: program, arguments, watching: [], flag: nil, zones: ZoneDatabase())
  }

  /// Returns the unit files, with the times of events in zones of a database.
  package func files(zones: ZoneDatabase) -> [File] { files(and: [], zones) }

  /// Returns the unit files with those that renew after a time, a change or a failure.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments.
  ///   - watched: The files and directories whose changes start a renewal.
  ///   - interval: The interval at which calendars are fetched; nil if all are files.
  ///   - flag: The file that marks a failure as reported; nil if failures are not reported.
  ///   - zones: The zone database for the times of events.
  /// - Returns: The files; the target is the last.
  package func files(
    renewedBy program: String, _ arguments: [String], watching watched: [UnitPath],
    fetching interval: FetchInterval? = nil, flag: FailureFlag?, zones: ZoneDatabase
  ) -> [File] {
    let renewal = RenewalUnits(
      program, arguments: arguments, period: period, of: installation, watching: watched,
      fetching: interval, flag: flag)
    return files(and: renewal.files, zones)
  }

  private func files(and others: [UnitFile], _ zones: ZoneDatabase) -> [File] {
    guard !(units + others).isEmpty else { return [] }
    // Needed even without timers, for snoozed reminders.
    let showProgram = showingUnits
    let all = units + (showProgram.map { [$0.show, $0.plain] } ?? []) + others
    // At login, the service shows missed reminders, for which no timer fires.
    let wanted =
      all.map(\.unit).filter(installation.isWanted) + (showProgram.map { [$0.show.unit] } ?? [])
    return (all + [UnitFile.target(of: wanted, in: installation)]).map {
      File(name: $0.name, text: $0.text)
    }
      + (table(zones).map { [$0] } ?? [])
  }

  private var showingUnits: ShowUnits? {
    showProgram.map {
      ShowUnits(
        $0.program, arguments: $0.arguments, table: $0.table, state: $0.state, until: $0.until,
        in: installation)
    }
  }

  /// Returns the table of due reminders; nil if the units contain the texts.
  private func table(_ zones: ZoneDatabase) -> File? {
    guard let due, let showProgram else { return nil }
    let header = DueTable.Header(
      language: language, timeZone: zone.identifier, end: due.end ?? horizonEnd,
      settings: showProgram.settings)
    return File(
      name: installation.tableName,
      text: DueTable.text(header, reminders: due.reminders, in: zone, zones: zones))
  }
}
