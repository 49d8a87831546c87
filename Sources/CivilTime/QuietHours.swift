/// The hours of each day, by the wall clock, in which notifications should not ring.
///
/// They can span midnight: if the end is earlier than the start, they end on the next day.
package struct QuietHours: Hashable, Sendable {
  /// The start; this time is inside the quiet hours.
  package let from: TimeOfDay
  /// The end; this time is outside the quiet hours.
  package let to: TimeOfDay

  /// Makes quiet hours; nil if both times are equal.
  package init?(from: TimeOfDay, to: TimeOfDay) {
    guard from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// Parses quiet hours as users write them; nil for any other text.
  ///
  /// - Parameter text: `FROM-TO`, two different times such as `22:00`, `22:00:30`, `10pm` or `22`.
  package init?(_ text: some StringProtocol) {
    let times = text.split(separator: "-", omittingEmptySubsequences: false)
    let read = times.compactMap { TimeOfDay($0) ?? TimeOfDay("\($0):00") }
    guard times.count == 2, read.count == 2 else { return nil }
    self.init(from: read[0], to: read[1])
  }

  /// Whether a time of day is inside the quiet hours.
  package func contains(_ time: TimeOfDay) -> Bool {
    from < to ? from <= time && time < to : from <= time || time < to
  }

  /// The length without clock changes, in seconds.
  package var length: Int { (to.secondOfDay - from.secondOfDay).floorModulo(86_400) }

  /// Returns the end of the quiet hours that contain an instant; nil if none do.
  ///
  /// If a clock change skips the end, the end is moved later by the length of the gap. If the end
  /// occurs twice, the first occurrence counts; if that has passed, the result is the instant
  /// itself.
  package func end(of instant: Instant, in zone: Zone) -> Instant? {
    end(ofSecond: zone.civil(at: instant).secondsSince1970).map {
      max(instant, zone.instant(of: CivilDateTime(secondsSince1970: $0)))
    }
  }

  /// Returns the end without clock changes, in seconds from any midnight; always after `second`.
  package func end(ofSecond second: Int) -> Int? {
    let time = TimeOfDay(secondOfDay: second.floorModulo(86_400))
    guard contains(time) else { return nil }
    let day = second.floorQuotient(86_400) + (time < to ? 0 : 1)
    return day * 86_400 + to.secondOfDay
  }

  /// Returns the end of the daily period that contains an instant; nil if none does.
  ///
  /// A period lasts from the start of the quiet hours to their end, whatever the clock shows in
  /// between. If a clock change skips the start or the end, it is moved later by the length of the
  /// gap. If it occurs twice, the first occurrence counts. The two passes of a repeated hour can
  /// therefore give different results, unlike in ``end(of:in:)``. A day has no period if the clock
  /// skips all of it except an end that is after the gap.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The zone of the wall clock.
  /// - Returns: The end, always after the instant.
  package func endOfStretch(around instant: Instant, in zone: Zone) -> Instant? {
    let day = zone.civil(at: instant).dayNumber
    // A period lasts less than two days, however far the clock is set back.
    return (day - 2...day + 1).compactMap { first in
      let begin = zone.instant(of: CivilDateTime(dayNumber: first, time: from))
      let last = first + (from < to ? 0 : 1)
      let end = zone.instant(of: CivilDateTime(dayNumber: last, time: to))
      return begin <= instant && instant < end ? end : nil
    }.max()
  }

  /// Moves a fire in quiet hours to their end, unless the end comes too late before its event.
  ///
  /// - Parameters:
  ///   - fire: The fire date, in seconds.
  ///   - end: The end of the quiet hours, in the same unit.
  ///   - limit: The time of the event; nil if there is none. A limit before the fire is ignored.
  ///   - lead: The least time between the end and the event, in seconds.
  /// - Returns: The new fire date, never before `fire`.
  package static func moved(_ fire: Int, toEnd end: Int, before limit: Int?, lead: Int) -> Int {
    guard let limit, fire <= limit, end > limit - lead else { return end }
    return fire
  }
}
