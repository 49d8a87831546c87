public import CivilTime
public import ICalendar

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
  /// The number of timers.
  public let timerCount: Int
  /// The unit files: each timer with its service, the most important first, then the target.
  public let files: [File]
  /// What is left out.
  public let dropped: [Plan.Dropped]
  /// What was found wrong.
  public let diagnostics: [Diagnostic]
  /// How many fires the calendar asks for between now and the horizon.
  public let fireCount: Int
}
