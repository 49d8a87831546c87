public import CivilTime
public import ICalendar

/// Months of an app that is opened now and then, played on a modelled system.
///
/// At each opening the calendars are compiled anew, what has passed its `removeBy` is cleaned away,
/// and the difference to what is pending is applied. In between the system fires what it has.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var payday = standUp
/// payday.rules = [try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")]
/// var few = options
/// few.limit = 3
/// let openings = (1...6).map { few.now + $0 * 60 * 86_400 }
/// let playback = try Compiler.playback(of: [payday], few, openings: openings)
/// print(playback.openings, playback.verdict.missedFirst)  // 6 0
/// ```
public struct Playback: Sendable {
  /// Numbers of requests.
  public struct Changes: Hashable, Sendable {
    /// Those that were removed.
    public internal(set) var removed = 0
    /// Those that took the place of one with the same identifier.
    public internal(set) var replaced = 0
    /// Those that were added.
    public internal(set) var added = 0
  }

  /// What fired, by instant, then identifier.
  public let fires: [ListedFire]
  /// How that compares with what the calendars ask for between now and the horizon.
  public let verdict: Verdict
  /// How often the app was opened after now.
  public let openings: Int
  /// What was changed in all openings, the plan of now not counted.
  public let changes: Changes
  /// When the last plan has to be made anew; nil for never before its own horizon.
  public let renewBy: Instant?
  /// What was found wrong when the first plan was made, and what the user should know of fires that
  /// are seen too late.
  public let diagnostics: [Diagnostic]
  /// What a device keeps for later; nil where nobody asked, see ``SystemControls``.
  public let delays: Delays?
}
