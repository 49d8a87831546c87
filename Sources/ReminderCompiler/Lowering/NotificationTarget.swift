package import CivilTime
package import ICalendar
import NotificationTriggers
package import WorkSharing

/// A system that keeps a number of requests, each with a calendar trigger.
///
/// A target of its own says what the system can be asked for, in the ``NotificationOptions`` that
/// it is made of, and what is emitted; the stages before are here.
package protocol TriggerTarget: Target
where Lowered == LoweredReminder, Selection == RequestSelection, Request == ProvenTrigger {
  /// What the device can be asked for and keeps, and what calendars are asked for.
  var device: NotificationOptions { get }
  /// How far proofs reach.
  var range: ProofRange { get }
}

extension TriggerTarget {
  /// What calendars are asked for.
  package var options: CompilerOptions { device.compiler }

  /// Lowers reminders to triggers that are proven one by one.
  package func lowering(
    of expansion: Expansion
  ) -> @Sendable ([Reminder]) -> [LoweredReminder] {
    let lowering = Lowering(device, range, LoweringScope(of: expansion, device))
    return { lowering.lower(seriesOf: $0) }
  }

  /// Selects by what is missed before the next renewal, and then by how far the plan is exact.
  package func select(
    _ lowered: [LoweredReminder], of expansion: Expansion, _ workers: Workers
  ) -> RequestSelection {
    RequestSelector(device).select(
      lowered, overdue: device.overdueNag.map(expansion.overdue) ?? [])
  }

  /// Assembles the triggers of each group of fires, each under a name of its own.
  package func assemble(_ selection: RequestSelection) -> Assembly<ProvenTrigger> {
    var identifiers = UniqueIdentifiers()
    var answers: [Answer<ProvenTrigger>] = []
    for reminder in selection.reminders {
      let lowered = reminder.lowered
      for (index, own) in lowered.groups.enumerated() {
        // Of two requests with one identifier a device keeps one, so the plan has one.
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

  /// When the system shows a request.
  package func fires(
    of request: ProvenTrigger, after start: Instant, before end: Instant
  ) -> [Instant] {
    Array(request.trigger.fires(addedAt: start, until: end, deviceZone: options.deviceZone))
  }

  /// When an app has to take a request away.
  package func removeBy(_ request: ProvenTrigger) -> Instant? { request.removeBy }
}

/// A device that keeps a number of notification requests: UserNotifications' pending requests.
package struct NotificationTarget: TriggerTarget {
  /// What the device keeps, and what calendars are asked for: the nearest that there is.
  package var device: NotificationOptions
  /// What the device's options can't be.
  package let diagnostics: [Diagnostic]
  /// How far proofs reach.
  package let range: ProofRange

  /// Makes a target of options.
  package init(_ options: NotificationOptions) {
    device = options.corrected
    diagnostics = options.deviceFaults
    range = ProofRange(device.compiler)
  }

  /// The same device with a slot more.
  var roomier: NotificationTarget {
    var roomier = self
    roomier.device.limit += 1
    return roomier
  }
}
