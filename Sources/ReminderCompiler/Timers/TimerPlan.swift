public import CivilTime
public import ICalendar
import SystemdTimers

/// The systemd units that show reminders on a desktop, and what they promise.
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
  /// The number of timers that the reminders take.
  public let timerCount: Int
  /// Each timer with its service, the most important first.
  let units: [UnitFile]
  /// What is left out.
  public let dropped: [Plan.Dropped]
  /// What was found wrong.
  public let diagnostics: [Diagnostic]
  /// How many fires the calendar asks for between now and the horizon.
  public let fireCount: Int
  /// How many fires are echoes: in one pass of a repeated hour, where a rule with steps of an hour or
  /// less asks for the same local time in the other pass.
  public let echoes: Int

  /// The unit files: each timer with its service, the most important first, then the target; none
  /// where there is nothing to remind of.
  public var files: [File] { files(and: []) }

  /// The unit files, and those that have everything compiled again.
  ///
  /// - Parameters:
  ///   - program: The compiler's absolute path.
  ///   - arguments: Its arguments.
  ///   - options: What the plan was made for: when the next renewal is.
  /// - Returns: The files; the target is the last.
  public func files(
    renewedBy program: String, _ arguments: [String], _ options: CompilerOptions
  ) -> [File] {
    let seconds = options.renewal.secondsSince1970 - options.now.secondsSince1970
    let period = RenewalUnits.Period.allCases.first { $0.seconds <= seconds } ?? .minutely
    let renewal = RenewalUnits(program, arguments, period)
    return files(and: [renewal.timer, renewal.service])
  }

  private func files(and others: [UnitFile]) -> [File] {
    let all = units + others
    guard !all.isEmpty else { return [] }
    let timers = all.map(\.unit).filter { $0.kind == .timer }
    return (all + [UnitFile.target(of: timers)]).map { File(name: $0.name, text: $0.text) }
  }
}
