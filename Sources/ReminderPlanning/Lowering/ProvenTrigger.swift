package import CivilTime
import ICalendar
package import NotificationTriggers
import ReminderExpansion

/// A trigger that simulation proved to fire only as expected.
///
/// Only ``TriggerProver``, ``OneShotProver`` and ``IntervalSearch`` make it, and plans are assembled
/// from it, so every trigger of a plan was simulated.
package struct ProvenTrigger: Sendable {
  package let trigger: NotificationTrigger
  /// The instant from which a time-interval trigger counts; nil for a calendar trigger.
  package let countsFrom: Instant?
  /// Whether it must be removed by the end of its proof.
  private let isRemoved: Bool
  /// The instant before which it never fires unexpectedly.
  package let provenUntil: Instant
  package let nextFire: Instant
  /// The trigger's part of the request identifier: its date components, or the instant of a
  /// one-shot.
  package let form: String

  /// Makes a proven trigger.
  ///
  /// Nothing is checked here. Only code that has simulated the trigger may call it.
  init(
    provingThat trigger: NotificationTrigger, countsFrom: Instant? = nil, provenUntil: Instant,
    isRemoved: Bool = false, nextFire: Instant, form: String
  ) {
    self.trigger = trigger
    self.countsFrom = countsFrom
    self.isRemoved = isRemoved
    self.provenUntil = provenUntil
    self.nextFire = nextFire
    self.form = form
  }
}

extension ProvenTrigger {
  /// The instant by which it must be removed; nil for never.
  package var removeBy: Instant? { isRemoved ? provenUntil : nil }

  /// The date components; nil for a time-interval trigger.
  package var pattern: CalendarPattern? { trigger.calendar?.pattern }

  /// Returns the fires after an instant and before another.
  ///
  /// A calendar trigger is added at `start`. At most the first `limit` fires are searched.
  package func fires(
    after start: Instant, before end: Instant, limit: Int = .max, deviceZone: Zone
  ) -> [Instant] {
    switch trigger {
    case .calendar(let trigger):
      return Array(
        trigger.fires(addedAt: start, until: end, deviceZone: deviceZone).prefix(limit))
    case .timeInterval(let trigger):
      var fires: [Instant] = []
      var last = start
      while fires.count < limit,
        let fire = trigger.nextFire(after: last, addedAt: countsFrom ?? start), fire < end
      {
        fires.append(fire)
        last = fire
      }
      return fires
    }
  }

  /// The day up to which it is proven, as days since 1970.
  var provenDays: Int { provenUntil.secondsSince1970 / 86_400 }

  /// Returns the trigger with a removal before the end of its proof.
  ///
  /// - Parameter removal: The instant of removal, at most ``provenUntil``. Fires from then on are
  ///   unexpected.
  /// - Returns: The trigger, proven up to its removal.
  package func removed(by removal: Instant) -> ProvenTrigger {
    precondition(removal <= provenUntil, "taken away where it isn't proven")
    return ProvenTrigger(
      provingThat: trigger, countsFrom: countsFrom, provenUntil: removal, isRemoved: true,
      nextFire: nextFire, form: form)
  }
}

/// A proven repeating trigger, with the fires of its group that it answers before the horizon.
///
/// It is a class because the covers of a group, hundreds for each number of slots, share a few
/// triggers.
package final class AnsweringTrigger: Sendable {
  package let proven: ProvenTrigger
  /// The answered fires, ascending; at least one.
  package let answered: ArraySlice<Instant>

  init(proven: ProvenTrigger, answered: ArraySlice<Instant>) {
    self.proven = proven
    self.answered = answered
  }
}

extension AnsweringTrigger {
  /// Returns the first fire that another trigger answers too; nil for none.
  func firstCommon(with other: AnsweringTrigger) -> Instant? {
    var rest = answered
    return other.answered.first { fire in
      while let first = rest.first, first < fire { rest.removeFirst() }
      return rest.first == fire
    }
  }

  /// Returns the trigger with an earlier removal, at which it would conflict with another trigger.
  func removed(by removal: Instant) -> AnsweringTrigger {
    guard removal < proven.removeBy ?? .endOfTime else { return self }
    return AnsweringTrigger(
      proven: proven.removed(by: removal),
      answered: answered[..<answered.partitionPoint { $0 < removal }])
  }
}

/// An unexpected fire that refutes a trigger, so that its group cannot use the trigger.
package struct Counterexample: Sendable, Hashable {
  package let trigger: CalendarTrigger
  package let unexpected: Instant

  func diagnostic(of reminder: Reminder.ID, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .triggerRefused(
        alarm: reminder.alarm, trigger: trigger.pattern.description, unexpected: unexpected),
      at: location, uid: reminder.uid)
  }
}
