import CivilTime
import ICalendar
import Testing

/// The expander beside libical's iterator, in the classes of rules where libical is right.
@Suite(.serialized) struct LibicalParityTests {
  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `random rules give what libical gives`(_ frequency: RecurrenceRule.Frequency) throws {
    let seed = UInt64(701 + frequency.rawValue)
    var random = FencedRule(seed: seed)
    for _ in 0..<400 {
      let (rule, start) = random.next(frequency)
      let text = rule.description
      let expected = LibicalRule(text, from: start).times(15)
      let found = try LibicalRule.expected(text, from: start, 15)
      if found != expected {
        Issue.record("seed \(seed): \(rule) from \(start): \(found), not \(expected ?? [])")
        return
      }
    }
  }
}
