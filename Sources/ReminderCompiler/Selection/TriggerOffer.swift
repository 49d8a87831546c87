import CivilTime

/// What triggers can do for a group, in numbers: as many of them as each answer so many fires.
struct TriggerOffer {
  /// Whether triggers answer the first fire of their group, of which one alone is of use then.
  enum First {
    case unanswered
    case answered
    /// One of them may, and others not.
    case open
  }

  /// The fires before the renewal.
  var soon: Int
  /// The fires before the horizon.
  var all: Int
  /// Whether the group's first fire is among them.
  var first: First
  /// How many days each is proven.
  var provenDays: Int
  /// How many such triggers there are.
  var count = 1
}

extension TriggerOffer {
  /// What a trigger does that has been found.
  ///
  /// - Parameters:
  ///   - trigger: The trigger.
  ///   - group: The group that it answers fires of.
  ///   - renewal: The next renewal.
  init(_ trigger: AnsweringTrigger, of group: FireGroup, renewal: Instant) {
    self.init(
      soon: trigger.answered.before(renewal), all: trigger.answered.count,
      first: trigger.answered.first == group.instants.first ? .answered : .unanswered,
      provenDays: trigger.proven.provenDays)
  }

  /// Whether another trigger does as much.
  func isAlike(_ other: TriggerOffer) -> Bool {
    (soon, all, first, provenDays)
      == (other.soon, other.all, other.first, other.provenDays)
  }

  /// The most that triggers can do for a group of which nothing is known but its fires.
  ///
  /// Each number is the most that there can be: a trigger of every day has them all, and where
  /// there are thousands such, none is looked for of those that could only be as good as the best.
  static func any(for group: FireGroup, _ options: CoverOptions) -> TriggerOffer {
    TriggerOffer(
      soon: group.instants.before(options.renewal), all: group.instants.count,
      first: .open, provenDays: options.mostProvenDays, count: .anyNumber)
  }
}

extension Int {
  /// More triggers than a plan has slots for.
  static let anyNumber = Int(Int32.max)
}
