package import CivilTime
package import ICalendar
import NotificationTriggers

/// A device that keeps a number of notification requests: UserNotifications' pending requests.
package struct NotificationTarget: Target {
  /// What the device keeps, and what calendars are asked for: the nearest that there is.
  package var device: NotificationOptions
  /// What the device's options can't be.
  package let diagnostics: [Diagnostic]
  /// How far proofs reach.
  let range: ProofRange

  /// What calendars are asked for.
  package var options: CompilerOptions { device.compiler }

  /// Makes a target of options.
  package init(_ options: NotificationOptions) {
    device = options.corrected
    diagnostics = options.deviceFaults
    range = ProofRange(device.compiler)
  }

  /// Lowers reminders to triggers that are proven one by one.
  package func candidates(for reminders: [Reminder]) -> [LoweredReminder] {
    reminders.map(Lowering(device, range).lower)
  }

  /// Selects by what is missed before the next renewal, and then by how far the plan reaches.
  package func select(
    _ candidates: [LoweredReminder], of expansion: Expansion
  ) -> RequestSelection {
    RequestSelector(device).select(
      candidates, overdue: device.overdueNag.map(expansion.overdue) ?? [])
  }

  /// Assembles the triggers of each group of fires, each under a name of its own.
  package func assemble(_ selection: RequestSelection) -> Assembly<ProvenTrigger> {
    var identifiers = UniqueIdentifiers()
    var answers: [Answer<ProvenTrigger>] = []
    for reminder in selection.reminders {
      let lowered = reminder.lowered
      for (index, own) in lowered.groups.enumerated() {
        // Of two requests with one identifier a device keeps one, so the plan has one.
        let requests = reminder.requests.filter {
          $0.group == index
            && identifiers.insert(
              own.group.identifier(form: $0.proven.form), at: lowered.location, uid: lowered.id.uid)
        }
        answers.append(Answer(to: [own.group], requests.map(\.proven)))
      }
      answers += lowered.excess.map { Answer(to: [$0], []) }
    }
    return Assembly(answers, identifiers.diagnostics)
  }

  /// When the system shows a request.
  package func fires(
    of request: ProvenTrigger, after start: Instant, before end: Instant
  ) -> [Instant] {
    Array(request.trigger.fires(addedAt: start, until: end, deviceZone: options.deviceZone))
  }

  /// When an app has to take a request away.
  package func removeBy(_ request: ProvenTrigger) -> Instant? { request.removeBy }
}
