import CivilTime
import ReminderCompiler

/// What a plan promises, in sentences for somebody who has never seen one.
struct Promise {
  private let chronicle: Chronicle
  private let dates: PageDate
  private let words: Amounts

  /// Puts a plan's promise into words.
  init(_ chronicle: Chronicle, _ dates: PageDate) {
    self.chronicle = chronicle
    self.dates = dates
    words = Amounts(chronicle)
  }

  /// Whether all comes as it is asked for, as long as the plan has to hold.
  var isKept: Bool {
    guard words.missed == 0, words.missedRepeats == 0, chronicle.count(.unasked) == 0,
      tooLate == 0
    else { return false }
    guard case .within = chronicle.renewals else { return chronicle.verdict.spurious == 0 }
    return chronicle.verdict.exactUntil.map { $0 >= chronicle.plan.renewal } ?? true
  }

  /// What the page is called.
  var title: String {
    words.missed > 0
      ? "\(Amounts.alerts(words.missed)) missed"
      : tooLate > 0
        ? "\(Amounts.alerts(tooLate)) seen too late" : isKept ? "Nothing is missed" : "Look here"
  }

  /// Writes the promise, and what it rests on.
  func write(_ remarks: [String], to html: inout HTMLWriter) {
    html.element("p", ["class": isKept ? "verdict kept" : "verdict broken"]) { html in
      html.element(
        "span", ["class": "sign", "aria-hidden": "true"], text: isKept ? "✓" : "!")
      html.text(isKept ? "All is well" : "Look here")
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

  /// What is missed, first of all.
  private func headline(_ html: inout HTMLWriter) {
    let missed =
      words.missed > 0
      ? "\(Amounts.alerts(words.missed)) \(Amounts.are(words.missed)) missed"
      : words.missedRepeats > 0
        ? "No first alert, but \(EnglishNames.count(words.missedRepeats, "repeat")) "
          + "\(Amounts.are(words.missedRepeats)) missed"
        : "Nothing is missed"
    html.text(missed)
    switch chronicle.renewals {
    case .within:
      html.text(" before you open the app by ")
      html.time(chronicle.plan.renewal, dates, isLong: true)
    case .openings(let openings) where openings.isEmpty:
      html.text(" if you never open the app again, up to ")
      html.time(end, dates, isLong: true)
    case .openings(let openings):
      html.text(" with the app opened \(EnglishNames.count(openings.count, "time")), up to ")
      html.time(end, dates, isLong: true)
    }
    html.text(".")
    if tooLate > 0 {
      html.text(" \(Amounts.alerts(tooLate)) \(Amounts.are(tooLate)) seen too late.")
    }
  }

  /// Up to when it is exact, and what comes then.
  private func reach(_ html: inout HTMLWriter) {
    html.text("Every alert comes in its second, and no other, ")
    if let until = chronicle.verdict.exactUntil {
      html.text("until ")
      html.time(until, dates, isLong: true)
    } else {
      html.text("to the end of what was looked at, ")
      html.time(end, dates, isLong: true)
    }
    if let until = chronicle.verdict.repeatsUntil, until < chronicle.verdict.exactUntil ?? end {
      html.text("; repeats until ")
      html.time(until, dates)
    }
    html.text(". ")
    guard case .within = chronicle.renewals else { return }
    if words.later > 0 {
      html.text(
        "If you don’t open the app by then, \(Amounts.alerts(words.later)) of "
          + "\(EnglishNames.count(words.laterReminders, "reminder")) "
          + "\(Amounts.are(words.later)) left out after that.")
    } else if words.missed == 0 {
      html.text("Nothing is left out.")
    }
  }

  private var tooLate: Int { chronicle.delays?.tooLate ?? 0 }

  private var end: Instant { chronicle.cut ?? chronicle.plan.horizonEnd }

  private var others: [String] {
    var sentences: [String] = []
    let (unasked, overstaying) = (chronicle.count(.unasked), chronicle.count(.overstaying))
    if unasked > 0 {
      sentences.append("\(Amounts.alerts(unasked)) \(Amounts.come(unasked)) though nobody asked.")
    }
    if overstaying > 0 {
      sentences.append(
        "\(Amounts.alerts(overstaying)) \(Amounts.come(overstaying)) though nobody asked, where "
          + "the app isn’t opened in time to take away what rings.")
    }
    if let delays = chronicle.delays, delays.delayed > 0 {
      let late = delays.tooLate > 0 ? ", \(delays.tooLate) of them too late" : ", none too late"
      sentences.append(
        "\(Amounts.alerts(delays.delayed)) \(Amounts.are(delays.delayed)) seen later than "
          + "\(delays.delayed == 1 ? "it comes" : "they come")\(late).")
    }
    if words.dueNow > 0 {
      sentences.append(
        "\(Amounts.alerts(words.dueNow)) \(Amounts.are(words.dueNow)) due at this very moment: "
          + "the app has to show \(words.dueNow == 1 ? "it" : "them") itself.")
    }
    if let cut = chronicle.cut {
      sentences.append("There is more than can be played from \(dates.long(cut)) on.")
    }
    return sentences
  }

  private var facts: [(String, String)] {
    let plan = chronicle.plan
    var facts = [("Asked for", Amounts.alerts(words.asked))]
    facts.append(("On the clock of", dates.zone.identifier))
    facts.append(("Slots used", "\(plan.requests.count) of \(plan.limit)"))
    facts.append(
      (
        "Exact until",
        chronicle.verdict.exactUntil.map(dates.short) ?? "the end, \(dates.short(end))"
      ))
    if let renewBy = chronicle.renewBy { facts.append(("Renew by", dates.short(renewBy))) }
    if chronicle.verdict.echoes > 0 { facts.append(("Echoes", "\(chronicle.verdict.echoes)")) }
    if let delays = chronicle.delays {
      facts.append(("Seen later", "\(delays.delayed), \(delays.tooLate) too late"))
    }
    if plan.ruledOut > 0 {
      facts.append(("Left out by rules", EnglishNames.count(plan.ruledOut, "reminder")))
    }
    return facts
  }
}
