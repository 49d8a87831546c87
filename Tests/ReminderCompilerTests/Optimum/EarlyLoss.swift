/// What is missed before the next renewal, as one number: first whether the next alert is, then how
/// many are.
enum EarlyLoss {
  static let missedNext = 1 << 32
  /// More than any sum of losses.
  static let impossible = 1 << 60
}

extension LineChoices {
  /// The least loss before the renewal with each number of slots, where the line stays exact up to
  /// an instant that is not later.
  ///
  /// Triggers that answer less than two fires before the renewal give way to one-shots. The
  /// one-shots stand for the next fires that no trigger answers: good for the reach, for the next
  /// alert and for the count at once.
  func earlyLosses(
    upTo limit: Int, renewal: Int, reach: Int, lasting: Int
  ) -> [Int] {
    let (day, late) = (line.day(from: reach), line.day(from: renewal))
    let last = line.day(from: lasting)
    let own = heads.indices.filter {
      heads[$0].count(before: late) > 1 && heads[$0].end >= last
    }
    var losses = [Int](repeating: EarlyLoss.impossible, count: limit + 1)
    for set in 0..<(1 << own.count) {
      let chosen = own.indices.filter { set >> $0 & 1 == 1 }.map { own[$0] }
      let meet = chosen.contains { head in
        chosen.contains { $0 < head && headMeetings[head][$0] < last }
      }
      guard !meet, chosen.count <= limit else { continue }
      let answeredSoon = chosen.reduce(0) { $0 + heads[$1].count(before: day) }
      let answered = chosen.reduce(0) { $0 + heads[$1].count(before: late) }
      let answersNext = next.map { next in chosen.contains { heads[$0].fires.first == next } }
      for slots in chosen.count...limit {
        let singles = slots - chosen.count
        guard line.askedBefore[day] - answeredSoon <= singles else { continue }
        var loss = max(0, line.askedBefore[late] - answered - singles)
        if let next, next < late, answersNext == false, singles == 0 {
          loss += EarlyLoss.missedNext
        }
        losses[slots] = min(losses[slots], loss)
      }
    }
    return losses
  }
}

/// The least sums over several parts that share slots.
enum SlotSums {
  /// The least sum with each number of slots.
  ///
  /// - Parameters:
  ///   - parts: For each part its value with each number of slots.
  ///   - limit: The most slots.
  /// - Returns: A value for each number of slots from 0.
  static func least(_ parts: [[Int]], upTo limit: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: limit + 1)
    for part in parts {
      var next = [Int](repeating: EarlyLoss.impossible, count: limit + 1)
      for own in 0...min(limit, part.count - 1) where part[own] < EarlyLoss.impossible {
        for rest in 0...(limit - own) where sums[rest] < EarlyLoss.impossible {
          next[own + rest] = min(next[own + rest], part[own] + sums[rest])
        }
      }
      sums = next
    }
    return sums
  }
}
