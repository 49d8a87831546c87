import CivilTime
import SeededRandom
import Testing

/// Bit sets against the standard library's sets.
@Suite struct BitSetTests {
  @Test(arguments: [1, 63, 64, 65, 200])
  func `operations give what sets of numbers give`(capacity: Int) {
    var random = SplitMix(seed: UInt64(capacity))
    for _ in 0..<50 {
      let (one, other) = (members(below: capacity, &random), members(below: capacity, &random))
      let (bits, others) = (bitSet(one, capacity), bitSet(other, capacity))
      var union = bits
      union.formUnion(others)
      var common = bits
      common.formIntersection(others)
      #expect(Set(union) == one.union(other))
      #expect(Set(common) == one.intersection(other))
      #expect(Set(bits.subtracting(others)) == one.subtracting(other))
      #expect(bits.count == one.count)
      #expect(bits.commonCount(with: others) == one.intersection(other).count)
      #expect(bits.last(missingFrom: others) == one.subtracting(other).max())
      #expect(bits.firstCommon(with: others) == one.intersection(other).min())
      let start = Int.random(in: 0...capacity, using: &random)
      #expect(bits.first(from: start) == one.filter { $0 >= start }.min())
      #expect(bits.count(before: start) == one.filter { $0 < start }.count)
      let missing = one.subtracting(other).filter { $0 >= start }.min()
      #expect(bits.first(missingFrom: others, from: start) == missing)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 200])
  func `cut and moved sets have the members that are left`(capacity: Int) {
    var random = SplitMix(seed: UInt64(capacity))
    for _ in 0..<50 {
      let one = members(below: capacity, &random)
      let end = Int.random(in: 0...capacity, using: &random)
      var (before, after) = (bitSet(one, capacity), bitSet(one, capacity))
      before.removeAll(from: end)
      after.removeAll(before: end)
      #expect(Set(before) == one.filter { $0 < end })
      #expect(Set(after) == one.filter { $0 >= end })
      let distance = Int.random(in: -capacity...capacity, using: &random)
      let moved = bitSet(one, capacity).moved(by: distance, capacity: end)
      #expect(moved.capacity == end)
      #expect(Set(moved) == Set(one.map { $0 + distance }.filter { (0..<end).contains($0) }))
      let start = Int.random(in: -70...capacity, using: &random)
      let bits = bitSet(one, capacity).bits(from: start)
      #expect((0..<64).allSatisfy { (bits >> UInt64($0) & 1 == 1) == one.contains(start + $0) })
    }
  }

  @Test(arguments: [0, 1, 64, 65])
  func `the full set has every number below its capacity`(capacity: Int) {
    #expect(Array(BitSet(all: capacity)) == Array(0..<capacity))
    #expect(BitSet(all: capacity).isEmpty == (capacity == 0))
  }

  private func members(below capacity: Int, _ random: inout SplitMix) -> Set<Int> {
    Set((0..<capacity).filter { _ in Bool.random(using: &random) })
  }

  private func bitSet(_ members: Set<Int>, _ capacity: Int) -> BitSet {
    var result = BitSet(capacity: capacity)
    for member in members { result.insert(member) }
    return result
  }
}
