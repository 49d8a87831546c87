public import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlanning
import ReminderPlans
import TextSafety

/// An explanation as text for users.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let explanation = Compilation(of: [standUp], options).explanation()
/// let text = ExplanationText(explanation, zone: options.deviceZone).text
/// print(text.split(separator: "\n")[0])  // Stand-up [standup@example.org] alarm 0
/// ```
public struct ExplanationText {
  private let explanation: Explanation
  private let zone: Zone
  private let zoneData: String
  /// The requests and the dropped fires by reminder, because a plan can have a hundred thousand.
  private let requests: [Reminder.ID: [Plan.Request]]
  private let dropped: [Reminder.ID: [DroppedFires]]

  /// Makes the text of an explanation.
  ///
  /// - Parameters:
  ///   - explanation: The explanation.
  ///   - zone: The time zone of local times.
  ///   - zones: The time zone data in use. The text includes its version.
  public init(
    _ explanation: Explanation, zone: Zone, zones: ZoneDatabase = ZoneDatabase()
  ) {
    self.explanation = explanation
    self.zone = zone
    zoneData = zones.dataDescription
    var requests: [Reminder.ID: [Plan.Request]] = [:]
    for request in explanation.plan.requests {
      if let reminder = request.reminder { requests[reminder, default: []].append(request) }
    }
    self.requests = requests
    dropped = Dictionary(grouping: explanation.plan.dropped, by: \.reminder)
  }

  /// The text: a paragraph for each reminder, the time zone data, the plan in one line, then what
  /// quiet hours and the layer cost.
  public var text: String {
    explanation.reminders.map(paragraph).joined() + leftOut + others
      + "time zone data: \(zoneData)\n"
      + PlanSummary(explanation.plan, zone: zone).text
      + explanation.costs.map { "\($0)\n" }.joined()
  }

  private var others: String {
    let requests = explanation.plan.requests.filter { $0.reminder == nil }
    let lines = requests.map { request in
      let uid = request.uid.map { " [\(TerminalText.oneLine($0))]" } ?? ""
      return "\(TerminalText.oneLine(request.content.title))\(uid)\n  rank \(request.rank): "
        + "\(TriggerPhrase(request)), the next \(local(request.nextFire))\n\n"
    }
    return lines.joined()
  }

  private var leftOut: String {
    explanation.leftOut.map { reminder in
      heading(reminder.title, id: reminder.id) + "\n  left out by "
        + TerminalText.oneLine(reminder.options.joined(separator: ", ")) + "\n\n"
    }.joined()
  }

  private func local(_ instant: Instant) -> String { "\(LocalTime(instant, in: zone))" }

  private func heading(_ title: String, id: Reminder.ID) -> String {
    let title = title.isEmpty ? "(no title)" : TerminalText.oneLine(title)
    return "\(title) [\(TerminalText.oneLine(id.uid))] alarm \(id.alarm)"
  }

  private func paragraph(_ reminder: ReminderExplanation) -> String {
    var lines = [
      heading(reminder.title, id: reminder.id),
      "  series: \(TerminalText.oneLine(reminder.series))", "  alarm: \(reminder.alarm)",
    ]
    if !reminder.rules.isEmpty {
      lines.append("  rules: \(TerminalText.oneLine(reminder.rules.joined(separator: ", ")))")
    }
    lines += reminder.quietHoursEffect.phrases.map { "  quiet hours: \($0)" }
    if let phrase = reminder.quietHoursEffect.silencePhrase { lines.append("  \(phrase)") }
    switch reminder.equalFireCount {
    case 0:
      if reminder.groups.isEmpty { lines.append("  nothing is due before the horizon") }
    case 1:
      lines.append("  1 alert is identical to another one at the same instant and rings with it")
    case let count:
      lines.append(
        "  \(count) alerts are identical to others at the same instant and ring with them")
    }
    for group in reminder.groups { lines += self.lines(group) }
    for dropped in dropped[reminder.id] ?? [] {
      lines.append(
        "  left out (\(dropped.reason.rawValue)): \(dropped.count) from \(local(dropped.first))")
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private func lines(_ explained: GroupExplanation) -> [String] {
    let group = explained.group
    let requests = (requests[group.reminder] ?? []).filter {
      $0.repetition == group.repetition && $0.reminderContent == group.content
    }
    let name = group.repetition == 0 ? "first alerts" : "repeat \(group.repetition)"
    var lines = [
      "  \(name): \(group.instants.count) before the horizon, the next \(local(group.instants[0]))"
    ]
    let used = Set(requests.compactMap(\.trigger.calendar?.pattern))
    for (fire, patterns) in explained.considered {
      let own =
        group.isFloating || explanation.plan.layer.alwaysFloats ? zone : group.zone.triggerZone
      // Fires are in the device's time, so the text names another zone.
      let clock = own == zone ? "" : " (times of day in \(own.identifier))"
      lines.append("    repeating triggers for \(local(fire))\(clock):")
      lines += patterns.map {
        "      " + considered($0, isUsed: used.contains($0.pattern), isServed: !requests.isEmpty)
      }
    }
    if group.varies {
      lines.append("    the text differs between alerts: each is a one-shot")
    } else if !explanation.plan.layer.repeats {
      lines.append("    \(explanation.plan.layer.name) repeats nothing: each alert is a one-shot")
    } else if !explained.canRepeat, !requests.contains(where: \.trigger.repeats) {
      lines.append("    no repeating trigger is exact: each alert is a one-shot")
    }
    lines += explained.counterexamples.map {
      "    rejected by simulation: \(TriggerPhrase($0.trigger.pattern)) would fire "
        + "unexpectedly \(local($0.unexpected))"
    }
    lines += chosen(requests)
    lines += travel(requests, isFloating: group.isFloating)
    lines += otherNumbers(explained, slots: requests.count)
    let end = explanation.plan.horizonEnd
    let better = explained.considered.flatMap(\.patterns).first { considered in
      considered.isOffered && considered.reliableUntil == nil
        && !used.contains(considered.pattern) && considered.exactFrom.map { $0 < end } ?? false
    }
    if let better, let from = better.exactFrom {
      lines.append(
        "    a renewal after \(local(from)) can use: \(TriggerPhrase(better.pattern))")
    }
    return lines
  }

  private func considered(_ considered: ExplainedPattern, isUsed: Bool, isServed: Bool) -> String {
    let phrase = "\(TriggerPhrase(considered.pattern)): "
    if isUsed { return phrase + "chosen" }
    guard considered.isOffered else {
      let layer = explanation.plan.layer
      return phrase
        + (layer.needsFullMinute(considered.pattern)
          ? "\(layer.name) repeats at full minutes only" : "\(layer.name) can't repeat it")
    }
    if let until = considered.reliableUntil,
      considered.firstUnexpected.map({ until < $0 }) ?? true
    {
      return phrase + "not safe from \(local(until)), because a clock change touches its time"
    }
    guard let unexpected = considered.firstUnexpected else {
      return phrase + (isServed ? "exact, not needed" : "exact, no slot left")
    }
    return phrase + "would fire unexpectedly \(local(unexpected))"
  }

  private func named(_ echoes: [Instant]) -> [String] {
    guard let first = echoes.first, let last = echoes.last else { return [] }
    return [
      echoes.count == 1
        ? "        fires once more \(local(first)), an echo"
        : "        fires \(echoes.count) times more from \(local(first)) to \(local(last)), echoes"
    ]
  }

  /// Returns a line about the result of fewer and more slots for the group alone.
  ///
  /// It is empty for repeats, which count only with their first alerts.
  private func otherNumbers(_ explained: GroupExplanation, slots: Int) -> [String] {
    guard explained.group.repetition == 0 else { return [] }
    let benefits = explained.search.benefits(around: slots)
    guard benefits.count > 1 else { return [] }
    let parts = benefits.map { number, benefit -> String in
      let missed = benefit.missed
      return "\(number): "
        + (missed > 0
          ? "\(missed) missed before the next renewal"
          : benefit.exactUntil.map { "exact until \(local($0))" } ?? "exact to the horizon")
    }
    return ["    by number of slots: \(parts.joined(separator: "; "))"]
  }

  private func badges(_ requests: [Plan.Request]) -> String {
    let badges = requests.compactMap(\.content.badge)
    guard let least = badges.min(), let most = badges.max() else { return "" }
    return least == most ? ", badge \(least)" : ", badge \(least) to \(most)"
  }

  /// Returns a line about a device in another time zone; empty for a reminder that names a zone.
  private func travel(_ requests: [Plan.Request], isFloating: Bool) -> [String] {
    guard isFloating, !requests.isEmpty else { return [] }
    let following = requests.count { $0.trigger.calendar?.zone == .floating }
    let zone = self.zone.identifier
    switch following {
    case requests.count: return ["    in another time zone: the same local times"]
    case 0: return ["    in another time zone: the times of \(zone), until the next renewal"]
    default:
      return [
        "    in another time zone: \(following) of \(requests.count) requests have the same local "
          + "times, the others those of \(zone) until the next renewal"
      ]
    }
  }

  private func chosen(_ requests: [Plan.Request]) -> [String] {
    let repeating = requests.filter(\.trigger.repeats)
    let singles = requests.filter { !$0.trigger.repeats }
    guard !requests.isEmpty else { return ["    chosen: nothing, 0 slots"] }
    var lines = [
      "    chosen: \(repeating.count) repeating and \(EnglishNames.count(singles.count, "one-shot")), "
        + EnglishNames.count(requests.count, "slot")
    ]
    for request in repeating {
      lines.append(
        "      rank \(request.rank): \(TriggerPhrase(request)), provenUntil "
          + "\(request.provenUntil.map(\.description) ?? "-")"
          + (request.removeBy.map { ", removeBy \($0)" } ?? "") + badges([request]))
      lines += named(request.echoes)
    }
    if let first = singles.map(\.nextFire).min(), let last = singles.map(\.nextFire).max(),
      let top = singles.map(\.rank).min(), let bottom = singles.map(\.rank).max()
    {
      // Repeating triggers may have ranks in between.
      let share = singles.count == bottom - top + 1 ? "" : "\(singles.count) of "
      lines.append(
        singles.count == 1
          ? "      rank \(top): once, at \(local(first))" + badges(singles)
          : "      \(share)ranks \(top) to \(bottom): once, from \(local(first)) to \(local(last))"
            + badges(singles))
    }
    return lines
  }
}
