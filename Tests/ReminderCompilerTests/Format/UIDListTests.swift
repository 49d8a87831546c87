import Foundation
import NotificationTriggers
import ReminderCompiler
import Testing

/// Rules about UIDs as they are, as texts.
@Suite struct UIDListTests {
  @Test func `a rule for UIDs as they are reads back`() throws {
    for uids in [["a"], ["habit.T083000", "b,c", "d%e", "é*?", "=UID:x"], ["\u{0}\n", " "]] {
      let level = LevelRule(.critical, uids: uids)
      #expect(LevelRule(level.description) == level)
      let body = BodyRule(takingTurns: [try BodyTemplate("Day {n}")], uids: uids)
      let json = try JSONEncoder().encode([body])
      #expect(try JSONDecoder().decode([BodyRule].self, from: json) == [body])
    }
  }

  @Test func `a list of UIDs is written as percent-encoding has it`() throws {
    let rule = LevelRule(.critical, uids: ["b,c", "a.T1"])
    #expect(rule.description == "critical=UIDS:a%2ET1,b%2Cc")
    for text in ["critical=UIDS:", "critical=UIDS:a.b", "critical=UIDS:%2", "critical=UIDS:%+1"] {
      #expect(LevelRule(text) == nil)
    }
  }
}
