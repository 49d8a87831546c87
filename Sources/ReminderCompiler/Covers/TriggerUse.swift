import CivilTime

/// Until when a trigger is used beside others.
struct TriggerUse {
  /// When it is taken away; the end of time for never.
  var end: Instant
  /// The fires that it answers until then.
  var answered: Int
}
