internal import CivilTime
internal import ICalendar

/// A zone of the time zone data, and a VTIMEZONE that names it but has other offsets.
struct ZoneContradiction: Sendable {
  /// The zone of the time zone data.
  let named: Zone
  /// The VTIMEZONE's own offsets.
  private let own: Zone
  /// The period that the VTIMEZONE covers.
  private let range: Range<Instant>
  /// The periods in which the offsets differ for longer than ``Zone/inaccuracy``.
  private let differences: [Range<Instant>]
  /// The last onset, if the VTIMEZONE only lists onsets; nil if it has rules.
  private let lastOnset: Instant?

  /// Compares two zones; nil if they have the same offsets.
  init?(
    of named: Zone, by own: Zone, in range: Range<Instant>, lastOnset: Instant?
  ) {
    self.lastOnset = lastOnset
    let all = Array(own.differences(from: named, in: range))
    guard !all.isEmpty else { return nil }
    self.named = named
    self.own = own
    self.range = range
    differences = all.filter { $0.upperBound - $0.lowerBound >= Zone.inaccuracy }
  }

  /// Whether the VTIMEZONE is right up to its last onset, and only lacks the next ones.
  ///
  /// Some writers list just the clock changes around now.
  var isOnlyIncomplete: Bool {
    guard let lastOnset, let first = differences.first?.lowerBound else { return false }
    return own.transitions.count > 1 && first > lastOnset && first < lastOnset + 366 * 86_400
  }

  /// Whether using the VTIMEZONE would move an occurrence that can still fire.
  ///
  /// For rules, all instants from the first occurrence to UNTIL are checked.
  func changes(of component: CalendarComponent, options: ReadingOptions) -> Bool {
    guard let start = component.anchor else { return false }
    let end: CalendarTime? = if case .until(let end) = component.extent { end } else { nil }
    let occurrences =
      [[start] + (end.map { [$0] } ?? [])]
      + component.recurrenceDates.map { [$0.start] }
    if occurrences.contains(where: {
      canRing(at: $0, options: options) && $0.contains(where: differs)
    }) {
      return true
    }
    let isSeries =
      !component.rules.isEmpty || component.recurrenceID?.isThisAndFuture == true
    guard isSeries, start.reference == CalendarTime.Reference(named) else { return false }
    let firing = options.firingWindow
    let first = max(named.instant(of: start.civil), firing.lowerBound, range.lowerBound)
    let ends = component.rules.map { $0.until.map(instant) ?? firing.upperBound }
    let last = min(ends.max() ?? firing.upperBound, firing.upperBound)
    return differences.contains { $0.overlaps(first..<max(first, last)) }
  }

  /// Whether an occurrence is neither past nor too far in the future.
  private func canRing(at times: [CalendarTime], options: ReadingOptions) -> Bool {
    let instants = times.map { $0.instant(onDeviceIn: named) }
    if let first = options.firesFrom, !instants.contains(where: { $0 >= first }) { return false }
    guard let last = options.firesUntil else { return true }
    return instants.contains { $0 < last + ReadingLimits.longestLead }
  }

  /// Whether the VTIMEZONE maps a time to another instant.
  private func differs(_ time: CalendarTime) -> Bool {
    guard time.reference == CalendarTime.Reference(named) else { return false }
    let instant = named.instant(of: time.civil)
    return range.contains(instant) && own.instant(of: time.civil) != instant
  }

  /// The instant after UNTIL.
  private func instant(_ until: RecurrenceRule.Until) -> Instant {
    switch until.kind {
    case .utc: Instant(secondsSince1970: until.civil.secondsSince1970 + 1)
    case .local: named.instant(of: until.civil) + 1
    case .date: named.instant(of: until.civil) + 86_400
    }
  }
}

extension Zone {
  /// Whether another zone has the same offset at every instant of a range.
  func agrees(with other: Zone, in range: Range<Instant>) -> Bool {
    deviation(from: other, in: range, within: 0) != nil
  }

  /// Returns the time for which another zone has other offsets in a range, in seconds.
  ///
  /// - Returns: Nil if one such period has at least `tolerance` seconds.
  func deviation(from other: Zone, in range: Range<Instant>, within tolerance: Int) -> Int? {
    var sum = 0
    for period in differences(from: other, in: range) {
      let length = period.upperBound - period.lowerBound
      guard length < tolerance else { return nil }
      sum += length
    }
    return sum
  }

  /// The longest period of different offsets that is tolerated, in seconds: one day.
  ///
  /// Writers often put a clock change one hour too early or too late. A change in the wrong week
  /// means another zone.
  static let inaccuracy = 86_400

  /// The first length of different offsets that tells two zones apart, in seconds: two hours.
  ///
  /// Some writers state a clock change on the clock after it, which makes it an hour late.
  static let lateOnset = 7_200

  var lastOffset: Int { offset(afterTransitions: transitions.count) }

  /// The periods of a range in which two zones have different offsets, split at all transitions.
  fileprivate func differences(from other: Zone, in range: Range<Instant>) -> ZoneDifferences {
    ZoneDifferences(between: self, and: other, in: range)
  }
}

/// The periods in which two zones have different offsets, in ascending order.
///
/// They are found one by one, because the first one decides about most of several hundred zones.
private struct ZoneDifferences: Sequence, IteratorProtocol {
  /// A zone, and the number of its transitions up to the instant that was reached.
  private struct Cursor {
    let zone: Zone
    var count: Int

    var offset: Int { zone.offset(afterTransitions: count) }

    /// The next transition before an instant, or that instant.
    func next(before end: Instant) -> Instant {
      count < zone.transitions.count ? Swift.min(end, zone.transitions[count].instant) : end
    }

    mutating func advance(to instant: Instant) {
      while count < zone.transitions.count, zone.transitions[count].instant <= instant {
        count += 1
      }
    }
  }

  private var left: Cursor
  private var right: Cursor
  private var start: Instant
  private let end: Instant

  init(between left: Zone, and right: Zone, in range: Range<Instant>) {
    (start, end) = (range.lowerBound, range.upperBound)
    self.left = Cursor(zone: left, count: left.transitionCount(upTo: start))
    self.right = Cursor(zone: right, count: right.transitionCount(upTo: start))
  }

  mutating func next() -> Range<Instant>? {
    while start < end {
      let period = start..<Swift.min(left.next(before: end), right.next(before: end))
      let differs = left.offset != right.offset
      start = period.upperBound
      left.advance(to: start)
      right.advance(to: start)
      if differs { return period }
    }
    return nil
  }
}
