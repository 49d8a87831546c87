import CivilTime
import ReminderCompiler

/// The timeline: a column for each day, a row for each title.
struct TimelineSection: PageSection {
  let timeline: Timeline
  let groups: [TitleGroup]
  let dates: PageDate

  /// The height of a row in units of its view box.
  ///
  /// A day is one unit wide.
  private static let height = 12

  let id = "timeline"
  let heading = "Day by day"

  func writeBody(to html: inout HTMLWriter) {
    guard !groups.isEmpty else {
      html.element("p", ["class": "nothing"], text: "No reminder is due.")
      return
    }
    html.element("p", ["class": "span"], text: span)
    writeLegend(to: &html)
    writeControls(to: &html)
    html.element(
      "div", ["class": "chart", "tabindex": "0", "role": "group", "aria-label": "Timeline"]
    ) { html in
      html.element("div", ["class": "canvas"]) { html in
        writeAxis(to: &html)
        html.element("ol", ["class": "rows"]) { html in
          for group in groups { write(group, to: &html) }
        }
      }
    }
    if timeline.omitted > 0 {
      html.element(
        "p",
        text: "\(timeline.omitted) more series \(Amounts.are(timeline.omitted)) not shown. The "
          + "page has the most urgent \(Timeline.maximumSeries), shared equally by the files.")
    }
  }

  private var count: Int { timeline.days.count }

  private var span: String {
    let last = PageDate.long(timeline.days.date(ofDay: count - 1))
    let more = timeline.days.areCut ? "; the plan continues after that" : ""
    return "From \(PageDate.long(timeline.days.date(ofDay: 0))) to \(last)\(more)."
  }

  /// Writes the legend of the marks in the chart.
  private func writeLegend(to html: inout HTMLWriter) {
    html.element("ul", ["class": "legend"]) { html in
      for outcome in FireOutcome.byImportance where timeline.count(outcome) > 0 {
        html.element("li") { html in
          html.element(
            "svg",
            ["class": "key", "viewBox": "0 0 4 12", "aria-hidden": "true", "focusable": "false"]
          ) { html in
            html.element(
              "path", ["class": outcome.mark, "d": TimelineSection.mark(outcome, at: 0, length: 4)]
            ) { _ in
            }
          }
          html.text("\(outcome.words) (\(timeline.count(outcome)))")
        }
      }
      for marker in markers {
        html.element("li") { html in
          html.element("span", ["class": "line \(marker.name)", "aria-hidden": "true"]) { _ in }
          html.text("\(marker.words)")
        }
      }
    }
  }

  private func writeControls(to html: inout HTMLWriter) {
    html.element("div", ["class": "controls"]) { html in
      html.element("fieldset") { html in
        html.element("legend", text: "Zoom")
        for (name, words) in [("one", "1×"), ("four", "4×"), ("twelve", "12×")] {
          html.element("label") { html in
            html.markup("<input type=\"radio\" name=\"zoom\"")
            html.markup(name == "one" ? " checked" : "")
            html.attribute("value", name)
            html.attribute("class", "zoom-\(name)")
            html.markup(">")
            html.text(words)
          }
        }
      }
      // The search needs the script, which shows it.
      html.markup(
        "<label class=\"find\" hidden>Find a reminder <input type=\"search\" autocomplete=\"off\"></label>"
      )
      html.element("p", ["class": "found", "aria-live": "polite"]) { _ in }
    }
  }

  /// A vertical line at some instants.
  private struct Marker {
    let name: String
    let words: String
    let instants: [Instant]
  }

  private var markers: [Marker] {
    var markers: [Marker] = []
    switch timeline.renewals {
    case .within:
      markers.append(
        Marker(
          name: "renewal", words: "open the app by \(dates.short(timeline.plan.renewal))",
          instants: [timeline.plan.renewal]))
    case .openings(let openings):
      if !openings.isEmpty {
        markers.append(
          Marker(
            name: "opening",
            words: EnglishNames.count(openings.count, "opening") + " of the app"
              + (openings.first.map { ", the first \(dates.short($0))" } ?? ""),
            instants: openings))
      }
    }
    if let until = timeline.verdict.exactUntil {
      markers.append(
        Marker(
          name: until < timeline.plan.renewal ? "exact soon" : "exact",
          words: "exact until \(dates.short(until))", instants: [until]))
    }
    return markers
  }

  private func share(_ day: Double) -> String {
    let thousandths = Int(day / Double(count) * 100_000)
    return "\(thousandths / 1_000).\((thousandths % 1_000).padded(to: 3))%"
  }

  private func writeAxis(to html: inout HTMLWriter) {
    html.element("div", ["class": "axis", "aria-hidden": "true"]) { html in
      html.element("span", ["class": "label"], text: "")
      html.element("svg", ["class": "ticks", "focusable": "false"]) { html in
        for day in 0..<count {
          let date = timeline.days.date(ofDay: day)
          guard date.day == 1 || day == 0 else { continue }
          let isNarrow =
            day == 0 && CivilDate.length(ofMonth: date.month, year: date.year) - date.day < 12
          let name = EnglishNames.months[date.month - 1].prefix(3)
          let text = date.month == 1 || day == 0 ? "\(name) \(date.year)" : "\(name)"
          // More than a year has only room for each quarter, and so has a narrow page.
          let isQuarter = date.month % 3 == 1
          let isNamed = day == 0 || count < 400 || isQuarter
          let isRoomy = isQuarter || day == 0 && (date.month % 3 != 0 || count < 90)
          html.element(
            "line", ["x1": share(Double(day)), "x2": share(Double(day)), "y1": "0", "y2": "100%"]
          ) { _ in }
          if !isNarrow, isNamed {
            html.element(
              "text",
              [
                "x": share(Double(day)), "dx": "3", "y": "14",
                "class": isRoomy ? "quarter" : "month",
              ],
              text: text)
          }
        }
      }
    }
    html.element(
      "svg", ["class": "grid", "aria-hidden": "true", "focusable": "false"]
    ) { html in
      for day in 0..<count where timeline.days.date(ofDay: day).day == 1 {
        line("month", at: Double(day), to: &html)
      }
      for marker in markers {
        // Draw one line for each day.
        var last = -1
        for instant in marker.instants {
          guard let day = timeline.days.day(of: instant), day != last else { continue }
          last = day
          let seconds = dates.zone.civil(at: instant).time.secondOfDay
          line(marker.name, at: Double(day) + Double(seconds) / 86_400, to: &html)
        }
      }
    }
  }

  private func line(_ name: String, at day: Double, to html: inout HTMLWriter) {
    html.element(
      "line", ["class": name, "x1": share(day), "x2": share(day), "y1": "0", "y2": "100%"]
    ) { _ in }
  }

  private func write(_ group: TitleGroup, to html: inout HTMLWriter) {
    html.element("li") { html in
      html.element("div", ["class": "label"]) { html in
        html.element("span", ["class": "name"]) { $0.isolated(group.title) }
        html.element("span", ["class": "sum"]) { html in
          html.text(sum(group))
          let calendars = timeline.hasCalendars ? group.calendarNames : []
          if !calendars.isEmpty {
            html.text(" · ")
            html.calendars(calendars)
          }
        }
      }
      html.element(
        "svg",
        [
          "class": "track", "viewBox": "0 0 \(count) \(TimelineSection.height)",
          "preserveAspectRatio": "none", "aria-hidden": "true", "focusable": "false",
        ]
      ) { html in
        for outcome in FireOutcome.byImportance.reversed() {
          guard let days = group.days(outcome) else { continue }
          html.element(
            "path", ["class": outcome.mark, "d": TimelineSection.path(of: outcome, on: days)]
          ) {
            _ in
          }
        }
      }
    }
  }

  /// Returns the text of a row, which also describes the drawing to screen readers.
  private func sum(_ group: TitleGroup) -> String {
    var parts: [String] = []
    if let next = group.span(.fired, .delayed, .tooLate)?.lowerBound {
      parts.append("next \(dates.short(next))")
    }
    let others = group.count(.unexpected, .overstaying)
    parts.append("\(Amounts.alerts(group.count - group.count(.echo) - others)) expected")
    let soon = group.count(.missed, .missedRepeat)
    if soon > 0 { parts.append("\(soon) missed") }
    let later = group.count(.unrenewed, .unrenewedRepeat)
    if later > 0 { parts.append("\(later) missed if you don’t open the app") }
    if others > 0 { parts.append("\(others) unexpected") }
    let late = group.count(.tooLate)
    if late > 0 { parts.append("\(late) seen too late") }
    if let cut = group.members.compactMap(\.series.cut).min() {
      parts.append("not simulated from \(dates.short(cut)) on")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns the path of all days with an outcome; adjacent days become one mark.
  private static func path(of outcome: FireOutcome, on days: BitSet) -> String {
    var path = ""
    var start: Int?
    for day in 0...days.capacity {
      let isMember = day < days.capacity && days.contains(day)
      if let first = start, !isMember {
        path += mark(outcome, at: first, length: day - first)
        start = nil
      } else if isMember, start == nil {
        start = day
      }
    }
    return path
  }

  /// Returns a mark.
  ///
  /// Each outcome has its own height and position, for users who can't distinguish the colours.
  private static func mark(_ outcome: FireOutcome, at day: Int, length: Int) -> String {
    let (top, height) = (outcome.look.top, outcome.look.height)
    return "M\(day) \(top)h\(length)v\(height)h-\(length)z"
  }
}

extension FireOutcome {
  /// The appearance of an outcome on a page.
  fileprivate var look: (mark: String, words: String, problem: String, top: Int, height: Int) {
    switch self {
    case .fired: ("fired", "rings on time", "", 4, 6)
    case .delayed: ("delayed", "seen later", "", 7, 5)
    case .tooLate: ("late", "seen too late", "seen too late", 7, 5)
    case .missed: ("missed", "missed", "missed", 0, 12)
    case .missedRepeat: ("missed-repeat", "repeat missed", "missed", 0, 6)
    case .unrenewed:
      ("unrenewed", "missed if you don’t open the app", "missed if not opened", 9, 3)
    case .unrenewedRepeat:
      (
        "unrenewed-repeat", "repeat missed if you don’t open the app", "missed if not opened", 10, 2
      )
    case .echo: ("echo", "rings twice, because the clock goes back", "", 2, 2)
    case .unexpected: ("unasked", "unexpected", "unexpected", 0, 3)
    case .overstaying:
      ("overstaying", "unexpected if you don’t open the app", "unexpected", 0, 3)
    case .dueNow: ("due-now", "due at the instant of the plan", "", 0, 12)
    }
  }

  /// The class of its marks and texts in the style sheet.
  var mark: String { look.mark }

  /// The meaning, for a user who has never seen the page.
  var words: String { look.words }

  /// The text after a number in the heading of a day: `2 missed`; empty if nothing is wrong.
  var problem: String { look.problem }

  /// The outcomes by importance.
  ///
  /// The first one is drawn on top of the others.
  static let byImportance: [FireOutcome] = [
    .missed, .tooLate, .unexpected, .overstaying, .missedRepeat, .unrenewed, .unrenewedRepeat,
    .delayed, .dueNow, .echo, .fired,
  ]
}
