internal import CivilTime
internal import ICalendar

/// A zone of the time zone data, and a VTIMEZONE of its name with other offsets.
struct ZoneContradiction: Sendable {
  /// The zone of the time zone data.
  let named: Zone
  /// The VTIMEZONE's own offsets.
  private let own: Zone
  /// The instants about which the VTIMEZONE says something.
  private let range: Range<Instant>
  /// When the offsets differ for longer than by an inaccuracy of the writer.
  private let differences: [Range<Instant>]

  /// Compares two zones.
  ///
  /// - Returns: Nil where they have the same offsets.
  init?(of named: Zone, by own: Zone, in range: Range<Instant>) {
    let all = Array(own.differences(from: named, in: range))
    guard !all.isEmpty else { return nil }
    self.named = named
    self.own = own
    self.range = range
    differences = all.filter { $0.upperBound - $0.lowerBound >= Zone.inaccuracy }
  }

  /// Whether an occurrence of a component that can ring would be at another instant.
  ///
  /// Of a rule, all instants from its first occurrence to its UNTIL count.
  func changes(_ component: CalendarComponent, _ options: ReadingOptions) -> Bool {
    guard let start = component.anchor else { return false }
    let end: CalendarTime? = if case .until(let end) = component.extent { end } else { nil }
    let occurrences =
      [[start] + (end.map { [$0] } ?? [])]
      + component.recurrenceDates.map { [$0.start] }
    if occurrences.contains(where: { canRing($0, options) && $0.contains(where: differs) }) {
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

  /// Whether an occurrence is neither past nor too far away.
  private func canRing(_ times: [CalendarTime], _ options: ReadingOptions) -> Bool {
    let instants = times.map { $0.instant(onDeviceIn: named) }
    if let first = options.firesFrom, !instants.contains(where: { $0 >= first }) { return false }
    guard let last = options.firesUntil else { return true }
    return instants.contains { $0 < last + ReadingLimits.longestLead }
  }

  /// Whether the VTIMEZONE gives a time another instant.
  private func differs(_ time: CalendarTime) -> Bool {
    guard time.reference == CalendarTime.Reference(named) else { return false }
    let instant = named.instant(of: time.civil)
    return range.contains(instant) && own.instant(of: time.civil) != instant
  }

  /// The instant after an UNTIL.
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
    differences(from: other, in: range).first { _ in true } == nil
  }

  /// The longest stretch of different offsets that is taken for an inaccuracy: one day.
  ///
  /// Writers often give a clock change an hour early or late; the wrong week is another zone.
  static let inaccuracy = 86_400

  /// The offset after all transitions.
  var lastOffset: Int { offset(afterTransitions: transitions.count) }

  /// The stretches of a range in which two zones have different offsets, without transitions inside.
  func differences(
    from other: Zone, in range: Range<Instant>
  ) -> some Sequence<Range<Instant>> {
    let changes =
      transitions(in: range).map(\.instant) + other.transitions(in: range).map(\.instant)
    let starts = range.isEmpty ? [] : Set([range.lowerBound] + changes).sorted()
    return zip(starts, starts.dropFirst() + [range.upperBound]).lazy.map { $0..<$1 }
      .filter { self.offset(at: $0.lowerBound) != other.offset(at: $0.lowerBound) }
  }
}
