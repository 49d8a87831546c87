/// An exact choice of one way for each reminder within a number of slots.
///
/// Multiple-choice knapsack by dynamic programming: after each reminder, the best score for every
/// number of slots.
struct Knapsack: Sendable {
  /// The best score, and the slots that each reminder gets.
  struct Solution: Sendable {
    let score: Score
    let slots: [Int]
  }

  /// The choices of each reminder by number of slots; nil where there is none.
  let choices: [[ReminderChoice?]]
  /// The slots there are.
  let limit: Int

  /// The best solution; nil where the choices don't fit into the slots.
  func solve() -> Solution? {
    var best: [Score?] = [Score()]
    var decisions: [[UInt16]] = []
    decisions.reserveCapacity(choices.count)
    for options in choices {
      var next: [Score?] = []
      var decision: [UInt16] = []
      for (slots, option) in options.enumerated() {
        guard let option else { continue }
        for (spent, score) in best.enumerated() where spent + slots <= limit {
          guard let score else { continue }
          let sum = score + option.score
          while next.count <= spent + slots {
            next.append(nil)
            decision.append(0)
          }
          if let other = next[spent + slots], other >= sum { continue }
          next[spent + slots] = sum
          decision[spent + slots] = UInt16(slots)
        }
      }
      best = next
      decisions.append(decision)
    }
    guard
      let end = best.indices.filter({ best[$0] != nil }).max(by: { left, right in
        guard let first = best[left], let second = best[right] else { return false }
        return first < second
      }), let score = best[end]
    else { return nil }
    var slots: [Int] = []
    var left = end
    for decision in decisions.reversed() {
      let spent = Int(decision[left])
      slots.append(spent)
      left -= spent
    }
    return Solution(score: score, slots: slots.reversed())
  }
}
