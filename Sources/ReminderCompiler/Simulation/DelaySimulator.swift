import CivilTime
package import ICalendar
package import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlans

/// Determines when users see fires, and whether that is in time for the event.
struct DelaySimulator {
  let expansion: Expansion
  let controls: SystemControls
  let itinerary: Itinerary

  func present(_ fires: inout [ListedFire], request: (Int) -> Plan.Request) -> Delays {
    var delays = Delays()
    var delayed: [Reminder.ID: [Int]] = [:]
    for place in fires.indices {
      let request = request(place)
      let presentation = controls.presentation(
        of: request.content.interruptionLevel, at: fires[place].at,
        in: itinerary.zone(at: fires[place].at))
      fires[place].presentation = presentation
      guard presentation.isDelayed else { continue }
      delays.delayed += 1
      // Requests without an alarm have no event that they could be late for.
      if let reminder = request.reminder { delayed[reminder, default: []].append(place) }
    }
    guard !delayed.isEmpty else { return delays }
    let late = expansion.mapReminders { reminder in
      missed(of: reminder, delayed: delayed[reminder.id] ?? [], fires: fires, request: request)
    }.flatMap { $0 }.sorted { $0.place < $1.place }
    for miss in late {
      fires[miss.place].presentation?.tooLateFor = miss.deadline
      delays.tooLate += 1
      delays.levelInTime = max(
        delays.levelInTime ?? .passive, levelInTime(of: fires[miss.place], deadline: miss.deadline))
    }
    delays.diagnostics = diagnostics(of: late.map { fires[$0.place] }, delays)
    return delays
  }

  private struct Miss {
    let place: Int
    /// The last instant at which the fire would be in time.
    let deadline: Instant
  }

  private func missed(
    of reminder: Reminder, delayed: [Int], fires: [ListedFire],
    request: (Int) -> Plan.Request
  ) -> [Miss] {
    guard !delayed.isEmpty else { return [] }
    var times = ReferenceTimes(reminder.expansion, of: reminder.alarm)
    return delayed.compactMap { place in
      let (fire, reminderContent) = (fires[place], request(place).reminderContent)
      guard let seenAt = fire.presentation?.seenAt else { return nil }
      let first = reminder.fires.partitionPoint { $0.at < fire.at }
      let answered = reminder.fires[first...].prefix { $0.at == fire.at }
        .filter { $0.repetition == fire.repetition }
      let own = answered.filter { reminder.contents[$0.component] == reminderContent }
      // An alarm after its event loses nothing by waiting. If several occurrences share a fire, the
      // earliest deadline counts.
      let deadline = (own.isEmpty ? answered : own)
        .compactMap { times.deadline(of: $0, before: seenAt) }.filter { $0 >= fire.at }.min()
      guard let deadline, deadline < seenAt else { return nil }
      return Miss(place: place, deadline: deadline)
    }
  }

  /// Returns the lowest level with which a fire would be seen in time.
  private func levelInTime(of fire: ListedFire, deadline: Instant) -> InterruptionLevel {
    // No control delays critical notifications.
    InterruptionLevel.allCases.first {
      controls.presentation(of: $0, at: fire.at, in: itinerary.zone(at: fire.at)).seenAt
        <= deadline
    } ?? .critical
  }

  private func diagnostics(of late: [ListedFire], _ delays: Delays) -> [Diagnostic] {
    guard let level = delays.levelInTime else { return [] }
    var named: Set<QuotedTitle> = []
    var phrases: [String] = []
    var hasOthers = false
    for fire in late {
      let title = QuotedTitle(fire.title)
      guard let seen = fire.presentation, named.count < QuotedTitle.maximumNamed,
        named.insert(title).inserted
      else {
        hasOthers = true
        continue
      }
      let zone = itinerary.zone(at: fire.at)
      let phrase = DelayPhrase(fire.at, seenAt: seen.seenAt, tooLateFor: seen.tooLateFor, in: zone)
      phrases.append("\(title) at \(LocalTime(fire.at, in: zone)) \(phrase)")
    }
    let first = phrases.joined(separator: ", ") + (hasOthers ? " and others" : "")
    return [Diagnostic(.seenTooLate(count: delays.tooLate, first: first, level: level))]
  }
}

extension Finding {
  package static func seenTooLate(
    count: Int, first: String, level: InterruptionLevel
  ) -> Finding {
    Finding(
      "seen-too-late", .warning,
      message: (count == 1
        ? "1 reminder is seen too late, after its event: "
        : "\(count) reminders are seen too late, after their events: ")
        + "\(first); level \(level.hyphenatedName) would show \(count == 1 ? "it" : "them") in time"
    )
  }
}
