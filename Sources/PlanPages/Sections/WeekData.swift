import CivilTime
import ReminderCompiler

/// What the page's script draws weeks of.
struct WeekData: Encodable {
  /// The first day: `2028-01-03`.
  private let first: String
  /// How many days there are.
  private let days: Int
  /// The first day, from 0, of which alerts may not be listed.
  private let listed: Int
  /// The days, from 0, on which anything is wrong, also those whose alerts aren't listed.
  private let problemDays: [Int]
  /// What the series are called.
  private let titles: [String]
  /// What their calendars are called.
  private let calendars: [String]
  /// For each fate its class, its words, and what a day with it is headed.
  private let marks = FireFate.allCases.map(\.mark)
  private let words = FireFate.allCases.map(\.words)
  private let problems = FireFate.allCases.map(\.problem)
  /// Texts that alerts name by their place.
  private let texts: [String]
  /// Six numbers for each alert, by day, second and series: the day, the second of the day, the
  /// series, the fate, the text of its title and of when it is seen, -1 for the usual.
  private let alerts: [Int]

  init(_ chronicle: Chronicle, _ dates: PageDate, listedDays: Int) {
    var texts = Texts()
    var alerts: [[Int]] = []
    for (place, series) in chronicle.series.enumerated() {
      for event in series.events {
        guard let day = chronicle.days.day(of: event.at) else { continue }
        alerts.append([
          day, dates.zone.civil(at: event.at).time.secondOfDay, place, event.fate.rawValue,
          event.title.map { texts.place(of: $0) } ?? -1,
          event.seenAt.map { texts.place(of: dates.short($0)) } ?? -1,
        ])
      }
    }
    alerts.sort { ($0[0], $0[1], $0[2]) < ($1[0], $1[1], $1[2]) }
    var problemDays = BitSet(capacity: chronicle.days.count)
    for series in chronicle.series {
      for fate in FireFate.allCases where !fate.problem.isEmpty {
        series.days(fate).map { problemDays.formUnion($0) }
      }
    }
    first = chronicle.days.date(ofDay: 0).description
    days = chronicle.days.count
    listed = listedDays
    self.problemDays = Array(problemDays)
    titles = chronicle.series.map(\.title)
    calendars = chronicle.series.map(\.calendarName)
    self.texts = texts.texts
    self.alerts = alerts.flatMap { $0 }
  }

  /// Texts, each once.
  private struct Texts {
    private(set) var texts: [String] = []
    // Texts that Unicode takes for the same may differ in bytes.
    private var places: [[UInt8]: Int] = [:]

    mutating func place(of text: String) -> Int {
      let key = Array(text.utf8)
      if let place = places[key] { return place }
      places[key] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }
}
