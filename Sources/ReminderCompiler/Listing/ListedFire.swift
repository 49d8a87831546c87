public import CivilTime
public import ICalendar

/// A fire as it is listed: what the calendar asks for, or what a request would do.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
/// print(fire.at, fire.title, fire.repetition)  // 2028-01-03T07:50:00Z Stand-up 0
/// ```
public struct ListedFire: Hashable, Sendable {
  /// The instant.
  public let at: Instant
  /// The UID of the series; nil for the request that asks to open the app.
  public let uid: String?
  /// The alarm of the series, from 0; nil where none is served.
  public let alarm: Int?
  /// Which repeat it is, from 1; 0 for the first alert.
  public let repetition: Int
  /// What is shown.
  public let title: String
  /// What it reminds of; nil for what a request would do, and where it is none of several.
  public internal(set) var occurrence: Occurrence?
  /// The identifier of the request that fires; nil for what the calendar asks for.
  public let identifier: String?
  /// The instant that was asked for, where quiet hours moved it; nil where they didn't.
  public internal(set) var movedFrom: Instant?
  /// Whether it is an echo: in one pass of a repeated hour, where a rule with steps of an hour or
  /// less asks for the same local time in the other pass.
  public internal(set) var isEcho = false
  /// When it is seen on a device that keeps notifications for later; nil where nobody asked, see
  /// ``SystemControls``.
  public internal(set) var presentation: Presentation?
}
