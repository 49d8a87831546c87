/// What becomes of a fire.
package enum FireFate: Int, CaseIterable, Sendable {
  /// It is asked for, fired and seen at once.
  case fired
  /// It is fired, and seen later.
  case delayed
  /// It is fired, and seen only when it is over what it reminds of.
  case tooLate
  /// It is a first alert that nothing answers.
  case missed
  /// It is a repeat that nothing answers.
  case missedRepeat
  /// It is a first alert that nothing answers unless the plan is renewed, as it has to be.
  case unrenewed
  /// It is a repeat of the same kind.
  case unrenewedRepeat
  /// It is an echo, see ``ListedFire/isEcho``.
  case echo
  /// It is fired, and nobody asked for it.
  case unasked
  /// It is fired by a request that has to be taken away before.
  case overstaying
  /// It is due at the very instant at which the requests are added.
  case dueNow

  /// Whether nothing answers it.
  package var isMissed: Bool {
    switch self {
    case .missed, .missedRepeat, .unrenewed, .unrenewedRepeat: true
    case .fired, .delayed, .tooLate, .echo, .unasked, .overstaying, .dueNow: false
    }
  }
}
