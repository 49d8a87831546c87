package import CivilTime
package import ICalendar
import NotificationTriggers
package import WorkSharing

/// A device that keeps a limited number of pending notification requests (UserNotifications).
package struct NotificationTarget: Target {
  /// The options, with invalid values replaced by the nearest valid ones.
  package var device: NotificationOptions
  /// The diagnostics for invalid device options.
  package private(set) var diagnostics: [Diagnostic]
  package let range: ProofRange

  /// Makes a target from options, which it corrects if necessary.
  package init(_ options: NotificationOptions) {
    device = options.corrected
    diagnostics = options.deviceFaults
    range = ProofRange(device.compiler)
  }

  /// Makes a target for the reminders of an expansion.
  ///
  /// The search for the best use of many slots takes too long for many reminders, so they get as many
  /// as an Apple system can have.
  init(_ options: NotificationOptions, for expansion: Expansion) {
    self.init(options)
    let most = NotificationOptions.largestLimit
    let slots = device.slots
    guard slots > most, expansion.reminderCount > NotificationTarget.mostReminders else { return }
    diagnostics.append(
      Diagnostic(.slotsLimited(to: most, of: slots, reminders: expansion.reminderCount)))
    device.reserve += slots - most
  }

  /// The most reminders among which more than 128 slots are allocated.
  private static let mostReminders = 1_000

  package var options: CompilerOptions { device.compiler }

  var roomier: NotificationTarget {
    var roomier = self
    roomier.device.limit += 1
    return roomier
  }
}

extension NotificationTarget {
  package func lowering(
    of expansion: Expansion
  ) -> @Sendable ([Reminder]) -> [LoweredReminder] {
    let lowering = Lowering(device, range, LoweringScope(of: expansion, device))
    return { lowering.lower(seriesOf: $0) }
  }

  /// Selects requests: first by the fires missed before the next renewal, then by how long the plan
  /// is exact.
  package func select(
    _ lowered: [LoweredReminder], of expansion: Expansion, _ workers: Workers
  ) -> RequestSelection {
    RequestSelector(device).select(
      lowered, overdue: device.overdueNag.map(expansion.overdue) ?? [])
  }

  package func assemble(_ selection: RequestSelection) -> Assembly<ProvenTrigger> {
    var identifiers = IdentifierCheck(on: device.layer)
    var answers: [Answer<ProvenTrigger>] = []
    for reminder in selection.reminders {
      let lowered = reminder.lowered
      for (index, own) in lowered.groups.enumerated() {
        // A device keeps one request for each identifier, so a duplicate is dropped from the plan.
        let requests = (reminder.covers[index]?.triggers(for: own, device) ?? []).filter {
          identifiers.insert(
            own.group.identifier(of: $0), at: lowered.location, uid: lowered.id.uid)
        }
        answers.append(Answer(to: [own.group], requests))
      }
      answers += lowered.excess.map { Answer(to: [$0], []) }
    }
    return Assembly(answers, identifiers.diagnostics)
  }

  package func fires(
    of request: ProvenTrigger, after start: Instant, before end: Instant
  ) -> [Instant] {
    request.fires(after: start, before: end, deviceZone: options.deviceZone)
  }

  package func removeBy(_ request: ProvenTrigger) -> Instant? { request.removeBy }
}

extension Finding {
  package static func slotsLimited(to count: Int, of limit: Int, reminders: Int) -> Finding {
    Finding(
      "slots-limited", .note,
      message: "\(reminders) reminders share \(count) of the \(limit) slots; the best use of more "
        + "slots takes too long to find")
  }
}
