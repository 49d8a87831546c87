internal import CivilTime
internal import ICalendar

extension TimeZoneDefinition {
  /// The clock times in which onsets are looked for: 1850 to 2200, as far as zone data go.
  fileprivate static let civilRange =
    CivilDateTime(secondsSince1970: -3_786_825_600)..<CivilDateTime(secondsSince1970: 7_258_118_400)

  /// Returns the VTIMEZONE's own offsets as a zone.
  ///
  /// - Throws: Why it can't be used.
  func zone() throws(Fault) -> Zone {
    if let fault { throw fault }
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
      guard onsets.count <= TimeZoneDefinition.maximumOnsets else {
        throw TimeZoneDefinition.tooManyOnsets
      }
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

  /// The instants about which the VTIMEZONE says something.
  ///
  /// A writer may leave out onsets before the calendar's events. The last onset holds for ever.
  var knownRange: Range<Instant> {
    let end = Instant(secondsSince1970: TimeZoneDefinition.civilRange.upperBound.secondsSince1970)
    return min(end, observances.map(\.firstOnset).min() ?? end)..<end
  }

  /// Returns a zone of the time zone data with the newer onsets of this VTIMEZONE.
  ///
  /// An onset is newer than the data if it follows their release and changes the offset that they give
  /// until then. The data must also lack such a change within a day, and at the same time of the years
  /// before. Only DTSTART counts: a writer that knows a new rule puts its first onset there.
  ///
  /// - Parameters:
  ///   - known: The zone of the data.
  ///   - own: The VTIMEZONE's offsets.
  ///   - release: When the data was made; nil if that is unknown, and nothing is newer. It takes a
  ///     look into the data, so it is asked last.
  /// - Returns: The zone and the first newer onset; nil if the data has all onsets. Other systems
  ///   don't know the zone by its name.
  func newerZone(
    than known: Zone, own: Zone, release: @autoclosure () -> Instant?
  ) -> (zone: Zone, onset: Instant)? {
    let earliest = observances.map(\.firstOnset).min() ?? Instant(secondsSince1970: 0)
    let newer = observances.filter { observance in
      let onset = observance.firstOnset
      let day = (onset - Zone.inaccuracy)..<(onset + Zone.inaccuracy)
      guard observance.startsWithOnset, known.offset(at: onset - 1) == observance.offsetFrom else {
        return false
      }
      let changes = known.transitions(in: day)
      // One that keeps the offset abolishes a change of the data; some writers begin with such one.
      return observance.offsetFrom == observance.offsetTo
        ? onset > earliest && changes.contains { $0.offsetAfter != observance.offsetTo }
        : !changes.contains { $0.offsetAfter == observance.offsetTo }
          && !observance.continues(known)
    }
    guard !newer.isEmpty, let release = release(),
      let onset = newer.map(\.firstOnset).filter({ $0 >= release }).min()
    else { return nil }
    let change = Zone.Transition(
      instant: onset, offsetBefore: known.offset(at: onset - 1),
      offsetAfter: own.offset(at: onset))
    let transitions =
      known.transitions.prefix { $0.instant < onset } + [change]
      + own.transitions.filter { $0.instant > onset }
    return (
      Zone(
        identifier: known.identifier, isIANA: false, initialOffset: known.initialOffset,
        transitions: transitions),
      onset
    )
  }
}

extension TimeZoneDefinition.Observance {
  private func instant(_ civil: CivilDateTime) -> Instant {
    Instant(secondsSince1970: civil.secondsSince1970 - offsetFrom)
  }

  /// The instant of DTSTART.
  fileprivate var firstOnset: Instant { instant(start) }

  /// How many years before an onset an abolished clock change of the data is looked for.
  private static let abolishedYears = 1...10

  /// Whether the data had this clock change at the same time of an earlier year: a writer with old
  /// data continues a rule that has been abolished since.
  fileprivate func continues(_ known: Zone) -> Bool {
    let (year, season) = (31_556_952, 20 * 86_400)
    return Self.abolishedYears.contains { years in
      let middle = firstOnset - years * year
      return known.transitions(in: middle - season..<middle + season).contains {
        $0.offsetBefore == offsetFrom && $0.offsetAfter == offsetTo
      }
    }
  }

  /// Whether DTSTART is an onset of the rule: some writers put any day of its month there.
  fileprivate var startsWithOnset: Bool {
    rules.allSatisfy {
      RuleExpansion($0, start: start, isDate: false, zone: .gmt).matchesStart
    }
  }

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
