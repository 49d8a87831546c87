import CivilTime
import ReminderCompiler

/// The series with equal titles: one row of the timeline, and one card of each list of problems.
///
/// For example, cities publish each collection of the bins as a separate event.
struct TitleGroup {
  /// A series, and those of its outcomes that the group contains.
  struct Member {
    let series: SeriesTimeline
    let outcomes: [FireOutcome]
  }

  let title: String
  private(set) var members: [Member]

  /// Returns the groups of some series, in the order of their first members.
  static func groups(of series: [SeriesTimeline]) -> [TitleGroup] {
    var groups: [TitleGroup] = []
    // Compare bytes: Unicode treats some different texts as equal.
    var places: [[UInt8]: Int] = [:]
    for one in series {
      let member = Member(series: one, outcomes: FireOutcome.allCases)
      let key = Array(one.title.utf8)
      if let place = places[key] {
        groups[place].members.append(member)
      } else {
        places[key] = groups.count
        groups.append(TitleGroup(title: one.title, members: [member]))
      }
    }
    return groups
  }

  /// Returns the group with fewer outcomes of each series; nil if no fire has one of them.
  func limited(to outcomes: (SeriesTimeline) -> [FireOutcome]) -> TitleGroup? {
    let members = members.compactMap { member -> Member? in
      let outcomes = outcomes(member.series).filter { member.series.count($0) > 0 }
      return outcomes.isEmpty ? nil : Member(series: member.series, outcomes: outcomes)
    }
    return members.isEmpty ? nil : TitleGroup(title: title, members: members)
  }

  /// Returns the number of fires with one of some outcomes.
  func count(_ outcomes: FireOutcome...) -> Int {
    outcomes.reduce(0) { sum, outcome in
      sum + with(outcome).reduce(0) { $0 + $1.count(outcome) }
    }
  }

  /// Returns the range from the first to the last fire with one of some outcomes; nil for none.
  func span(_ outcomes: FireOutcome...) -> ClosedRange<Instant>? {
    let spans = outcomes.flatMap { outcome in with(outcome).compactMap { $0.span(outcome) } }
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max()
    else { return nil }
    return first...last
  }

  /// Returns the days with fires of an outcome, counted from the day of now; nil for none.
  func days(_ outcome: FireOutcome) -> BitSet? {
    with(outcome).compactMap { $0.days(outcome) }.reduce(nil) { days, own in
      guard var days else { return own }
      days.formUnion(own)
      return days
    }
  }

  /// The number of fires.
  var count: Int { FireOutcome.allCases.reduce(0) { $0 + count($1) } }

  /// The first fire; nil for none.
  var first: Instant? {
    FireOutcome.allCases.compactMap { span($0)?.lowerBound }.min()
  }

  /// The first listed fires in the order of their instants, up to a limit, with their series.
  func events(upTo limit: Int) -> [(event: SeriesTimeline.Event, series: SeriesTimeline)] {
    let events = members.flatMap { member in
      member.series.events.lazy.filter { member.outcomes.contains($0.outcome) }.prefix(limit)
        .map { (event: $0, series: member.series) }
    }
    return Array(events.sorted { $0.event.at < $1.event.at }.prefix(limit))
  }

  /// The different names of the members' calendars.
  var calendarNames: [String] {
    var seen: Set<[UInt8]> = []
    return members.map(\.series.calendarName).filter {
      !$0.isEmpty && seen.insert(Array($0.utf8)).inserted
    }
  }

  private func with(_ outcome: FireOutcome) -> [SeriesTimeline] {
    members.filter { $0.outcomes.contains(outcome) }.map(\.series)
  }
}

extension HTMLWriter {
  /// The limit of the names of calendars that a group shows.
  private static let maximumNamed = 5

  /// Writes the names of calendars: `Anna, Ben`.
  mutating func calendars(_ names: [String]) {
    for (place, name) in names.prefix(HTMLWriter.maximumNamed).enumerated() {
      if place > 0 { text(", ") }
      isolated(name)
    }
    let others = names.count - HTMLWriter.maximumNamed
    if others > 0 { text(" and \(others) more") }
  }
}
