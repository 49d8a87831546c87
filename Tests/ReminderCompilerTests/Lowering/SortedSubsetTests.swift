import CivilTime
import SeededRandom
import Testing

@testable import ReminderCompiler

/// Members that are found by walking beside a set of them.
@Suite struct SortedSubsetTests {
  @Test func `a subset has what was added of all, in runs or apart`() {
    let seed: UInt64 = 71
    var random = SplitMix(seed: seed)
    for round in 0..<500 {
      let all = (0..<40).filter { _ in random.oneIn(2) }.map(Instant.init(secondsSince1970:))
      // Now a run, now some of them, and others that are none.
      let isRun = random.oneIn(2)
      let start = random.number(0...39)
      let added = (0..<40).filter { isRun ? $0 >= start : random.oneIn(3) }
        .map(Instant.init(secondsSince1970:))
      var subset = SortedSubset(of: all)
      for instant in added {
        let isMember = subset.insert(instant)
        #expect(isMember == all.contains(instant), "seed \(seed), round \(round)")
      }
      let expected = added.filter(all.contains)
      #expect(Array(subset.members) == expected, "seed \(seed), round \(round)")
      #expect(subset.isEmpty == expected.isEmpty, "seed \(seed), round \(round)")
    }
  }
}
