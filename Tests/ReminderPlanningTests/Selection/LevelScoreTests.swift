import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderPlanning

@Suite struct LevelScoreTests {
  private static func random(_ random: inout SplitMix) -> Score {
    var score = Score()
    for tier in Score.Tier.allCases where random.oneIn(2) {
      score[tier, .active] = random.pick([-2_000_000_000, -1, 0, 1, 1_000_000_000]) ?? 0
    }
    for cost in Score.Cost.allCases where random.oneIn(2) {
      score[cost] = random.pick([-65_535, -1, 0, 1, 40_000_000]) ?? 0
    }
    return score
  }

  @Test(arguments: UInt64(0)..<200)
  func `counts are kept, added and ordered as those of a score`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let (first, second) = (Self.random(&random), Self.random(&random))
    let (own, other) = (
      LevelScore(first, level: .active), LevelScore(second, level: .active)
    )
    #expect(Score(own, level: .active) == first)
    #expect(own.precedes(other) == first.precedes(second))
    #expect(own.precedes(own) == nil)
    #expect(Score(own.beforeRenewal, level: .active) == first.beforeRenewal)
    var small = Score()
    for cost in Score.Cost.allCases { small[cost] = -first[cost] }
    let sum = own + LevelScore(small, level: .active)
    #expect(Score(sum, level: .active) == first + small)
  }
}
