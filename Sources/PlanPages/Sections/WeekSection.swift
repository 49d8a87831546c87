import CivilTime
import ReminderCompiler

/// A week, as calendars show it: drawn by the page's script, any week; without it, the first one as
/// a list.
struct WeekSection {
  private let chronicle: Chronicle
  private let dates: PageDate

  /// The most alerts of the first week that are listed.
  private static let maximumListed = 300

  init(_ chronicle: Chronicle, _ dates: PageDate) {
    self.chronicle = chronicle
    self.dates = dates
  }

  func write(to html: inout HTMLWriter) {
    guard !chronicle.series.isEmpty else { return }
    html.element("section", ["id": "week", "aria-labelledby": "week-heading"]) { html in
      html.element("h2", ["id": "week-heading"], text: "The first week")
      html.markup("<div class=\"controls week-controls\" hidden>")
      html.markup("<button type=\"button\" class=\"previous\">← Week before</button>")
      html.markup("<button type=\"button\" class=\"next\">Week after →</button>")
      html.markup("<label>Go to <input type=\"date\"></label>")
      html.markup("<button type=\"button\" class=\"to-missed\">Next problem</button></div>")
      if !listed.isEmpty { html.element("p", ["class": "listed"], text: listed) }
      html.markup("<div class=\"week-grid\" hidden aria-hidden=\"true\"></div>")
      html.element("details", ["class": "as-list", "open": ""]) { html in
        html.element("summary", text: "As a list")
        html.element("div", ["class": "agenda"]) { writeAgenda(to: &$0) }
      }
      writeData(to: &html)
    }
    html.markup("\n")
  }

  /// How far single alerts are listed.
  private var listed: String {
    let whole = chronicle.series.allSatisfy { $0.events.count == $0.count }
    let most = chronicle.series.map(\.events.count).max() ?? 0
    return whole
      ? ""
      : "Of each reminder the first \(most) alerts are here."
  }

  /// The first day of which alerts may not be listed; behind the last day where all are.
  private var listedDays: Int {
    chronicle.series.filter { $0.events.count < $0.count }.compactMap { $0.events.last }
      .compactMap { chronicle.days.day(of: $0.at) }.min() ?? chronicle.days.count
  }

  private struct Entry {
    let series: Int
    let event: SeriesChronicle.Event
  }

  private func writeAgenda(to html: inout HTMLWriter) {
    var entries: [Entry] = []
    for (place, series) in chronicle.series.enumerated() {
      for event in series.events where (chronicle.days.day(of: event.at) ?? 7) < 7 {
        entries.append(Entry(series: place, event: event))
      }
    }
    entries.sort { ($0.event.at, $0.series) < ($1.event.at, $1.series) }
    guard !entries.isEmpty else {
      html.element("p", ["class": "nothing"], text: "Nothing is due in these days.")
      return
    }
    var day: Int?
    let shown = entries.prefix(WeekSection.maximumListed)
    for entry in shown {
      let own = chronicle.days.day(of: entry.event.at)
      if own != day {
        if day != nil { html.markup("</ol>") }
        day = own
        html.element("h3", text: PageDate.long(chronicle.days.date(ofDay: own ?? 0)))
        html.markup("<ol>")
      }
      write(entry, to: &html)
    }
    html.markup("</ol>")
    if shown.count < entries.count {
      html.element("p", text: "And \(entries.count - shown.count) more.")
    }
  }

  private func write(_ entry: Entry, to html: inout HTMLWriter) {
    let series = chronicle.series[entry.series]
    html.element("li", ["class": entry.event.fate.mark]) { html in
      html.element(
        "time", ["datetime": "\(entry.event.at)"],
        text: "\(dates.zone.civil(at: entry.event.at).time)")
      html.text(" ")
      html.isolated(entry.event.title ?? series.title)
      if let note = note(entry.event) { html.element("span", ["class": "note"], text: " \(note)") }
    }
  }

  /// What becomes of an alert, where that is anything but what it should.
  private func note(_ event: SeriesChronicle.Event) -> String? {
    if let seenAt = event.seenAt { return "\(event.fate.words): \(dates.short(seenAt))" }
    return event.fate == .fired ? nil : event.fate.words
  }

  /// Writes the alerts for the script, as JSON that no browser takes for a script.
  private func writeData(to html: inout HTMLWriter) {
    var texts = TextTable()
    var numbers: [[Int]] = []
    for (place, series) in chronicle.series.enumerated() {
      for event in series.events {
        guard let day = chronicle.days.day(of: event.at) else { continue }
        let seen = event.seenAt.map { texts.place(of: dates.short($0)) } ?? -1
        let title = event.title.map { texts.place(of: $0) } ?? -1
        numbers.append([
          day, dates.zone.civil(at: event.at).time.secondOfDay, place, event.fate.rawValue, title,
          seen,
        ])
      }
    }
    numbers.sort { ($0[0], $0[1], $0[2]) < ($1[0], $1[1], $1[2]) }
    var json = PageData()
    json.object {
      $0.member("first", chronicle.days.date(ofDay: 0).description)
      $0.member("days", chronicle.days.count)
      $0.member("listed", listedDays)
      $0.member("titles", chronicle.series.map(\.title))
      $0.member("calendars", chronicle.series.map(\.calendarName))
      $0.member("marks", FireFate.allCases.map(\.mark))
      $0.member("words", FireFate.allCases.map(\.words))
      $0.member("problems", FireFate.allCases.map(\.problem))
      $0.member("texts", texts.texts)
      $0.member("alerts", numbers.joined().map { $0 })
    }
    html.markup("<script type=\"application/json\" class=\"data\">")
    html.asset(json.bytes)
    html.markup("</script>")
  }

  /// Texts, each once.
  private struct TextTable {
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
