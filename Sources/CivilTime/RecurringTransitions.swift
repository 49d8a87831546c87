/// How a zone's transitions go on once the same rules hold for good.
///
/// Such rules name months, weekdays and times of day, so what they give depends on two things: the
/// weekday on which a year begins, and whether it is a leap year. Up to 2099 all 14 kinds of years
/// come within 28 years, so that these tell all others.
struct RecurringTransitions {
  /// A transition by the seconds from the first midnight of its year, in UTC.
  private struct Place: Equatable {
    let secondOfYear: Int
    let offsetBefore: Int
    let offsetAfter: Int
  }

  /// The years that are looked at: the first without transitions of its own in data that end in
  /// 2037, as IANA's compiled ones do, and 27 more.
  static let years = 2038..<2066

  /// The transitions of each kind of year, by its number.
  private let placesByKind: [[Place]]

  /// Learns what the transitions of ``years`` have in common; nil where two years of one kind
  /// differ.
  ///
  /// - Parameter transitions: Ascending, complete up to the end of ``years``.
  init?(_ transitions: [Zone.Transition]) {
    let start = RecurringTransitions.start(ofYear: RecurringTransitions.years.lowerBound)
    var found = [[Place]?](repeating: nil, count: 14)
    var rest = transitions[transitions.partitionPoint { $0.instant.secondsSince1970 < start }...]
    for year in RecurringTransitions.years {
      let start = RecurringTransitions.start(ofYear: year)
      let end = RecurringTransitions.start(ofYear: year + 1)
      let ofYear = rest.prefix { $0.instant.secondsSince1970 < end }
      rest = rest.dropFirst(ofYear.count)
      let places = ofYear.map {
        Place(
          secondOfYear: $0.instant.secondsSince1970 - start, offsetBefore: $0.offsetBefore,
          offsetAfter: $0.offsetAfter)
      }
      let kind = RecurringTransitions.kind(ofYear: year)
      if let known = found[kind], known != places { return nil }
      found[kind] = places
    }
    placesByKind = found.map { $0 ?? [] }
  }

  /// The transitions of a year after ``years``, ascending.
  func transitions(ofYear year: Int) -> [Zone.Transition] {
    let start = RecurringTransitions.start(ofYear: year)
    return placesByKind[RecurringTransitions.kind(ofYear: year)].map {
      Zone.Transition(
        instant: Instant(secondsSince1970: start + $0.secondOfYear),
        offsetBefore: $0.offsetBefore, offsetAfter: $0.offsetAfter)
    }
  }

  /// The first second of a year in UTC, since 1970.
  static func start(ofYear year: Int) -> Int { firstDay(ofYear: year) * 86_400 }

  private static func firstDay(ofYear year: Int) -> Int {
    CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
  }

  /// A number below 14 for the weekday on which a year begins, and whether it is a leap year.
  private static func kind(ofYear year: Int) -> Int {
    firstDay(ofYear: year).floorModulo(7) * 2 + (CivilDate.isLeap(year: year) ? 1 : 0)
  }
}
