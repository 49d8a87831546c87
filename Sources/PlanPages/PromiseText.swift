import CivilTime
import NotificationTriggers
import ReminderCompiler

/// The verdict on a plan, in sentences for users who have never seen one.
struct PromiseText {
  private let timeline: Timeline
  private let refused: Int
  private let dates: PageDate
  private let words: Amounts

  /// Makes the verdict on a plan, with the number of rejected parts of calendars.
  init(_ timeline: Timeline, refused: Int, dates: PageDate) {
    self.timeline = timeline
    self.refused = refused
    self.dates = dates
    words = Amounts(timeline)
  }

  /// Whether all reminders are correct until the next renewal.
  var isKept: Bool {
    words.missed == 0 && words.missedRepeats == 0 && !isUnexpectedSoon && tooLate == 0
      && words.dueNow == 0 && refused == 0
  }

  /// The title of the page.
  var title: String {
    words.missed > 0
      ? "\(Amounts.alerts(words.missed)) missed"
      : tooLate > 0
        ? "\(Amounts.alerts(tooLate)) seen too late"
        : !isKept ? "Needs attention" : isEmpty ? "No reminder is due" : "Nothing is missed"
  }

  /// Writes the verdict and the main facts.
  func write(_ remarks: [String], to html: inout HTMLWriter) {
    html.element("p", ["class": isKept ? "verdict kept" : "verdict broken"]) { html in
      html.element(
        "span", ["class": "sign", "aria-hidden": "true"], text: isKept ? "✓" : "!")
      html.text(!isKept ? "Needs attention" : isEmpty ? "No reminders" : "All is well")
    }
    html.element("h1") { headline(&$0) }
    html.element("p", ["class": "lead"]) { reach(&$0) }
    for sentence in others + remarks.map({ "\($0.prefix(1).uppercased())\($0.dropFirst())." }) {
      html.element("p", text: sentence)
    }
    html.element("dl", ["class": "facts"]) { html in
      for (name, value) in facts {
        html.element("div") { html in
          html.element("dt", text: name)
          html.element("dd", text: value)
        }
      }
    }
  }

  /// Writes the heading: the missed alerts and the condition.
  private func headline(_ html: inout HTMLWriter) {
    let parts =
      (words.missed > 0 ? [Amounts.alerts(words.missed)] : [])
      + (words.missedRepeats > 0 ? [EnglishNames.count(words.missedRepeats, "repeat")] : [])
    html.text(
      isEmpty
        ? "No reminder is due"
        : parts.isEmpty
          ? "Nothing is missed"
          : "\(parts.joined(separator: " and ")) "
            + "\(Amounts.are(words.missed + words.missedRepeats)) missed")
    if isUnexpectedSoon {
      html.text(", \(parts.isEmpty ? "but" : "and") something rings unexpectedly")
    }
    switch timeline.renewals {
    case .within where isEmpty || timeline.plan.renewal >= timeline.plan.horizonEnd:
      html.text(" up to ")
      html.time(end, dates: dates, isLong: true)
    case .within:
      html.text(parts.isEmpty && !isUnexpectedSoon ? " if" : ", even if")
      html.text(" you open the app by ")
      html.time(timeline.plan.renewal, dates: dates, isLong: true)
    case .openings(let openings) where openings.isEmpty:
      html.text(" if you never open the app again, up to ")
      html.time(end, dates: dates, isLong: true)
    case .openings(let openings):
      html.text(" with the app opened \(EnglishNames.count(openings.count, "time")), up to ")
      html.time(end, dates: dates, isLong: true)
    }
    html.text(".")
    if tooLate > 0 {
      html.text(" \(Amounts.alerts(tooLate)) \(Amounts.are(tooLate)) seen too late.")
    }
  }

  /// Explains the two dates: when to open the app, and until when the plan is exact.
  private func reach(_ html: inout HTMLWriter) {
    guard !isEmpty else {
      html.text("The calendars don’t have a reminder in this time.")
      return
    }
    let exactUntil = timeline.verdict.exactUntil
    if case .within = timeline.renewals {
      html.text("This plan assumes that you open the app by ")
      html.time(timeline.plan.renewal, dates: dates, isLong: true)
      html.text("; the app then makes a new one. ")
    }
    html.text("This plan is exact until ")
    if exactUntil == nil { html.text("its end, ") }
    html.time(exactUntil ?? end, dates: dates, isLong: true)
    html.text(": every first alert rings on time, to the second, and nothing else rings. ")
    if let until = timeline.verdict.repeatsUntil, until < exactUntil ?? end {
      html.text("Repeats are exact until ")
      html.time(until, dates: dates)
      html.text(". ")
    }
    guard case .within = timeline.renewals else { return }
    if let until = timeline.renewBy, until < timeline.plan.renewal {
      html.text("Open the app earlier than planned, by ")
      html.time(until, dates: dates)
      html.text(". ")
    }
    if words.later > 0 {
      html.text(
        "If you don’t open the app by then, \(Amounts.alerts(words.later)) of "
          + "\(EnglishNames.count(words.laterReminders, "reminder")) "
          + "\(Amounts.are(words.later)) missed.")
    } else if words.missed + words.missedRepeats + words.dueNow + refused == 0 {
      html.text("No alert is left out.")
    }
  }

  /// Whether there are neither expected nor unexpected alerts.
  private var isEmpty: Bool { timeline.series.isEmpty }

  /// The first unexpected alert; nil without one.
  private var firstUnexpected: Instant? {
    timeline.series.compactMap { $0.span(.unexpected, .overstaying)?.lowerBound }.min()
  }

  /// Whether an unexpected alert rings before the next renewal.
  private var isUnexpectedSoon: Bool {
    firstUnexpected.map(timeline.isBeforeRenewal) ?? false
  }

  /// The number of expected alerts that are seen later than they ring.
  private var waiting: Int { timeline.count(.delayed) + tooLate }

  private var tooLate: Int { timeline.count(.tooLate) }

  private var end: Instant { timeline.cut ?? timeline.plan.horizonEnd }

  private var others: [String] {
    var sentences: [String] = []
    if refused > 0 {
      sentences.append(
        "\(EnglishNames.count(refused, "part")) of the calendars \(refused == 1 ? "was" : "were") "
          + "rejected and \(refused == 1 ? "is" : "are") missing here; see the problems below.")
    }
    let unexpected = timeline.count(.unexpected) + timeline.count(.overstaying)
    if let firstUnexpected {
      let condition =
        if case .within = timeline.renewals { " unless you open the app before then" } else { "" }
      sentences.append(
        "\(EnglishNames.count(unexpected, "unexpected alert")) \(unexpected == 1 ? "rings" : "ring") "
          + "from \(dates.long(firstUnexpected)) on\(condition).")
    }
    if waiting > 0 {
      sentences.append(
        "\(Amounts.alerts(waiting)) \(waiting == 1 ? "waits" : "wait") for the end of a Focus or for "
          + "the scheduled summary; \(tooLate) of them \(Amounts.are(tooLate)) seen too late."
          + (timeline.delays?.levelInTime.map {
            " With the level \($0.hyphenatedName), \(tooLate == 1 ? "it" : "they") would be seen in "
              + "time."
          } ?? ""))
    }
    if words.dueNow > 0 {
      sentences.append(
        "\(Amounts.alerts(words.dueNow)) \(Amounts.are(words.dueNow)) due at the instant of the "
          + "plan, too late for a trigger. The app must show \(words.dueNow == 1 ? "it" : "them").")
    }
    if let cut = timeline.cut {
      sentences.append("Too many alerts: the simulation ends at \(dates.long(cut)).")
    }
    return sentences
  }

  private var facts: [(String, String)] {
    let plan = timeline.plan
    var facts = [("Expected", Amounts.alerts(words.expected))]
    facts.append(("Time zone", dates.zone.identifier))
    facts.append(("Slots used", "\(plan.requests.count) of \(plan.limit)"))
    if case .within = timeline.renewals {
      facts.append(("Open the app by", dates.short(plan.renewal)))
    }
    facts.append(
      (
        "Exact until",
        timeline.verdict.exactUntil.map(dates.short) ?? "the end, \(dates.short(end))"
      ))
    if timeline.verdict.echoes > 0 {
      facts.append(("Ring twice", Amounts.alerts(timeline.verdict.echoes)))
    }
    if timeline.delays != nil {
      facts.append(("Seen later", "\(Amounts.alerts(waiting)), \(tooLate) of them too late"))
    }
    if plan.ruledOut > 0 {
      facts.append(("Left out by rules", EnglishNames.count(plan.ruledOut, "reminder")))
    }
    return facts
  }
}

/// The numbers of expected and missed alerts.
struct Amounts {
  /// The expected alerts.
  let expected: Int
  /// First alerts that are missed even if the plan is renewed.
  let missed: Int
  /// Repeats that are missed even if the plan is renewed.
  let missedRepeats: Int
  /// Alerts that are missed only if the plan is not renewed.
  let later: Int
  /// The number of reminders with such alerts.
  let laterReminders: Int
  /// Alerts that are due at the instant of the plan.
  let dueNow: Int

  init(_ timeline: Timeline) {
    let plan = timeline.plan
    let dropped = plan.dropped.filter { $0.reason != .dueNow }
    expected = plan.fireCount
    dueNow = plan.dropped.filter { $0.reason == .dueNow }.reduce(0) { $0 + $1.count }
    guard case .within = timeline.renewals else {
      (missed, missedRepeats) = (timeline.verdict.missedFirst, timeline.verdict.missedRepeats)
      (later, laterReminders) = (0, 0)
      return
    }
    func soon(_ reason: DroppedFires.Reason) -> Int {
      dropped.filter { $0.reason == reason }.reduce(0) { $0 + $1.countBeforeRenewal }
    }
    missed = soon(.limit)
    missedRepeats = soon(.repeatLimit)
    let late = dropped.filter { $0.count > $0.countBeforeRenewal }
    later = late.reduce(0) { $0 + $1.count - $1.countBeforeRenewal }
    laterReminders = Set(late.map(\.reminder)).count
  }

  /// `1 alert`, `3 alerts`.
  static func alerts(_ number: Int) -> String { EnglishNames.count(number, "alert") }

  /// `is`, `are`.
  static func are(_ number: Int) -> String { number == 1 ? "is" : "are" }
}
