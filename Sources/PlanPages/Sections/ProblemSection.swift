import CivilTime
import ReminderCompiler

/// The missed, late and unexpected alerts, which users want to know first.
///
/// A renewal in time prevents some of them. They are in a second section, so that each heading
/// agrees with the verdict.
struct ProblemSection: PageSection {
  /// The problems of a section.
  enum Condition {
    /// Problems that occur even if the plan is renewed as planned.
    case always
    /// Problems that a renewal in time prevents.
    case unlessRenewed
  }

  /// The limit of listed dates of a card.
  private static let maximumListed = 50

  private let timeline: Timeline
  private let dates: PageDate
  private let condition: Condition
  private let cards: [TitleGroup]
  private let isFirst: Bool
  private let isLast: Bool

  /// Returns the sections with problems, or one that says that nothing is missed.
  static func sections(
    of groups: [TitleGroup], in timeline: Timeline, _ dates: PageDate
  ) -> [ProblemSection] {
    let conditions = [Condition.always, .unlessRenewed].map { condition in
      (condition, cards(condition, groups: groups, timeline: timeline))
    }
    let wrong = conditions.filter { !$0.1.isEmpty }
    let shown = wrong.isEmpty ? Array(conditions.prefix(1)) : wrong
    return shown.enumerated().map { place, section in
      ProblemSection(
        timeline: timeline, dates: dates, condition: section.0, cards: section.1,
        isFirst: place == 0, isLast: place == shown.count - 1)
    }
  }

  /// Returns the groups with problems, those with the earliest problem first.
  private static func cards(
    _ condition: Condition, groups: [TitleGroup], timeline: Timeline
  ) -> [TitleGroup] {
    let cards = groups.compactMap { group in
      group.limited { series in
        let isUnexpectedSoon =
          series.span(.unexpected, .overstaying).map {
            timeline.isBeforeRenewal($0.lowerBound)
          } ?? false
        let unexpected: [FireOutcome] =
          isUnexpectedSoon == (condition == .always) ? [.unexpected, .overstaying] : []
        return switch condition {
        case .always: [.missed, .missedRepeat, .tooLate] + unexpected
        case .unlessRenewed: [.unrenewed, .unrenewedRepeat] + unexpected
        }
      }
    }
    let ordered = cards.map { (first: $0.first, group: $0) }.enumerated().sorted { left, right in
      guard let own = left.element.first, let other = right.element.first, own != other else {
        return left.offset < right.offset
      }
      return own < other
    }
    return ordered.map(\.element.group)
  }

  var id: String { condition == .always ? "missed" : "unrenewed" }

  var heading: String {
    guard !cards.isEmpty else { return "Missed reminders" }
    let names =
      (isAny(of: .missed, .missedRepeat, .unrenewed, .unrenewedRepeat) ? ["missed"] : [])
      + (isAny(of: .tooLate) ? ["seen too late"] : [])
      + (isAny(of: .unexpected, .overstaying) ? ["unexpected"] : [])
    let problems = (names.dropLast(2) + [names.suffix(2).joined(separator: " or ")])
      .joined(separator: ", ")
    let suffix =
      switch (condition, timeline.renewals) {
      case (.unlessRenewed, _): " if you don’t open the app"
      case (.always, .within): " even if you open the app"
      case (.always, .openings): ""
      }
    return problems.capitalizedFirst + suffix
  }

  func writeBody(to html: inout HTMLWriter) {
    guard !cards.isEmpty else {
      html.element("p", ["class": "nothing"], text: "Nothing is missed in this plan.")
      return
    }
    if condition == .unlessRenewed {
      html.element("p", ["class": "nothing"]) { html in
        if isFirst {
          html.text("Nothing is missed if you open the app by ")
          html.time(timeline.plan.renewal, dates: dates, isLong: true)
          html.text(". If you don’t, these alerts go wrong.")
        } else {
          html.text("These alerts also go wrong if you don’t open the app by ")
          html.time(timeline.plan.renewal, dates: dates, isLong: true)
          html.text(".")
        }
      }
    }
    html.element("p", text: explanation)
    html.list("ol", class: "missing", items: cards) { write($0, to: &$1) }
    if isLast, timeline.omittedMissing > 0 {
      let omitted = timeline.omittedMissing
      html.element(
        "p", text: "\(omitted) more series with problems \(Amounts.are(omitted)) not shown.")
    }
  }

  private func isAny(of outcomes: FireOutcome...) -> Bool {
    cards.contains { card in outcomes.contains { card.count($0) > 0 } }
  }

  private var explanation: String {
    var sentences: [String] = []
    if isAny(of: .missed, .missedRepeat, .unrenewed, .unrenewedRepeat) {
      sentences.append(
        "A phone keeps a limited number of pending requests for an app, called slots: here "
          + "\(timeline.plan.slots). The missed alerts don’t get a slot.")
    }
    if isAny(of: .unexpected, .overstaying) {
      sentences.append(
        "An unexpected alert repeats beyond its last date, or its event has changed. A new "
          + "plan removes it.")
    }
    if isAny(of: .tooLate) {
      sentences.append(
        "An alert that is seen too late rings on time, but a Focus or the scheduled summary hides it "
          + "for too long.")
    }
    return sentences.joined(separator: " ")
  }

  private func write(_ card: TitleGroup, to html: inout HTMLWriter) {
    html.element("li", ["class": condition == .always ? "soon" : "later"]) { html in
      html.element("h3") { $0.isolated(card.title) }
      for phrase in phrases(card) {
        html.element("p") { html in
          html.text("\(phrase.words): ")
          html.time(phrase.span.lowerBound, dates: dates, isLong: true)
          if phrase.span.lowerBound != phrase.span.upperBound {
            html.text(" to ")
            html.time(phrase.span.upperBound, dates: dates, isLong: true)
          }
        }
      }
      let calendars = timeline.hasCalendars ? card.calendarNames : []
      if !calendars.isEmpty { html.element("p") { $0.calendars(calendars) } }
      let count = card.count
      let events = card.events(upTo: ProblemSection.maximumListed)
      guard count > 1, !events.isEmpty else { return }
      html.element("details") { html in
        html.element(
          "summary",
          text: events.count < count ? "The first \(events.count) dates" : "All dates")
        html.element("ul") { html in
          for (event, series) in events {
            html.element("li") { html in
              html.time(event.at, dates: dates)
              if let title = event.title {
                html.text(" ")
                html.isolated(title)
              }
              if event.outcome != .missed, event.outcome != .unrenewed {
                html.text(" (\(event.outcome.words)")
                if let seenAt = event.seenAt { html.text(", \(dates.short(seenAt))") }
                html.text(")")
              }
              if calendars.count > 1, !series.calendarName.isEmpty {
                html.text(" · ")
                html.isolated(series.calendarName)
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
  private func phrases(_ card: TitleGroup) -> [Phrase] {
    func phrase(alerts: FireOutcome, repeats: FireOutcome, more: String) -> Phrase? {
      guard let span = card.span(alerts, repeats) else { return nil }
      let parts =
        (card.count(alerts) > 0 ? [Amounts.alerts(card.count(alerts))] : [])
        + (card.count(repeats) > 0 ? [EnglishNames.count(card.count(repeats), "repeat")] : [])
      return (parts.joined(separator: " and ") + " missed" + more, span)
    }
    let unopened = " if you don’t open the app"
    return [
      phrase(alerts: .missed, repeats: .missedRepeat, more: ""),
      card.span(.tooLate).map { ("\(Amounts.alerts(card.count(.tooLate))) seen too late", $0) },
      phrase(alerts: .unrenewed, repeats: .unrenewedRepeat, more: unopened),
      card.span(.unexpected, .overstaying).map {
        (
          EnglishNames.count(card.count(.unexpected, .overstaying), "unexpected alert")
            + (condition == .unlessRenewed ? unopened : ""), $0
        )
      },
    ].compactMap { $0 }
  }
}

extension Timeline {
  /// Whether an instant precedes each renewal that the plan assumes.
  ///
  /// If the openings are known, all fires are final.
  func isBeforeRenewal(_ instant: Instant) -> Bool {
    guard case .within = renewals else { return true }
    return instant < plan.renewal
  }
}
