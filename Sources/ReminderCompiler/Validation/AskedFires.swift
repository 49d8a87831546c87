package import CivilTime

/// Fires that are asked for as one: what a group of fires is to validation.
package struct AskedFires: Sendable {
  /// The fires after now and before the horizon, ascending and without repeats.
  package let instants: [Instant]
  /// The instants in the same range that may be fired once and need not, none of them asked for.
  package let echoes: [Instant]
  /// Whether they are repeats of alerts.
  package let isRepeat: Bool
  /// Where the look at them was cut short; from there on nothing is known.
  package let cut: Instant?

  /// Names fires.
  package init(
    _ instants: [Instant], echoes: [Instant] = [], isRepeat: Bool = false, cut: Instant? = nil
  ) {
    self.instants = instants
    self.echoes = echoes
    self.isRepeat = isRepeat
    self.cut = cut
  }
}

extension FireGroup {
  /// The fires that the group asks for.
  package var asked: AskedFires {
    AskedFires(instants, echoes: echoes, isRepeat: repetition > 0, cut: cut)
  }
}
