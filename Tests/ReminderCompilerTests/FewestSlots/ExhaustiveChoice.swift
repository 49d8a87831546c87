/// Which of some triggers save the most slots, where no two of them may answer one fire.
///
/// Each trigger is tried in and out, so nothing is missed. Triggers that no conflict ties together
/// are chosen apart from each other, and a branch ends where one trigger answers all that the
/// others of its part could.
struct ExhaustiveChoice {
  /// The fires before the horizon that each trigger answers, a bit for each fire.
  private let answered: [[UInt64]]
  private let saved: [Int]
  /// The triggers that each can't stand beside.
  private let rivals: [[Int]]

  /// Makes the choice.
  ///
  /// - Parameters:
  ///   - answered: The fires before the horizon that each trigger answers, a bit for each; two at
  ///     least, or the trigger saves nothing.
  ///   - conflict: Whether two triggers, the lower index first, answer one fire at any time.
  init(answered: [[UInt64]], conflict: (Int, Int) -> Bool) {
    self.answered = answered
    saved = answered.map { $0.reduce(0) { $0 + $1.nonzeroBitCount } - 1 }
    var rivals: [[Int]] = Array(repeating: [], count: answered.count)
    for first in answered.indices {
      for second in answered.indices.dropFirst(first + 1) where conflict(first, second) {
        rivals[first].append(second)
        rivals[second].append(first)
      }
    }
    self.rivals = rivals
  }

  /// The most slots that can be saved against one-shots for everything.
  var mostSaved: Int { best(of: Array(answered.indices)) }

  private func best(of triggers: [Int]) -> Int {
    var isLeft = Array(repeating: false, count: answered.count)
    for trigger in triggers { isLeft[trigger] = true }
    var total = 0
    for trigger in triggers where isLeft[trigger] {
      var part = [trigger]
      isLeft[trigger] = false
      var next = 0
      while next < part.count {
        for rival in rivals[part[next]] where isLeft[rival] {
          isLeft[rival] = false
          part.append(rival)
        }
        next += 1
      }
      total += best(ofPart: part)
    }
    return total
  }

  /// The best of triggers that conflicts tie together.
  private func best(ofPart part: [Int]) -> Int {
    guard part.count > 1 else { return saved[part[0]] }
    var isMember = Array(repeating: false, count: answered.count)
    for trigger in part { isMember[trigger] = true }
    let degrees = part.map { trigger in rivals[trigger].count { isMember[$0] } }
    let pivot = part.indices.max {
      (degrees[$0], saved[part[$0]]) < (degrees[$1], saved[part[$1]])
    }
    guard let pivot else { return 0 }
    let trigger = part[pivot]
    for rival in rivals[trigger] { isMember[rival] = false }
    let with = saved[trigger] + best(of: part.filter { $0 != trigger && isMember[$0] })
    var union = answered[trigger]
    for other in part { for word in union.indices { union[word] |= answered[other][word] } }
    // Whatever is chosen answers no more than that, and takes a slot at least.
    if with == union.reduce(0, { $0 + $1.nonzeroBitCount }) - 1 { return with }
    return max(with, best(of: part.filter { $0 != trigger }))
  }
}
