import CivilTime
import ReminderCompiler

/// What will be missed, and when: what somebody wants to know first.
struct MissedSection {
  /// The most fires of a series that are listed.
  private static let maximumListed = 50

  let chronicle: Chronicle
  let dates: PageDate

  func write(to html: inout HTMLWriter) {
    let missing = chronicle.series.filter { $0.missedCount + $0.count(.tooLate) > 0 }
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
      if chronicle.omittedMissing > 0 {
        html.element(
          "p",
          text: "\(chronicle.omittedMissing) more series miss something, of "
            + "\(chronicle.omission).")
      }
    }
    html.markup("\n")
  }

  private func explanation(_ missing: [SeriesChronicle]) -> String {
    guard missing.contains(where: { $0.missedCount > 0 }) else {
      return "It rings in time, and waits too long for the end of a Focus or for the summary."
    }
    let slots =
      "A phone keeps a number of alarms of an app, here \(chronicle.plan.slots), its slots; for what "
      + "is missed there is no room"
    guard case .within = chronicle.renewals else { return "\(slots)." }
    let isSoon = missing.contains { $0.count(.missed) + $0.count(.missedRepeat) > 0 }
    return isSoon
      ? "\(slots): first what is missed even if you open the app by \(dates.long(chronicle.plan.renewal))."
      : "\(slots). Opening the app by \(dates.long(chronicle.plan.renewal)) makes a new plan, which "
        + "reaches farther."
  }

  private func write(_ series: SeriesChronicle, to html: inout HTMLWriter) {
    let soon = series.count(.missed) + series.count(.missedRepeat)
    html.element("li", ["class": soon + series.count(.tooLate) > 0 ? "soon" : "later"]) { html in
      html.element("h3") { $0.isolated(series.title) }
      for phrase in phrases(series) {
        html.element("p") { html in
          html.text("\(phrase.words): ")
          html.time(phrase.span.lowerBound, dates, isLong: true)
          if phrase.span.lowerBound != phrase.span.upperBound {
            html.text(" to ")
            html.time(phrase.span.upperBound, dates, isLong: true)
          }
        }
      }
      if chronicle.hasCalendars, !series.calendarName.isEmpty {
        html.element("p") { $0.isolated(series.calendarName) }
      }
      let events = series.events.filter { $0.fate.isMissed || $0.fate == .tooLate }
      let count = series.missedCount + series.count(.tooLate)
      guard count > 1, !events.isEmpty else { return }
      html.element("details") { html in
        let named = events.prefix(MissedSection.maximumListed)
        html.element(
          "summary",
          text: named.count < count
            ? "The first \(named.count) of them" : "Each of them")
        html.element("ul") { html in
          for event in named {
            html.element("li") { html in
              html.time(event.at, dates)
              if let title = event.title {
                html.text(" ")
                html.isolated(title)
              }
              if event.fate != .missed {
                html.text(" (\(event.fate.words)")
                if let seenAt = event.seenAt { html.text(", \(dates.short(seenAt))") }
                html.text(")")
              }
            }
          }
        }
      }
    }
  }

  /// What becomes of some of its fires, and between which.
  private struct Phrase {
    let words: String
    let span: ClosedRange<Instant>
  }

  /// `3 alerts and 2 repeats missed`, and so on.
  private func phrases(_ series: SeriesChronicle) -> [Phrase] {
    func phrase(_ alerts: FireFate, _ repeats: FireFate, _ more: String) -> Phrase? {
      guard let span = series.span(alerts, repeats) else { return nil }
      let parts =
        (series.count(alerts) > 0 ? [Amounts.alerts(series.count(alerts))] : [])
        + (series.count(repeats) > 0 ? [EnglishNames.count(series.count(repeats), "repeat")] : [])
      return Phrase(words: parts.joined(separator: " and ") + " missed" + more, span: span)
    }
    let late = series.span(.tooLate).map {
      Phrase(words: "\(Amounts.alerts(series.count(.tooLate))) seen too late", span: $0)
    }
    return [
      phrase(.missed, .missedRepeat, ""), late,
      phrase(.unrenewed, .unrenewedRepeat, " if you don’t open the app before"),
    ].compactMap { $0 }
  }
}
