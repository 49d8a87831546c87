import CivilTime
import ReminderCompiler

/// The missed and unexpected alerts, which users want to know first.
struct MissedSection {
  /// The limit of listed dates of a series.
  private static let maximumListed = 50

  let timeline: Timeline
  let dates: PageDate

  func write(to html: inout HTMLWriter) {
    let missing = timeline.series.filter { $0.wrongCount > 0 }
    html.element("section", ["id": "missed", "aria-labelledby": "missed-heading"]) { html in
      html.element("h2", ["id": "missed-heading"], text: "Missed reminders")
      guard !missing.isEmpty else {
        html.element("p", ["class": "nothing"], text: "Nothing is missed in this plan.")
        return
      }
      if !missing.contains(where: isSoon), case .within = timeline.renewals {
        html.element("p", ["class": "nothing"]) { html in
          html.text("Nothing is missed if you open the app by ")
          html.time(timeline.plan.renewal, dates, isLong: true)
          html.text(". If you don’t, these alerts go wrong:")
        }
      }
      html.element("p", text: explanation(missing))
      html.element("ol", ["class": "missing"]) { html in
        for series in missing { write(series, to: &html) }
      }
      if timeline.omittedMissing > 0 {
        let omitted = timeline.omittedMissing
        html.element(
          "p", text: "\(omitted) more series with problems \(Amounts.are(omitted)) not shown.")
      }
    }
    html.markup("\n")
  }

  /// Whether the series has a problem even if the plan is renewed.
  private func isSoon(_ series: SeriesTimeline) -> Bool {
    if series.count(.missed) + series.count(.missedRepeat) + series.count(.tooLate) > 0 {
      return true
    }
    guard let first = series.span(.unexpected, .overstaying)?.lowerBound else { return false }
    guard case .within = timeline.renewals else { return true }
    return first < timeline.plan.renewal
  }

  private func explanation(_ missing: [SeriesTimeline]) -> String {
    var sentences: [String] = []
    if missing.contains(where: { $0.missedCount > 0 }) {
      sentences.append(
        "A phone keeps a limited number of pending requests for an app, called slots: here "
          + "\(timeline.plan.slots). The missed alerts don’t get a slot.")
    }
    if missing.contains(where: { $0.count(.unexpected) + $0.count(.overstaying) > 0 }) {
      sentences.append(
        "An unexpected alert repeats beyond its last date, or its event has changed. A new "
          + "plan removes it.")
    }
    if missing.contains(where: { $0.count(.tooLate) > 0 }) {
      sentences.append(
        "An alert that is seen too late rings on time, but a Focus or the scheduled summary hides it "
          + "for too long.")
    }
    return sentences.joined(separator: " ")
  }

  private func write(_ series: SeriesTimeline, to html: inout HTMLWriter) {
    html.element("li", ["class": isSoon(series) ? "soon" : "later"]) { html in
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
      if timeline.hasCalendars, !series.calendarName.isEmpty {
        html.element("p") { $0.isolated(series.calendarName) }
      }
      let events = series.events.filter { $0.outcome.isWrong }
      let count = series.wrongCount
      guard count > 1, !events.isEmpty else { return }
      html.element("details") { html in
        let named = events.prefix(MissedSection.maximumListed)
        html.element(
          "summary",
          text: named.count < count
            ? "The first \(named.count) dates" : "All dates")
        html.element("ul") { html in
          for event in named {
            html.element("li") { html in
              html.time(event.at, dates)
              if let title = event.title {
                html.text(" ")
                html.isolated(title)
              }
              if event.outcome != .missed {
                html.text(" (\(event.outcome.words)")
                if let seenAt = event.seenAt { html.text(", \(dates.short(seenAt))") }
                html.text(")")
              }
            }
          }
        }
      }
    }
  }

  /// A number of alerts with one outcome, and their range.
  private typealias Phrase = (words: String, span: ClosedRange<Instant>)

  /// Returns the phrases of a card: `3 alerts and 2 repeats missed`.
  private func phrases(_ series: SeriesTimeline) -> [Phrase] {
    func phrase(_ alerts: FireOutcome, _ repeats: FireOutcome, _ more: String) -> Phrase? {
      guard let span = series.span(alerts, repeats) else { return nil }
      let parts =
        (series.count(alerts) > 0 ? [Amounts.alerts(series.count(alerts))] : [])
        + (series.count(repeats) > 0 ? [EnglishNames.count(series.count(repeats), "repeat")] : [])
      return (parts.joined(separator: " and ") + " missed" + more, span)
    }
    let late: Phrase? = series.span(.tooLate).map {
      ("\(Amounts.alerts(series.count(.tooLate))) seen too late", $0)
    }
    let unexpected = series.count(.unexpected) + series.count(.overstaying)
    let condition =
      if case .within = timeline.renewals { " if you don’t open the app" } else { "" }
    return [
      phrase(.missed, .missedRepeat, ""), late,
      phrase(.unrenewed, .unrenewedRepeat, " if you don’t open the app"),
      series.span(.unexpected, .overstaying).map {
        (EnglishNames.count(unexpected, "unexpected alert") + condition, $0)
      },
    ].compactMap { $0 }
  }
}

extension FireOutcome {
  /// Whether the fire is missed, seen too late, or unexpected.
  fileprivate var isWrong: Bool {
    isMissed || self == .tooLate || self == .unexpected || self == .overstaying
  }
}

extension SeriesTimeline {
  /// The number of missed, late and unexpected fires.
  fileprivate var wrongCount: Int {
    FireOutcome.allCases.reduce(0) { $0 + ($1.isWrong ? count($1) : 0) }
  }
}
