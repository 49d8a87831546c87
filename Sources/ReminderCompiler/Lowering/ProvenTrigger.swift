package import CivilTime
import ICalendar
package import NotificationTriggers

/// A trigger that simulation has shown to fire only what is asked.
///
/// What is assembled is of this type, so that nothing is that wasn't simulated. ``TriggerProver``
/// and ``OneShots`` alone make it.
package struct ProvenTrigger: Sendable {
  /// The trigger.
  package let trigger: CalendarTrigger
  /// Up to when it fires nothing that isn't asked.
  package let provenUntil: Instant
  /// When it has to be taken away; nil for never.
  package let removeBy: Instant?
  /// Its first fire.
  package let nextFire: Instant
  /// The form in identifiers: that of the components, or the instant of a single fire.
  package let form: String

  /// Vouches for a trigger.
  ///
  /// Nothing is checked here: only what has simulated the trigger may call it.
  init(
    provingThat trigger: CalendarTrigger, provenUntil: Instant, removeBy: Instant?,
    nextFire: Instant, form: String
  ) {
    self.trigger = trigger
    self.provenUntil = provenUntil
    self.removeBy = removeBy
    self.nextFire = nextFire
    self.form = form
  }
}

extension ProvenTrigger {
  /// The day up to which it is proven, counted from 1970.
  var provenDays: Int { provenUntil.secondsSince1970 / 86_400 }

  /// The trigger, taken away at an instant up to which it is proven.
  ///
  /// - Parameter removal: The instant; its fires from then on are not asked for.
  /// - Returns: The trigger, which fires nothing from then on.
  package func removed(by removal: Instant) -> ProvenTrigger {
    precondition(removal <= provenUntil, "taken away where it isn't proven")
    return ProvenTrigger(
      provingThat: trigger, provenUntil: removal, removeBy: removal, nextFire: nextFire, form: form)
  }
}

/// A proven repeating trigger with the fires of its group that it answers before the horizon.
package struct AnsweringTrigger: Sendable {
  /// The trigger.
  package let proven: ProvenTrigger
  /// The fires, ascending; at least one.
  package let answered: ArraySlice<Instant>
}

extension AnsweringTrigger {
  /// The trigger, taken away at an instant at which it would be in the way of another.
  ///
  /// - Parameter removal: The instant, not after the one at which it has to be taken away anyway.
  /// - Returns: The trigger with what it answers until then.
  func removed(by removal: Instant) -> AnsweringTrigger {
    guard removal < proven.removeBy ?? .endOfTime else { return self }
    return AnsweringTrigger(
      proven: proven.removed(by: removal),
      answered: answered[..<answered.partitionPoint { $0 < removal }])
  }
}

/// A fire that shows a trigger to be wrong: what its group has to do without, and why.
package struct Counterexample: Sendable, Hashable {
  /// The trigger.
  package let trigger: CalendarTrigger
  /// A fire of it that nobody asked for.
  package let unasked: Instant

  /// What the user should know about it.
  func diagnostic(of reminder: Reminder.ID, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .triggerRefused(
        alarm: reminder.alarm, trigger: trigger.pattern.description, unasked: unasked),
      at: location, uid: reminder.uid)
  }
}
