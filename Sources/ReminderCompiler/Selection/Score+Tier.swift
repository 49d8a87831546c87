extension Score {
  /// What is counted for each level apart, in the order in which it matters; what is missed counts
  /// negative.
  enum Tier: Int, CaseIterable {
    /// Reminders whose next first alert lies before the renewal and is missed.
    case missedNext
    /// First alerts before the renewal that are missed.
    case missedFirst
    /// Overdue to-dos that are not nagged about.
    case missedOverdue
    /// Repeats before the renewal that are missed.
    case missedRepeats
    /// Reminders of which nothing is answered up to the horizon.
    case bareReminders
    /// First alerts that are answered up to the horizon.
    case answeredFirst
    /// Repeats that are answered up to the horizon.
    case answeredRepeats

    /// Whether it is about what comes before the next renewal.
    var isBeforeRenewal: Bool { self <= .missedRepeats }
  }
}

extension Score.Tier: Comparable {
  static func < (left: Score.Tier, right: Score.Tier) -> Bool { left.rawValue < right.rawValue }
}
