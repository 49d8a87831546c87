/// Hours of each day in which nothing should ring, by the wall clock: from one time of day up to
/// another, over midnight where that is the earlier one.
package struct QuietHours: Hashable, Sendable {
  /// When they begin; that time lies inside.
  package let from: TimeOfDay
  /// When they end; that time lies outside, on the next day where it is earlier than ``from``.
  package let to: TimeOfDay

  /// How long before what it reminds of a fire is due that can't wait for the end, in seconds.
  package static let lastMinute = 60

  /// Makes hours; nil where they would be none, or all.
  ///
  /// - Parameters:
  ///   - from: When they begin.
  ///   - to: When they end.
  package init?(from: TimeOfDay, to: TimeOfDay) {
    guard from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// Parses hours as people write them; nil for anything else.
  ///
  /// - Parameter text: `FROM-TO`, two different times such as `22:00` or `22:00:30`.
  package init?(_ text: some StringProtocol) {
    let times = text.split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2, let from = TimeOfDay(times[0]), let to = TimeOfDay(times[1]) else {
      return nil
    }
    self.init(from: from, to: to)
  }

  /// Whether a time of day lies inside.
  package func contains(_ time: TimeOfDay) -> Bool {
    from < to ? from <= time && time < to : from <= time || time < to
  }

  /// How long they are on an unchanged clock, in seconds.
  package var length: Int { (to.secondOfDay - from.secondOfDay).floorModulo(86_400) }

  /// When the hours end that an instant lies in; nil where it lies in none.
  ///
  /// An end that a clock change skips is as long after the gap as it would be before; of one that
  /// comes twice the first counts, and where that has passed, it is the instant itself.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The zone whose wall clock is read.
  /// - Returns: The end, never before the instant.
  package func end(of instant: Instant, in zone: Zone) -> Instant? {
    end(ofSecond: zone.civil(at: instant).secondsSince1970).map {
      max(instant, zone.instant(of: CivilDateTime(secondsSince1970: $0)))
    }
  }

  /// The same on an unchanged clock, in seconds from any midnight: never the second itself.
  package func end(ofSecond second: Int) -> Int? {
    let time = TimeOfDay(secondOfDay: second.floorModulo(86_400))
    guard contains(time) else { return nil }
    let day = second.floorQuotient(86_400) + (time < to ? 0 : 1)
    return day * 86_400 + to.secondOfDay
  }

  /// When the stretch ends that an instant lies in, once a day from where the hours begin to where
  /// they end, whatever the clock shows in between; nil where it lies in none.
  ///
  /// A beginning or an end that a clock change skips is as long after the gap as it would be before;
  /// of one that comes twice the first counts. So the two passes of a repeated hour can differ,
  /// which they never do in ``end(of:in:)``; and there is no stretch on a day whose clock skips all
  /// of it but an end that lies behind the gap.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The zone whose wall clock is read.
  /// - Returns: The end, always after the instant.
  package func endOfStretch(around instant: Instant, in zone: Zone) -> Instant? {
    let day = zone.civil(at: instant).dayNumber
    // A stretch takes less than two days, however far a clock goes back.
    return (day - 2...day + 1).compactMap { first in
      let begin = zone.instant(of: CivilDateTime(dayNumber: first, time: from))
      let last = first + (from < to ? 0 : 1)
      let end = zone.instant(of: CivilDateTime(dayNumber: last, time: to))
      return begin <= instant && instant < end ? end : nil
    }.max()
  }

  /// When a fire inside is due instead: at the end, but never past what it reminds of; where that
  /// comes first, a minute before it, or when it was.
  ///
  /// - Parameters:
  ///   - fire: The fire, as an instant or as a second.
  ///   - end: The end of the hours.
  ///   - limit: What it reminds of; nil for nothing, and passed over where it lies before the fire.
  /// - Returns: When it is due, never before the fire.
  package static func moved(_ fire: Int, toEnd end: Int, before limit: Int?) -> Int {
    guard let limit, fire <= limit, limit < end else { return end }
    return max(fire, limit - lastMinute)
  }
}
