internal import CivilTime
internal import ICalendar

extension TimeZoneDefinition {
  /// The clock times in which onsets are looked for: 1850 to 2200, as far as zone data go.
  private static let civilRange =
    CivilDateTime(secondsSince1970: -3_786_825_600)..<CivilDateTime(secondsSince1970: 7_258_118_400)

  /// The VTIMEZONE's own offsets as a zone; nil where it can't be read or changes too often.
  func zone() -> Zone? {
    guard !isInvalid, !observances.isEmpty else { return nil }
    var onsets: [(instant: Instant, from: Int, to: Int)] = []
    for observance in observances {
      let civilTimes = observance.onsets(
        in: TimeZoneDefinition.civilRange, limit: TimeZoneDefinition.maximumOnsets)
      onsets += civilTimes.map { civil in
        (
          Instant(secondsSince1970: civil.secondsSince1970 - observance.offsetFrom),
          observance.offsetFrom, observance.offsetTo
        )
      }
      guard onsets.count <= TimeZoneDefinition.maximumOnsets else { return nil }
    }
    onsets.sort { ($0.instant, $0.from, $0.to) < ($1.instant, $1.from, $1.to) }
    var offset = onsets.first?.from ?? observances[0].offsetFrom
    let initialOffset = offset
    var transitions: [Zone.Transition] = []
    for onset in onsets {
      if let last = transitions.last, last.instant == onset.instant {
        transitions.removeLast()
        offset = last.offsetBefore
      }
      transitions.append(
        Zone.Transition(instant: onset.instant, offsetBefore: offset, offsetAfter: onset.to))
      offset = onset.to
    }
    return Zone(
      identifier: name, isIANA: false, initialOffset: initialOffset, transitions: transitions)
  }

  /// The instants of a window about which the VTIMEZONE says something.
  ///
  /// A writer may leave out what lay before the calendar's events, and may end its dates where it
  /// knew no more; neither contradicts anything.
  func knownRange(in window: Range<Instant>) -> Range<Instant> {
    func instant(_ civil: CivilDateTime, _ offset: Int) -> Instant {
      Instant(secondsSince1970: civil.secondsSince1970 - offset)
    }
    let starts = observances.map { instant($0.start, $0.offsetFrom) }
    let start = max(window.lowerBound, starts.min() ?? window.lowerBound)
    var end = window.upperBound
    if !observances.contains(where: \.isEndless) {
      let last = observances.flatMap { observance in
        observance.onsets(
          in: TimeZoneDefinition.civilRange, limit: TimeZoneDefinition.maximumOnsets
        ).suffix(1).map { instant($0, observance.offsetFrom) }
      }
      end = min(end, last.max() ?? start)
    }
    return start..<max(start, end)
  }
}

extension TimeZoneDefinition.Observance {
  /// The clock times of the onsets, ascending within each rule.
  fileprivate func onsets(in range: Range<CivilDateTime>, limit: Int) -> [CivilDateTime] {
    var times: Set<CivilDateTime> = Set(dates.filter(range.contains))
    if rules.isEmpty || range.contains(start) { times.insert(start) }
    // UNTIL is given in UTC and means the clock that holds before the onset.
    let clock = Zone(identifier: "", isIANA: false, initialOffset: offsetFrom)
    for rule in rules {
      times.formUnion(
        RuleExpansion(rule, start: start, isDate: false, zone: clock)
          .civilTimes(in: range, limit: limit))
    }
    return times.sorted()
  }
}
