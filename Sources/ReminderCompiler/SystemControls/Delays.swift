public import ICalendar
public import NotificationTriggers

/// How many fires a device keeps for later, and how many of them are seen too late.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))!
/// let playback = try Compiler.playback(of: [standUp], options, openings: [], under: controls)
/// let delays = playback.delays!
/// print(delays.delayed, delays.tooLate, delays.levelInTime!)  // 262 262 timeSensitive
/// ```
public struct Delays: Hashable, Sendable {
  /// Fires that are seen later than they are due.
  public internal(set) var delayed = 0
  /// Those that are seen only when it is over what they remind of, and would have been in time.
  public internal(set) var tooLate = 0
  /// The least level with which none would be too late; nil where none is.
  public internal(set) var levelInTime: InterruptionLevel?
  /// What the user should know.
  public internal(set) var diagnostics: [Diagnostic] = []
}
