import CivilTime
import ReminderCompiler

/// What will be missed, and when: what somebody wants to know first.
struct MissedSection {
  private let chronicle: Chronicle
  private let dates: PageDate
  /// Whether there are several calendars, so that it is worth saying which.
  private let hasCalendars: Bool

  /// The most instants that are named of each series.
  private static let maximumNamed = 50

  init(_ chronicle: Chronicle, _ dates: PageDate) {
    self.chronicle = chronicle
    hasCalendars = Set(chronicle.series.map(\.calendarName)).count > 1
    self.dates = dates
  }

  func write(to html: inout HTMLWriter) {
    let missing = chronicle.series.filter { $0.missedCount > 0 }
    html.element("section", ["id": "missed", "aria-labelledby": "missed-heading"]) { html in
      html.element("h2", ["id": "missed-heading"], text: "What you will miss, and when")
      guard !missing.isEmpty else {
        html.element("p", ["class": "nothing"], text: "Nothing, as far as this plan looks.")
        return
      }
      html.element("p", text: explanation(missing))
      html.element("ol", ["class": "missing"]) { html in
        for series in missing { write(series, to: &html) }
      }
      if chronicle.omitted > 0 {
        html.element(
          "p", text: "Not looked through here: \(Omission(chronicle).words).")
      }
    }
    html.markup("\n")
  }

  private func explanation(_ missing: [SeriesChronicle]) -> String {
    let slots =
      "The plan has \(EnglishNames.count(chronicle.plan.slots, "slot")), and what is left out is "
      + "what they don’t reach"
    guard case .within = chronicle.renewals else { return "\(slots)." }
    let isSoon = missing.contains { $0.count(.missed) + $0.count(.missedRepeat) > 0 }
    return isSoon
      ? "\(slots): first what is missed even if you open the app by \(dates.long(chronicle.plan.renewal))."
      : "\(slots). Opening the app by \(dates.long(chronicle.plan.renewal)) makes the plan anew, and "
        + "nothing of this is missed then."
  }

  private func write(_ series: SeriesChronicle, to html: inout HTMLWriter) {
    let soon = series.count(.missed) + series.count(.missedRepeat)
    html.element("li", ["class": soon > 0 ? "soon" : "later"]) { html in
      html.element("h3") { $0.isolated(series.title) }
      html.element("p") { html in
        html.text(amounts(series) + ": ")
        if let missed = series.missed {
          html.time(missed.lowerBound, dates, isLong: true)
          if missed.lowerBound != missed.upperBound {
            html.text(" to ")
            html.time(missed.upperBound, dates, isLong: true)
          }
        }
        if hasCalendars, !series.calendarName.isEmpty {
          html.text(" · ")
          html.isolated(series.calendarName)
        }
      }
      let events = series.events.filter(\.fate.isMissed)
      guard series.missedCount > 1, !events.isEmpty else { return }
      html.element("details") { html in
        let named = events.prefix(MissedSection.maximumNamed)
        html.element(
          "summary",
          text: named.count < series.missedCount
            ? "The first \(named.count) of them" : "Each of them")
        html.element("ul") { html in
          for event in named {
            html.element("li") { html in
              html.time(event.at, dates)
              if let title = event.title {
                html.text(" ")
                html.isolated(title)
              }
              if event.fate == .missedRepeat || event.fate == .unrenewedRepeat {
                html.text(" (repeat)")
              }
            }
          }
        }
      }
    }
  }

  /// `3 alerts and 2 repeats missed`.
  private func amounts(_ series: SeriesChronicle) -> String {
    func phrase(_ alerts: Int, _ repeats: Int, _ more: String) -> String? {
      let parts =
        (alerts > 0 ? [Amounts.alerts(alerts)] : [])
        + (repeats > 0 ? [EnglishNames.count(repeats, "repeat")] : [])
      return parts.isEmpty ? nil : parts.joined(separator: " and ") + " missed" + more
    }
    return [
      phrase(series.count(.missed), series.count(.missedRepeat), ""),
      phrase(
        series.count(.unrenewed), series.count(.unrenewedRepeat), " unless you open the app before"),
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
