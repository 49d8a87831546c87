public import CivilTime
import ICalendar

/// Repeats for alarms that have none of their own: `10xPT5M`.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var nagging = options
/// nagging.nag = Nag("2xPT5M")
/// let plan = Compiler.plan(for: [standUp], nagging)
/// print(plan.fireCount, plan.requests.count)  // 786 15
/// ```
public struct Nag: Hashable, Sendable {
  /// How many more times an alarm fires after the first.
  public let count: Int
  /// How long after each fire the next one comes.
  public let interval: CalendarDuration

  /// The most repeats: as many as the largest limit has slots.
  public static let largestCount = 4_096
  /// The longest interval, in days, also of a snooze: longer ones are events of their own.
  static let longestInterval = 366

  /// Reads a count and an interval.
  ///
  /// - Parameter text: `COUNTxDURATION`, such as `10xPT5M`; the count is at least 1, the duration
  ///   longer than nothing, in days and shorter units. nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.allSatisfy(\.isDigit),
      let count = Int(parts[0]), (1...Nag.largestCount).contains(count),
      let interval = CalendarDuration(rfc5545: String(parts[1])), interval.isForward,
      interval != .zero, interval.months == 0, interval.days <= Nag.longestInterval,
      interval.seconds <= Nag.longestInterval * 86_400
    else { return nil }
    self.count = count
    self.interval = interval
  }
}

extension EventSeries {
  /// The series with repeats for those of its alarms that have none of their own.
  func adding(_ nag: Nag?) -> EventSeries {
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
  /// What its text should be.
  public static let expectation = "a number of repeats and the time between them, such as 10xPT5M"

  /// The text that reads back to equal repeats: `10xPT5M`.
  public var description: String { "\(count)x\(interval)" }
}
