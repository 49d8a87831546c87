package import CivilTime
package import NotificationTriggers

/// A trigger that simulation has shown to fire only what is asked.
///
/// Made by ``Prover`` and ``OneShots`` alone: what is not proven can't be packed.
package struct ProvenTrigger: Sendable {
  /// The trigger.
  package let trigger: CalendarTrigger
  /// Up to when it fires nothing that isn't asked.
  package let provenUntil: Instant
  /// When it has to be taken away; nil for never.
  package let removeBy: Instant?
  /// Its first fire.
  package let nextFire: Instant
  /// The canonical form, for the identifier: the components, or the instant of a single fire.
  package let form: String

  /// Vouches for a trigger; only provers call it.
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
