public import CivilTime
package import ICalendar

/// Repeats for alarms without REPEAT: `10xPT5M`.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var nagging = options
/// nagging.nag = Nag("2xPT5M")
/// let plan = Compilation(of: [standUp], nagging).plan
/// print(plan.fireCount, plan.requests.count)  // 786 15
/// ```
public struct Nag: Hashable, Sendable {
  /// The number of repeats after the first fire.
  public let count: Int
  /// The time between two fires.
  public let interval: CalendarDuration

  /// The limit of repeats.
  ///
  /// It is as large as the largest number of slots.
  public static let largestCount = 4_096
  /// The longest interval, in days, which is also the longest snooze.
  ///
  /// Use an event for longer ones.
  package static let longestInterval = 366

  /// Parses a number of repeats and an interval.
  ///
  /// - Parameter text: `COUNTxDURATION`, such as `10xPT5M`. The count is from 1 to
  ///   ``largestCount``. The duration is greater than zero, without months, and at most 366 days.
  ///   The result is nil for other texts.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.allSatisfy(\.isDigit),
      let count = Int(parts[0]), (1...Nag.largestCount).contains(count),
      let interval = CalendarDuration(rfc5545: String(parts[1])), interval.isForward,
      interval != .zero, interval.months == 0, interval.days <= Nag.longestInterval,
      interval.seconds <= (Nag.longestInterval - interval.days) * 86_400
    else { return nil }
    self.count = count
    self.interval = interval
  }
}

extension EventSeries {
  package func adding(_ nag: Nag?) -> EventSeries {
    guard let nag else { return self }
    func nagging(_ component: CalendarComponent) -> CalendarComponent {
      var component = component
      component.alarms = component.alarms.map { alarm in
        guard var alarm, alarm.repeatCount == 0 else { return alarm }
        alarm.repeatCount = nag.count
        alarm.repeatInterval = nag.interval
        return alarm
      }
      return component
    }
    return mapComponents(nagging)
  }
}

extension Nag: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "a number of repeats and the time between them, such as 10xPT5M"

  /// The text form, which parses back to an equal value: `10xPT5M`.
  public var description: String { "\(count)x\(interval)" }
}
