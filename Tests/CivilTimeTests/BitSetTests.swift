import CivilTime
import SeededRandom
import Testing

@Suite struct BitSetTests {
  @Test func `a day set behaves like a set of numbers`() {
    let seed: UInt64 = 23
    var random = SplitMix(seed: seed)
    for round in 0..<300 {
      let start = Int.random(in: -500...500, using: &random)
      let range = start..<(start + Int.random(in: 0...200, using: &random))
      let (left, leftDays) = BitSetTests.random(in: range, using: &random)
      let (right, rightDays) = BitSetTests.random(in: range, using: &random)
      var union = left
      union.formUnion(right)
      var difference = left
      difference.subtract(right)
      var intersection = left
      intersection.formIntersection(right)
      let isSame =
        Array(left) == leftDays.sorted() && left.count == leftDays.count
        && left.isEmpty == leftDays.isEmpty && Set(union) == leftDays.union(rightDays)
        && Set(difference) == leftDays.subtracting(rightDays)
        && Set(intersection) == leftDays.intersection(rightDays)
        && left.firstMember(missingFrom: right) == leftDays.subtracting(rightDays).min()
        && left.lastMember(missingFrom: right) == leftDays.subtracting(rightDays).max()
        && left.firstCommonMember(with: right) == leftDays.intersection(rightDays).min()
      #expect(isSame, "seed \(seed), round \(round)")
      for day in (range.lowerBound - 2)...(range.upperBound + 1) {
        #expect(left.contains(day) == leftDays.contains(day), "seed \(seed), round \(round)")
        let most = max(0, day - range.lowerBound)
        #expect(
          left.prefix(most) == Array(leftDays.sorted().prefix(most)), "seed \(seed), \(most)")
        #expect(
          left.first(from: day) == leftDays.filter { $0 >= day }.min(),
          "seed \(seed), round \(round)")
        #expect(
          left.count(before: day) == leftDays.count { $0 < day },
          "seed \(seed), round \(round), day \(day)")
        #expect(
          left.firstMember(missingFrom: right, from: day)
            == leftDays.subtracting(rightDays).filter { $0 >= day }.min(),
          "seed \(seed), round \(round), day \(day)")
      }
    }
  }

  private static func random(
    in range: Range<Int>, using random: inout SplitMix
  ) -> (DaySet, Set<Int>) {
    var set = DaySet(in: range)
    var days = Set<Int>()
    for _ in 0..<Int.random(in: 0...80, using: &random) {
      let day = Int.random(in: (range.lowerBound - 3)...(range.upperBound + 3), using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        set.remove(day)
        days.remove(day)
      } else {
        set.insert(day)
        if range.contains(day) { days.insert(day) }
      }
    }
    return (set, days)
  }

  @Test func `the first days by time are those of a sorted list`() {
    let seed: UInt64 = 29
    var random = SplitMix(seed: seed)
    for round in 0..<200 {
      let start = random.number(-200...10)
      let range = start..<(start + random.number(0...150))
      var days = DaysByTime()
      var members: [CivilDateTime] = []
      for hour in 0..<random.number(0...4) {
        let time = TimeOfDay(secondOfDay: hour * 3_600)
        for day in range where random.number(1...3) == 1 {
          days.insert(day, at: time, in: range)
          members.append(CivilDateTime(dayNumber: day, time: time))
        }
      }
      let count = random.number(0...(members.count + 1))
      days.keep(first: count)
      let kept = days.flatMap { time, days in
        days.map { CivilDateTime(dayNumber: $0, time: time) }
      }
      #expect(
        kept.sorted() == Array(members.sorted().prefix(count)),
        "seed \(seed), round \(round), \(count)")
    }
  }
}
