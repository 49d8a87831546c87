import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

@testable import ReminderCompiler

/// A rule that an app makes is refused where the reader would refuse its text.
@Suite struct CheckedRuleTests {
  @Test(arguments: [UInt64(81), 82, 83])
  func `a rule is refused exactly where its text can't be read`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }
    var refused = 0
    for _ in 0..<600 {
      var rule = RecurrenceRule(
        RecurrenceRule.Frequency.allCases[number(0...6)], interval: number(0...40) == 0 ? 0 : 1)
      // One or two parts, now and then with a number that they may not have.
      for _ in 0..<number(1...2) {
        switch number(0...9) {
        case 0: rule.months = [number(1...13)]
        case 1: rule.daysOfTheMonth = [number(-32...32)]
        case 2: rule.hours = [number(0...24)]
        case 3: rule.minutes = [number(-1...60)]
        case 4: rule.seconds = [number(0...61)]
        case 5: rule.weeks = [number(-54...54)]
        case 6: rule.daysOfTheYear = [number(-367...367)]
        case 7: rule.setPositions = [number(-367...367)]
        case 8:
          rule.weekdays = [.init(.monday, ordinal: number(0...2) == 0 ? nil : number(-54...54))]
        default: rule.count = number(-1...3)
        }
      }
      var event = try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY")
      event.rules = [rule]
      let isReadable = (try? RecurrenceRule(rule.description)) != nil
      let isTaken = CheckedComponents([event]).diagnostics.isEmpty
      if !isReadable { refused += 1 }
      guard isTaken != isReadable else { continue }
      Issue.record("seed \(seed): \(rule) is \(isTaken ? "taken" : "refused")")
      return
    }
    #expect((60...400).contains(refused))
  }
}
