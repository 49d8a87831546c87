import CivilTime
import ReminderCompiler

/// A week as a calendar, with a column for each day.
///
/// Weeks begin on the weekday of now. The script shows any week; without it, there is only the
/// first one.
struct WeekSection: PageSection {
  /// The limit of listed alerts of a day.
  private static let maximumListed = 50

  let timeline: Timeline
  let dates: PageDate

  let id = "week"
  let heading = "Week by week"

  func writeBody(to html: inout HTMLWriter) throws {
    html.element("p", ["class": "week-span", "aria-live": "polite"], text: span)
    html.markup("<div class=\"controls week-controls\" hidden>")
    html.markup("<button type=\"button\" class=\"previous\">← Previous week</button>")
    html.markup("<button type=\"button\" class=\"next\">Next week →</button>")
    html.markup("<label>Go to <input type=\"date\"></label>")
    html.markup("<button type=\"button\" class=\"to-missed\">Next problem</button></div>")
    if !listed.isEmpty { html.element("p", ["class": "listed"], text: listed) }
    html.element("div", ["class": "week"]) { writeDays(to: &$0) }
    try writeData(to: &html)
  }

  /// The number of days in the first week.
  private var dayCount: Int { min(7, timeline.days.count) }

  private var span: String {
    let last = timeline.days.date(ofDay: dayCount - 1)
    return "From \(PageDate.long(timeline.days.date(ofDay: 0))) to \(PageDate.long(last))."
  }

  /// The notice that not all alerts are listed; empty if all are.
  private var listed: String {
    let whole = timeline.series.allSatisfy { $0.events.count == $0.count }
    let most = timeline.series.map(\.events.count).max() ?? 0
    return whole ? "" : "Only the first \(most) alerts of each reminder are listed."
  }

  /// The first day on which alerts can be missing from the list; the number of days if all are
  /// listed.
  private var listedDays: Int {
    timeline.series.filter { $0.events.count < $0.count }.compactMap { $0.events.last }
      .compactMap { timeline.days.day(of: $0.at) }.min() ?? timeline.days.count
  }

  private typealias Entry = (series: Int, event: SeriesTimeline.Event)

  private func writeDays(to html: inout HTMLWriter) {
    var days = Array(repeating: [Entry](), count: dayCount)
    for (place, series) in timeline.series.enumerated() {
      for event in series.events {
        guard let day = timeline.days.day(of: event.at), day < dayCount else { continue }
        days[day].append((place, event))
      }
    }
    for (day, entries) in days.enumerated() {
      let date = timeline.days.date(ofDay: day)
      html.element("div", ["class": entries.isEmpty ? "day empty" : "day"]) { html in
        html.element("h3") { html in
          html.element("span", ["class": "weekday"], text: date.weekday.englishName)
          html.text(" \(PageDate.day(date))")
        }
        guard !entries.isEmpty else { return }
        let sorted = entries.sorted { ($0.event.at, $0.series) < ($1.event.at, $1.series) }
        html.list("ol", class: "alerts", items: Array(sorted.prefix(WeekSection.maximumListed))) {
          write($0, to: &$1)
        }
        let omitted = entries.count - WeekSection.maximumListed
        if omitted > 0 { html.element("p", text: "And \(omitted) more.") }
      }
    }
    if days.allSatisfy(\.isEmpty) {
      html.element("p", ["class": "nothing"], text: "Nothing is due in this week.")
    }
  }

  private func write(_ entry: Entry, to html: inout HTMLWriter) {
    let series = timeline.series[entry.series]
    html.element("li", ["class": entry.event.outcome.mark]) { html in
      html.element(
        "time", ["datetime": "\(entry.event.at)"],
        text: "\(dates.zone.civil(at: entry.event.at).time)")
      html.text(" ")
      html.isolated(entry.event.title ?? series.title)
      if let note = note(entry.event) { html.element("span", ["class": "note"], text: " \(note)") }
      if timeline.hasCalendars, !series.calendarName.isEmpty {
        html.element("span", ["class": "calendar"]) { html in
          html.text("\u{A0}· ")
          html.isolated(series.calendarName)
        }
      }
    }
  }

  /// The outcome of an alert, if anything is unusual.
  private func note(_ event: SeriesTimeline.Event) -> String? {
    if let seenAt = event.seenAt { return "\(event.outcome.words): \(dates.short(seenAt))" }
    return event.outcome == .fired ? nil : event.outcome.words
  }

  /// Writes the alerts for the script, as JSON in a script element that is not executed.
  private func writeData(to html: inout HTMLWriter) throws {
    html.markup("<script type=\"application/json\" class=\"data\">")
    html.asset(try WeekSection.json(WeekData(timeline, dates: dates, listedDays: listedDays)))
    html.markup("</script>")
  }

  /// Encodes a value so that no text in it can end the script element.
  static func json(_ value: some Encodable) throws -> [UInt8] {
    // These characters occur only in strings, where an escape has the same meaning. Unescaped, `</`
    // could end the element, and `<!` could begin a comment.
    try value.lineBytes().flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "<"): Array(#"\u003c"#.utf8)
      case UInt8(ascii: ">"): Array(#"\u003e"#.utf8)
      case UInt8(ascii: "&"): Array(#"\u0026"#.utf8)
      default: [byte]
      }
    }
  }
}

/// The data from which the script draws weeks.
struct WeekData: Encodable {
  /// The first day: `2028-01-03`.
  private let first: String
  /// The number of days.
  private let days: Int
  /// The first day, from 0, on which alerts can be missing from the list.
  private let listed: Int
  /// The days, from 0, with a problem, including those whose alerts aren't listed.
  private let problemDays: [Int]
  /// The titles of the series.
  private let titles: [String]
  /// The names of their calendars; empty if there is only one calendar.
  private let calendars: [String]
  /// For each outcome: its class, its words, and its text in the heading of a day.
  private let marks = FireOutcome.allCases.map(\.mark)
  private let words = FireOutcome.allCases.map(\.words)
  private let problems = FireOutcome.allCases.map(\.problem)
  /// The texts to which alerts refer by index.
  private let texts: [String]
  /// Six numbers for each alert: the day, the second of the day, the series, the outcome, the index
  /// of the title, and the index of the time at which it is seen.
  ///
  /// They are sorted by day, second and series. The index -1 means the series' title, or seen at
  /// once.
  private let alerts: [Int]

  init(_ timeline: Timeline, dates: PageDate, listedDays: Int) {
    var texts = Texts()
    var alerts: [[Int]] = []
    for (place, series) in timeline.series.enumerated() {
      for event in series.events {
        guard let day = timeline.days.day(of: event.at) else { continue }
        alerts.append([
          day, dates.zone.civil(at: event.at).time.secondOfDay, place, event.outcome.rawValue,
          event.title.map { texts.place(of: $0) } ?? -1,
          event.seenAt.map { texts.place(of: dates.short($0)) } ?? -1,
        ])
      }
    }
    alerts.sort { ($0[0], $0[1], $0[2]) < ($1[0], $1[1], $1[2]) }
    var problemDays = BitSet(capacity: timeline.days.count)
    for series in timeline.series {
      for outcome in FireOutcome.allCases where !outcome.problem.isEmpty {
        series.days(outcome).map { problemDays.formUnion($0) }
      }
    }
    first = timeline.days.date(ofDay: 0).description
    days = timeline.days.count
    listed = listedDays
    self.problemDays = Array(problemDays)
    titles = timeline.series.map(\.title)
    calendars = timeline.hasCalendars ? timeline.series.map(\.calendarName) : []
    self.texts = texts.texts
    self.alerts = alerts.flatMap { $0 }
  }

  /// A list of different texts.
  private struct Texts {
    private(set) var texts: [String] = []
    // Compare bytes: Unicode treats some different texts as equal.
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
