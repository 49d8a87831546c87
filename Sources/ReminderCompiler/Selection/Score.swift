import NotificationTriggers

/// What a choice is worth: counts by tier, compared one after another; higher is better.
///
/// The lanes of a tier are the levels from critical to passive. What is missed counts negative.
/// Scores of different reminders add up, so an exact choice is a knapsack over slots.
struct Score: Sendable, Equatable {
  /// Reminders whose next first alert lies before the renewal and is missed.
  var missedNext = SIMD4<Int32>()
  /// First alerts before the renewal that are missed.
  var missedFirst = SIMD4<Int32>()
  /// Overdue to-dos that are not nagged about.
  var missedOverdue = SIMD4<Int32>()
  /// Repeats before the renewal that are missed.
  var missedRepeats = SIMD4<Int32>()
  /// Reminders of which nothing is answered up to the horizon.
  var bareReminders = SIMD4<Int32>()
  /// First alerts that are answered up to the horizon.
  var answeredFirst = SIMD4<Int32>()
  /// Repeats that are answered up to the horizon.
  var answeredRepeats = SIMD4<Int32>()
  /// What all that costs.
  var economy = SIMD8<Int32>()

  /// The lanes of ``economy``, in their order.
  enum Economy {
    /// The numbers of the repeats that are served, added up, negative: repeats are cut from the
    /// end.
    static let laterRepeats = 0
    /// Triggers that have to be taken away where one-shots could do the same, negative.
    static let removals = 1
    /// Slots, negative.
    static let slots = 2
    /// Repeating triggers.
    static let repeating = 3
    /// The days up to which those are proven, added up.
    static let provenDays = 4
    /// Requests that are pending already.
    static let kept = 5
  }

  /// The lane of a level.
  static func lane(_ level: InterruptionLevel) -> Int {
    InterruptionLevel.allCases.count - 1 - level.rank
  }

  static func + (left: Score, right: Score) -> Score {
    var result = left
    result.missedNext &+= right.missedNext
    result.missedFirst &+= right.missedFirst
    result.missedOverdue &+= right.missedOverdue
    result.missedRepeats &+= right.missedRepeats
    result.bareReminders &+= right.bareReminders
    result.answeredFirst &+= right.answeredFirst
    result.answeredRepeats &+= right.answeredRepeats
    result.economy &+= right.economy
    return result
  }

  static func - (left: Score, right: Score) -> Score {
    var result = left
    result.missedNext &-= right.missedNext
    result.missedFirst &-= right.missedFirst
    result.missedOverdue &-= right.missedOverdue
    result.missedRepeats &-= right.missedRepeats
    result.bareReminders &-= right.bareReminders
    result.answeredFirst &-= right.answeredFirst
    result.answeredRepeats &-= right.answeredRepeats
    result.economy &-= right.economy
    return result
  }

  /// Whether everything before the renewal is the same: what comes before the reach of a plan.
  func isEqualBeforeRenewal(to other: Score) -> Bool {
    missedNext == other.missedNext && missedFirst == other.missedFirst
      && missedOverdue == other.missedOverdue && missedRepeats == other.missedRepeats
  }

  /// Whether nothing before the renewal is missed.
  var missesNothingBeforeRenewal: Bool { isEqualBeforeRenewal(to: Score()) }

  /// Whether no first alert before the renewal is missed.
  var missesNoFirstBeforeRenewal: Bool {
    missedNext == SIMD4() && missedFirst == SIMD4()
  }
}

extension Score: Comparable {
  static func < (left: Score, right: Score) -> Bool {
    if left.missedNext != right.missedNext { return left.missedNext.precedes(right.missedNext) }
    if left.missedFirst != right.missedFirst { return left.missedFirst.precedes(right.missedFirst) }
    if left.missedOverdue != right.missedOverdue {
      return left.missedOverdue.precedes(right.missedOverdue)
    }
    if left.missedRepeats != right.missedRepeats {
      return left.missedRepeats.precedes(right.missedRepeats)
    }
    if left.bareReminders != right.bareReminders {
      return left.bareReminders.precedes(right.bareReminders)
    }
    if left.answeredFirst != right.answeredFirst {
      return left.answeredFirst.precedes(right.answeredFirst)
    }
    if left.answeredRepeats != right.answeredRepeats {
      return left.answeredRepeats.precedes(right.answeredRepeats)
    }
    return left.economy.precedes(right.economy)
  }
}

extension SIMD where Scalar == Int32 {
  /// Whether the first lane that differs is smaller.
  fileprivate func precedes(_ other: Self) -> Bool {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return false
  }
}
