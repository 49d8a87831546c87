import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// Compares the search for triggers with all sets of triggers, simulated across clock changes.
///
/// Triggers of every minute are excluded: one of them covers everything at its second.
@Suite struct FewestSlotsTests {
  private func expectFewest(_ seeds: Range<Int>, at minutes: [Int]) throws {
    let zones =
      try [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata",
      ].map(TestCalendars.zone) + [.gmt]
    for seed in seeds {
      let instance = SlotInstance(
        seed: UInt64(seed), zones: zones, times: minutes.map { $0 * 60 })
      #expect(instance.foundSlots() == instance.fewestSlots(), "\(instance)")
    }
  }

  @Test(arguments: 0..<4)
  func `there is no smaller cover if the clock changes at other times of day`(_ part: Int) throws {
    try expectFewest(part * 100..<part * 100 + 100, at: [540, 1_050, 1_425])
  }

  /// The search doesn't claim a minimum there, since a moved fire has another time of day.
  @Test func `there is no smaller known cover at the times that clock changes move`()
    throws
  {
    try expectFewest(400..<550, at: [0, 30, 60, 90, 120, 135, 150, 180, 210])
  }

  @Test func `adding and removing triggers finds the same as trying every set`() {
    for seed in 0..<200 {
      var random = SplitMix(seed: UInt64(seed))
      let answered = (0..<random.number(0...12)).map { _ in
        [random.next() & random.next() & random.next() & 0xff_ffff]
      }.filter { $0[0].nonzeroBitCount > 1 }
      let saved = answered.map { $0[0].nonzeroBitCount - 1 }
      var best = 0
      for subset in 0..<(1 << answered.count) {
        let chosen = answered.indices.filter { subset >> $0 & 1 == 1 }
        let total = chosen.reduce(0) { $0 + answered[$1][0].nonzeroBitCount }
        let union = chosen.reduce(UInt64(0)) { $0 | answered[$1][0] }
        // No two triggers may cover the same fire.
        guard union.nonzeroBitCount == total else { continue }
        best = max(best, chosen.reduce(0) { $0 + saved[$1] })
      }
      let choice = ExhaustiveChoice(answered: answered) { answered[$0][0] & answered[$1][0] != 0 }
      #expect(choice.mostSaved == best, "seed \(seed)")
    }
  }
}

/// Finds the triggers that save the most slots, if no two of them may cover the same fire.
///
/// It tries each trigger in and out. Triggers without a common conflict are chosen separately. A
/// branch ends where one trigger covers all that the others of its part could cover.
struct ExhaustiveChoice {
  /// The fires before the horizon that each trigger covers, one bit for each fire.
  private let answered: [[UInt64]]
  private let saved: [Int]
  /// For each trigger, those that it conflicts with.
  private let rivals: [[Int]]

  /// Each trigger covers at least two fires; `conflict` is called with the lower index first.
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

  /// The most slots that can be saved compared with one-shots for all fires.
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

  /// The best choice of triggers that are connected by conflicts.
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
    // No choice covers more than the union, and each needs at least one slot.
    if with == union.reduce(0, { $0 + $1.nonzeroBitCount }) - 1 { return with }
    return max(with, best(of: part.filter { $0 != trigger }))
  }
}

/// The search for covers of one group without competition for slots.
struct GroupSearch {
  private let options: NotificationOptions
  private let lowered: LoweredGroup

  /// Lowers the fires before the horizon's end, in ascending order; their triggers are never
  /// removed.
  init(_ wanted: GroupSchedule, fires: [Instant], _ table: DayClassTable, horizonEnd: Instant) {
    var options = NotificationOptions(now: wanted.now, deviceZone: wanted.zone)
    options.horizon = CalendarDuration(seconds: horizonEnd - wanted.now)
    // Twice this interval is after the last known fire.
    options.renewWithin = CalendarDuration(seconds: wanted.end - wanted.now)
    options.limit = fires.count
    self.options = options
    let group = FireGroup(fires, wanted.zone)
    let lowering = Lowering(
      options, range: ProofRange(now: wanted.now, end: wanted.end, table: table))
    lowered = lowering.lowered(group, schedule: wanted)
  }

  /// The cover of all fires before the horizon's end with the fewest slots.
  var smallestCover: Cover? {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .covers(upTo: options.window.upperBound, isNext: true).min { $0.slots < $1.slots }
  }

  /// The number of slots that the search reports for it.
  var fewestSlots: Int {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .fewestSlots(upTo: options.window.upperBound)
  }
}

extension FireGroup {
  /// Makes the group of the first alerts of one event.
  convenience init(_ instants: [Instant], _ zone: Zone) {
    self.init(
      reminder: Reminder.ID(uid: "event", alarm: 0), key: FireKey(repetition: 0, component: 0),
      content: TestCalendars.content("Title"), identifierPrefix: "event", instants: instants,
      zone: zone, isFloating: false, cut: nil)
  }
}
