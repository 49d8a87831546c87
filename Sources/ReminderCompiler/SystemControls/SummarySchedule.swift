public import CivilTime

/// When the scheduled summary comes, each day at the same times: `08:00,18:00`.
///
/// ```swift
/// let schedule = SummarySchedule("18:00,08:00")!
/// print(schedule, schedule.times.count)  // 08:00,18:00 2
/// ```
public struct SummarySchedule: Hashable, Sendable {
  /// The times by the device's wall clock, ascending, each once, at least one.
  public let times: [TimeOfDay]

  /// Reads a schedule.
  ///
  /// - Parameter text: Local times such as `08:00` or `08:00:30` with commas between them, in any
  ///   order. nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let times = parts.compactMap { TimeOfDay($0) }
    guard times.count == parts.count else { return nil }
    self.times = Set(times).sorted()
  }

  /// The first summary after an instant: what is due at the very time of one isn't in it, as far as
  /// anybody may count on.
  ///
  /// A time that a clock change skips is as long after the gap as it would be before; of one that
  /// comes twice the first counts: a summary comes once a day.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The zone of the device.
  /// - Returns: The summary; nil at the end of the calendar alone.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let day = zone.civil(at: instant).dayNumber
    // A day that the zone skips has its summaries behind the gap.
    return (day - 1...day + 2).lazy.flatMap { day in
      times.map { zone.instant(of: CivilDateTime(dayNumber: day, time: $0)) }
    }.filter { $0 > instant }.min()
  }
}

extension SummarySchedule: LosslessStringConvertible {
  /// The text that reads back to an equal schedule: `08:00,18:00`.
  public var description: String { times.map { "\($0)" }.joined(separator: ",") }
}
