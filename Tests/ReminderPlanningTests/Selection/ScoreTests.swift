import NotificationTriggers
import Testing

@testable import ReminderPlanning

@Suite struct ScoreTests {
  /// The tiers with the levels of each, in order of importance.
  private static let places = Score.Tier.allCases.flatMap { tier in
    [InterruptionLevel.critical, .timeSensitive, .active, .passive].map { (tier, $0) }
  }

  @Test func `the first different count decides, whatever the later ones are`() {
    for (number, (tier, level)) in Self.places.enumerated() {
      for value in [-3, 2] {
        var (less, more) = (Score(), Score())
        less[tier, level] = value
        more[tier, level] = value + 1
        for (later, laterLevel) in Self.places.dropFirst(number + 1) {
          less[later, laterLevel] = 7
          more[later, laterLevel] = -7
        }
        #expect(less.precedes(more) == true)
        #expect(more.precedes(less) == false)
        #expect(less < more && !(more < less))
      }
    }
  }

  @Test func `costs decide between equal counts`() {
    var (less, more) = (Score(), Score())
    less[.slots] = -2
    more[.slots] = -1
    more[.pending] = -9
    #expect(less < more && !(more < less))
    #expect(less.precedes(less) == nil && !(less < less))
  }
}
