import CivilTime

/// The choices that can be part of a best plan, out of those of any number of claims.
///
/// With n slots at most n claims get more than they have to. Where n others gain as much with as
/// few slots, one of them gets nothing, and could take the place of this one: so of all claims only
/// the n that gain most with a number of slots have to be looked at.
struct Shortlist {
  private let slots: Int
  private let spare: Int
  /// For each number of slots beyond what has to be spent the best gains, the best first.
  private var leaders: [[Entry]]
  /// Claims that have to get slots, with all their choices.
  private var mandatory: [Knapsack.Item] = []
  /// What the claims are worth that need not be spent on, with nothing.
  private(set) var base = Score()
  private let prefix: (Int, Choice) -> String?

  private struct Entry {
    let gain: Score
    let claim: Int
    let choice: Choice
    /// What decides between equal gains; the smaller one is better.
    let prefix: String
  }

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - slots: The slots of the plan.
  ///   - spare: How many claims more to keep, for leaving out as many later.
  ///   - prefix: What decides between choices that are worth the same.
  init(slots: Int, spare: Int = 0, prefix: @escaping (Int, Choice) -> String?) {
    self.slots = slots
    self.spare = spare
    self.prefix = prefix
    leaders = Array(repeating: [], count: slots + 1)
  }

  /// Adds the choices of a claim.
  ///
  /// - Parameters:
  ///   - claim: The claim's number.
  ///   - choices: Its choices.
  /// - Returns: Whether there is any.
  @discardableResult
  mutating func offer(_ claim: Int, _ choices: Choices) -> Bool {
    guard let fewest = choices.firstIndex(where: { $0 != nil }), let least = choices[fewest] else {
      return false
    }
    guard fewest == 0 else {
      let options = choices.enumerated().compactMap { count, choice in
        choice.map { Knapsack.Option(slots: count, gain: $0.score, choice: $0) }
      }
      mandatory.append(Knapsack.Item(claim: claim, isMandatory: true, options: options))
      return true
    }
    base = base + least.score
    var key: String?
    var most: Score?
    for count in choices.indices.dropFirst() where count <= slots {
      guard let choice = choices[count] else { continue }
      let gain = choice.score - least.score
      // With more slots for less, nobody would take it.
      if let most, gain <= most { continue }
      most = gain
      let capacity = slots - count + 1 + spare
      let isFull = leaders[count].count >= capacity
      if isFull, let last = leaders[count].last, last.gain > gain { continue }
      let own = key ?? prefix(claim, choice) ?? ""
      key = own
      let place = leaders[count].partitionPoint {
        $0.gain != gain ? $0.gain > gain : $0.prefix < own
      }
      guard place < capacity else { continue }
      if isFull { leaders[count].removeLast() }
      leaders[count].insert(
        Entry(gain: gain, claim: claim, choice: choice, prefix: own), at: place)
    }
    return true
  }

  /// What is left to choose from, by claim.
  var items: [Knapsack.Item] {
    var options: [Int: [Knapsack.Option]] = [:]
    for (count, list) in leaders.enumerated() {
      for entry in list {
        options[entry.claim, default: []].append(
          Knapsack.Option(slots: count, gain: entry.gain, choice: entry.choice))
      }
    }
    return
      (mandatory
      + options.map { Knapsack.Item(claim: $0.key, isMandatory: false, options: $0.value) })
      .sorted { $0.claim < $1.claim }
  }
}
