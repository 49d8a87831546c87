internal import CivilTime
internal import ICalendar

/// A VTIMEZONE: its names and the onsets of its offsets (RFC 5545, 3.6.5).
struct TimeZoneDefinition {
  struct Observance {
    /// The local time of the first onset, with the offset that applies before it.
    var start: CivilDateTime
    /// Seconds east of UTC before each onset.
    var offsetFrom: Int
    /// Seconds east of UTC after each onset.
    var offsetTo: Int
    /// RRULE.
    var rules: [RecurrenceRule] = []
    /// RDATE.
    var dates: [CivilDateTime] = []
  }

  /// TZID.
  var name: String
  /// X-LIC-LOCATION or TZID-ALIAS-OF.
  var place: String?
  /// TZURL.
  var address: String?
  /// The observances; empty if one of them cannot be read.
  var observances: [Observance] = []
  /// The reason why the offsets cannot be used; nil if they can.
  var fault: FormatError?
  /// The corrections of its lines, with the number of lines from BEGIN on.
  var corrections: [(finding: Finding, line: Int)] = []

  /// The reason why a VTIMEZONE cannot be used.
  struct FormatError: Error {
    /// The cause as part of a sentence: `it lacks STANDARD and DAYLIGHT`.
    let cause: String
  }

  /// The names of the subcomponents that are observances.
  static let subcomponentNames: [ComponentName] = [.standard, .daylight]

  init(_ component: SourceComponent) {
    // TZID is TEXT here (RFC 5545, 3.8.3.1). As a parameter, it has no escapes.
    name = component.first(.zoneName).map { ZoneNameResolver.unescaped($0.value) } ?? ""
    place = (component.first(.zonePlace) ?? component.first(.zoneAlias))?.value
    address = component.first(.zoneAddress)?.value
    corrections = component.forgiven.map { ($0.finding, $0.line - component.line) }
    do throws(FormatError) {
      observances = try TimeZoneDefinition.observances(of: component, corrections: &corrections)
    } catch {
      fault = error
    }
  }

  private static func observances(
    of component: SourceComponent, corrections: inout [(finding: Finding, line: Int)]
  ) throws(FormatError) -> [Observance] {
    let count = component.subcomponents.count
    guard !component.isTooLarge else {
      throw FormatError(cause: "it has more than \(ReadingLimits.maximumZoneSize >> 10) KiB")
    }
    guard !component.hasUnendedSubcomponent else {
      throw FormatError(cause: "the END of a component inside is missing")
    }
    guard count > 0 else { throw FormatError(cause: "it lacks STANDARD and DAYLIGHT") }
    guard count <= ReadingLimits.maximumItems else {
      throw FormatError(cause: "it has more than \(ReadingLimits.maximumItems) observances")
    }
    // Count before parsing: a thousand definitions can have a thousand rules each.
    guard ruleCount(component) <= ReadingLimits.maximumItems else {
      throw FormatError(cause: "it has more than \(ReadingLimits.maximumItems) rules")
    }
    var observances: [Observance] = []
    for subcomponent in component.subcomponents {
      var found: [(finding: Finding, line: Int)] = []
      observances.append(try Observance(subcomponent, isLone: count == 1, corrections: &found))
      corrections += found.map { ($0.finding, $0.line - component.line) }
    }
    return observances
  }

  private static func ruleCount(_ component: SourceComponent) -> Int {
    component.subcomponents.reduce(0) { sum, subcomponent in
      sum + subcomponent.properties.count { $0.name == .rule }
    }
  }
}

extension TimeZoneDefinition.Observance {
  /// The onset of a single observance without DTSTART, before all events.
  private static let longAgo = CivilDateTime(CivilDate(uncheckedYear: 1601, month: 1, day: 1))

  /// Reads a STANDARD or DAYLIGHT.
  ///
  /// The only observance of a VTIMEZONE requires only TZOFFSETTO: the offset before it doesn't
  /// matter.
  fileprivate init(
    _ subcomponent: SourceSubcomponent, isLone: Bool,
    corrections: inout [(finding: Finding, line: Int)]
  ) throws(TimeZoneDefinition.FormatError) {
    func offset(_ property: SourceProperty) -> Int? {
      UTCOffset.seconds(property.value, readsMinutesAndSeconds: true)
    }
    let to = try Self.value(.offsetTo, of: subcomponent, read: offset)
    let from = try Self.value(
      .offsetFrom, of: subcomponent, default: isLone ? to : nil, read: offset)
    let start = try Self.value(.start, of: subcomponent, default: isLone ? Self.longAgo : nil) {
      DateTimeText($0.bytes)?.civil
    }
    self.init(start: start, offsetFrom: from, offsetTo: to)
    for property in subcomponent.properties {
      switch property.name {
      case .rule:
        var findings: [Finding] = []
        guard
          let rule = try? RecurrenceRule(
            property.bytes, of: property.name.rawValue, allowsEmptyEnd: true, findings: &findings),
          rule.frequency >= .monthly
        else { throw Self.fault(property) }
        rules.append(rule)
        corrections += findings.map { ($0, property.line) }
      case .recurrenceDate:
        for item in property.bytes.split(separator: UInt8(ascii: ",")) {
          guard let date = DateTimeText(item.prefix { $0 != UInt8(ascii: "/") }) else {
            throw Self.fault(property)
          }
          // Convert an onset in UTC to local time before the onset, as for all others.
          dates.append(date.isUTC ? date.civil + offsetFrom : date.civil)
          guard dates.count <= ReadingLimits.maximumOnsets else {
            throw TimeZoneDefinition.tooManyOnsets
          }
        }
      default: break
      }
    }
  }

  /// Reads a required value, or returns the default if it is missing.
  private static func value<Value>(
    _ name: PropertyName, of subcomponent: SourceSubcomponent, default assumed: Value? = nil,
    read: (SourceProperty) -> Value?
  ) throws(TimeZoneDefinition.FormatError) -> Value {
    guard let property = subcomponent.first(name), !property.isEmpty else {
      if let assumed { return assumed }
      throw TimeZoneDefinition.FormatError(cause: "a STANDARD or DAYLIGHT lacks \(name.rawValue)")
    }
    guard let value = read(property) else { throw fault(property) }
    return value
  }

  private static func fault(_ property: SourceProperty) -> TimeZoneDefinition.FormatError {
    TimeZoneDefinition.FormatError(
      cause: "its \(property.name.rawValue) \"\(property.excerpt)\" can't be read")
  }
}

extension TimeZoneDefinition {
  static var tooManyOnsets: FormatError {
    FormatError(cause: "it has more than \(ReadingLimits.maximumOnsets) onsets")
  }
}

extension TimeZoneDefinition {
  /// The local times of onsets that are considered: 1850 to 2200.
  fileprivate static let civilRange =
    CivilDateTime(secondsSince1970: -3_786_825_600)..<CivilDateTime(secondsSince1970: 7_258_118_400)

  /// Returns the VTIMEZONE's own offsets as a zone.
  ///
  /// - Throws: The reason if it cannot be used.
  func zone() throws(FormatError) -> Zone {
    if let fault { throw fault }
    var onsets: [(instant: Int, before: Int, after: Int)] = []
    for observance in observances {
      let civilTimes = observance.onsets(
        in: TimeZoneDefinition.civilRange, limit: ReadingLimits.maximumOnsets)
      onsets += civilTimes.map { civil in
        (
          civil.secondsSince1970 - observance.offsetFrom, observance.offsetFrom,
          observance.offsetTo
        )
      }
      guard onsets.count <= ReadingLimits.maximumOnsets else {
        throw TimeZoneDefinition.tooManyOnsets
      }
    }
    onsets.sort { $0 < $1 }
    return Zone(
      identifier: name, isIANA: false,
      initialOffset: onsets.first?.before ?? observances[0].offsetFrom,
      transitions: [Zone.Transition](onsets))
  }

  /// The period that the VTIMEZONE covers.
  ///
  /// A writer may omit onsets before the calendar's events. The last onset applies forever.
  var knownRange: Range<Instant> {
    let end = Instant(secondsSince1970: TimeZoneDefinition.civilRange.upperBound.secondsSince1970)
    return min(end, observances.map(\.firstOnset).min() ?? end)..<end
  }

  /// The last onset of the VTIMEZONE's own offsets, if it only lists onsets; nil if it has rules.
  func lastOnset(in own: Zone) -> Instant? {
    observances.allSatisfy(\.rules.isEmpty) ? own.transitions.last?.instant : nil
  }

  /// Returns a zone of the time zone data with the newer onsets of this VTIMEZONE.
  ///
  /// An onset is newer than the data if it is after their release and changes the offset that they
  /// give until then. In addition, the data must lack this change within a day of the onset, and at
  /// the same time of the year in earlier years. Only DTSTART is considered, because a writer that
  /// knows a new rule puts its first onset there.
  ///
  /// - Parameters:
  ///   - known: The zone of the data.
  ///   - own: The VTIMEZONE's offsets.
  ///   - release: The release of the data; nil if it is unknown, in which case no onset is newer.
  ///     It is evaluated last, because it reads the data.
  /// - Returns: The zone and its first newer onset; nil if the data has all onsets. Other systems
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
      // An onset that keeps the offset abolishes a change in the data. Ignore it if it is the first
      // onset, because some writers begin with one.
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

  fileprivate var firstOnset: Instant { instant(start) }

  /// The number of years before an onset in which an abolished clock change is searched for.
  private static let abolishedYears = 1...10

  /// Whether the data has this clock change at the same time of an earlier year.
  ///
  /// If so, a writer with old data continues a rule that was abolished.
  fileprivate func continues(_ known: Zone) -> Bool {
    let (year, season) = (31_556_952, 20 * 86_400)
    return Self.abolishedYears.contains { years in
      let middle = firstOnset - years * year
      return known.transitions(in: middle - season..<middle + season).contains {
        $0.offsetBefore == offsetFrom && $0.offsetAfter == offsetTo
      }
    }
  }

  /// Whether DTSTART is an onset of the rule.
  ///
  /// Some writers use any day of the month instead.
  fileprivate var startsWithOnset: Bool {
    rules.allSatisfy {
      RuleExpansion($0, start: start, isDate: false, zone: .gmt).matchesStart
    }
  }

  /// The local times of the onsets, in ascending order, without duplicates.
  fileprivate func onsets(in range: Range<CivilDateTime>, limit: Int) -> [CivilDateTime] {
    var times = dates.filter(range.contains)
    if rules.isEmpty || range.contains(start) { times.append(start) }
    // UNTIL is in UTC. Convert it with the offset before the onset.
    let clock = Zone(identifier: "", isIANA: false, initialOffset: offsetFrom)
    for rule in rules {
      times += RuleExpansion(rule, start: start, isDate: false, zone: clock)
        .civilTimes(in: range, limit: limit)
    }
    times.sort()
    return times.indices.filter { $0 == 0 || times[$0] != times[$0 - 1] }.map { times[$0] }
  }
}
