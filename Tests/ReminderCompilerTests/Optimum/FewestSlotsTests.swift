import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The search for triggers against all sets of triggers that there are, each judged by its days.
///
/// Triggers of every minute are left out: one of them answers everything at its second in one slot.
@Suite struct FewestSlotsTests {
  /// A safe set of components, as a class of days and the times that it fires at.
  private struct Trigger {
    let dayClass: Int
    let times: [Int]
  }

  /// Every trigger that answers two fires before the horizon and never fires what isn't asked.
  ///
  /// One that answers a single fire costs what its one-shot does, and one that answers none costs a
  /// slot: neither makes a cover smaller.
  private func triggers(_ instance: SlotInstance) -> [Trigger] {
    let fires = instance.fires
    var counts: [Int: [Int: Int]] = [:]
    for (time, day) in fires {
      for dayClass in SlotInstance.days.classesOfDay[day] {
        counts[time, default: [:]][dayClass, default: 0] += 1
      }
    }
    var all = counts.flatMap { time, counts in
      counts.filter { $0.value > 1 }.map { Trigger(dayClass: $0.key, times: [time]) }
    }
    for (_, times) in Dictionary(grouping: instance.wanted.keys, by: { $0 % 3_600 })
    where times.count == 24 {
      for (index, dayClass) in SlotInstance.days.classes.enumerated() {
        switch dayClass {
        case .everyDay, .weekday: all.append(Trigger(dayClass: index, times: times.sorted()))
        default: continue
        }
      }
    }
    return all.filter { instance.isRight($0.dayClass, at: $0.times) }
  }

  /// The fewest slots of all covers: triggers, and one-shots for the other fires.
  private func fewestSlots(_ instance: SlotInstance) -> Int {
    let fires = instance.fires
    let triggers = triggers(instance)
    let answered = triggers.map { trigger in
      var bits = Array(repeating: UInt64(0), count: fires.count / 64 + 1)
      for (index, fire) in fires.enumerated()
      where trigger.times.contains(fire.time)
        && SlotInstance.days.bits[trigger.dayClass].contains(fire.day)
      {
        bits.insert(index)
      }
      return bits
    }
    let choice = ExhaustiveChoice(answered: answered) { first, second in
      let times = triggers[second].times
      return triggers[first].times.contains { time in
        times.contains(time)
          && instance.meet(triggers[first].dayClass, triggers[second].dayClass, at: time)
      }
    }
    return fires.count - choice.mostSaved
  }

  /// The slots of the cover that the search finds; nil where it is wrong.
  private func foundSlots(_ instance: SlotInstance) -> Int? {
    let first = SlotInstance.days.range.lowerBound
    let fires = instance.fires.map {
      Instant(secondsSince1970: ($0.day + first) * 86_400 + $0.time)
    }.sorted()
    let search = GroupSearch(
      instance.wantedFires, fires: fires, SlotInstance.table, horizonEnd: instance.horizonEnd)
    guard let cover = search.smallestCover, cover.slots == search.fewestSlots else { return nil }
    var left = instance.wanted
    for trigger in cover.repeating {
      let pattern = trigger.proven.trigger.pattern
      guard let dayClass = SlotInstance.days.indices[pattern.days] else { return nil }
      for time in pattern.time.timesOfDay.map(\.secondOfDay) {
        let window = instance.window(at: time, before: SlotInstance.end)
        let own = SlotInstance.days.bits[dayClass]
        guard let days = left[time], own.isSubset(of: days, in: window) else { return nil }
        left[time]?.subtract(own, in: window)
      }
    }
    return cover.repeating.count
      + left.reduce(0) { sum, part in
        sum + part.value.count(in: instance.window(at: part.key, before: instance.horizonEnd))
      }
  }

  @Test(arguments: 0..<8)
  func `no set of safe triggers takes fewer slots than the one that is found`(_ part: Int) {
    var saving = 0
    for seed in (part * 100)..<(part * 100 + 100) {
      let instance = SlotInstance(seed: UInt64(seed))
      let fewest = fewestSlots(instance)
      #expect(foundSlots(instance) == fewest, "\(instance)")
      if fewest < instance.fires.count { saving += 1 }
    }
    // There is something to save in many instances, but not in all.
    #expect((32..<80).contains(saving), "\(saving)")
  }

  @Test func `a trigger is right by its days where its simulated fires are asked for`() throws {
    for seed in 0..<20 {
      let instance = SlotInstance(seed: UInt64(seed))
      for time in instance.wanted.keys.prefix(2) {
        let days = instance.wanted[time] ?? []
        for (index, dayClass) in SlotInstance.days.classes.enumerated() {
          let pattern = try #require(CalendarPattern(dayClass, .time(TimeOfDay(secondOfDay: time))))
          let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
          let isRight = trigger.fires(
            addedAt: instance.now, until: SlotInstance.end, deviceZone: .gmt
          ).allSatisfy { fire in
            fire.secondsSince1970 % 86_400 == time
              && days.contains(fire.secondsSince1970 / 86_400 - SlotInstance.days.range.lowerBound)
          }
          #expect(instance.isRight(index, at: [time]) == isRight, "\(pattern) \(instance)")
        }
      }
    }
  }

  @Test func `trying triggers in and out finds what trying every set of them finds`() {
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
        // No fire twice.
        guard union.nonzeroBitCount == total else { continue }
        best = max(best, chosen.reduce(0) { $0 + saved[$1] })
      }
      let choice = ExhaustiveChoice(answered: answered) { answered[$0][0] & answered[$1][0] != 0 }
      #expect(choice.mostSaved == best, "seed \(seed)")
    }
  }
}

/// Which of some triggers save the most slots, where no two of them may answer one fire.
///
/// Each trigger is tried in and out, so nothing is missed. Triggers that no conflict ties together
/// are chosen apart from each other, and a branch ends where one trigger answers all that the
/// others of its part could.
struct ExhaustiveChoice {
  /// The fires before the horizon that each trigger answers, a bit for each fire.
  private let answered: [[UInt64]]
  private let saved: [Int]
  /// The triggers that each can't stand beside.
  private let rivals: [[Int]]

  /// Each answers two fires at least, or it saves nothing; conflicts are asked with the lower index
  /// first.
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

  /// The most slots that can be saved against one-shots for everything.
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

  /// The best of triggers that conflicts tie together.
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
    // Whatever is chosen answers no more than that, and takes a slot at least.
    if with == union.reduce(0, { $0 + $1.nonzeroBitCount }) - 1 { return with }
    return max(with, best(of: part.filter { $0 != trigger }))
  }
}

/// The search for covers, asked for one group that nothing else competes with.
struct GroupSearch {
  private let options: NotificationOptions
  private let lowered: LoweredGroup

  /// Lowers the fires before the horizon's end, ascending, whose triggers are never taken away.
  init(_ wanted: WantedFires, fires: [Instant], _ table: DayClassTable, horizonEnd: Instant) {
    var options = NotificationOptions(now: wanted.now, deviceZone: wanted.zone)
    options.horizon = CalendarDuration(seconds: horizonEnd - wanted.now)
    // Twice that is behind all that is known.
    options.renewWithin = CalendarDuration(seconds: wanted.end - wanted.now)
    options.limit = fires.count
    self.options = options
    let group = FireGroup(fires, wanted.zone)
    let lowering = Lowering(
      options, ProofRange(now: wanted.now, end: wanted.end, table: table))
    lowered = lowering.lowered(group, wanted)
  }

  /// The cover that answers everything before the horizon's end with the fewest slots.
  var smallestCover: Cover? {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .covers(upTo: options.window.upperBound, isNext: true).min { $0.slots < $1.slots }
  }

  /// What it says that this takes.
  var fewestSlots: Int {
    CoverSearch(lowered, options, pending: PendingIdentifiers())
      .fewestSlots(upTo: options.window.upperBound)
  }
}

/// The search for triggers against all sets of triggers, each simulated through clock changes.
@Suite struct ClockChangeSlotsTests {
  private func expectFewest(_ seeds: Range<UInt64>, at minutes: [Int]) throws {
    let zones = try [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata",
    ].map(TestCalendars.zone)
    for seed in seeds {
      let instance = ClockChangeSlots(seed: seed, zones: zones, times: minutes.map { $0 * 60 })
      #expect(instance.foundSlots() == instance.fewestSlots(), "\(instance)")
    }
  }

  @Test func `no cover is smaller where the clock changes at other times of day`() throws {
    try expectFewest(0..<100, at: [540, 1_050, 1_425])
  }

  /// The search does not claim it there: a moved fire is one of another time of day.
  @Test func `no cover that was found is smaller at the very times that clock changes move`()
    throws
  {
    try expectFewest(100..<250, at: [0, 30, 60, 90, 120, 135, 150, 180, 210])
  }
}

/// What is asked for at a few times of day in a zone with clock changes, from one seed.
///
/// Everything is told by instants: what a trigger fires is what the simulator says it fires.
struct ClockChangeSlots: CustomStringConvertible {
  let zone: Zone
  let now, horizonEnd: Instant
  /// Ascending, strictly after now and before the end of the days.
  let wanted: [Instant]
  /// The times of day that the wall clock shows.
  let times: [Int]
  let description: String

  init(seed: UInt64, zones: [Zone], times choice: [Int]) {
    var random = SplitMix(seed: seed)
    var days = RandomDays(SlotInstance.days)
    let zone = random.pick(zones) ?? .gmt
    now =
      Instant(secondsSince1970: (20_454 + random.number(0...1_400)) * 86_400)
      + random.number(0...86_399)
    let horizon = random.pick([20, 45, 100, 200, 366, 380]) ?? 366
    horizonEnd = now + horizon * 86_400
    let start = SlotInstance.days.range.lowerBound
    var instants: Set<Instant> = []
    var note = ""
    for _ in 0..<(random.oneIn(3) ? 2 : 1) {
      let time = random.pick(choice) ?? 0
      // An exact hour before a time by the clock is another time on the day of a clock change.
      let shift = random.oneIn(4) ? 3_600 : 0
      note += "at \(time / 60) min, \(shift) s before: "
      let bits = days.make(from: now.secondsSince1970 / 86_400 - start, over: horizon, &random)
      for day in 0..<SlotInstance.days.range.count where bits.contains(day) {
        instants.insert(
          zone.instant(of: CivilDateTime(dayNumber: day + start, secondOfDay: time)) + -shift)
      }
    }
    let first = now
    wanted = instants.filter { $0 > first && $0 < SlotInstance.end }.sorted()
    times = Set(wanted.map { zone.civil(at: $0).time.secondOfDay }).sorted()
    self.zone = zone
    description =
      "seed \(seed): now \(now), \(horizon) days, \(zone.identifier) \(note)\(days.text)"
  }

  /// The fires of a class of days at a time; nil where one of them isn't asked for.
  func fires(_ dayClass: DayClass, _ time: TimeClass, in asked: Set<Instant>) -> [Instant]? {
    guard let pattern = CalendarPattern(dayClass, time),
      let trigger = CalendarTrigger(pattern: pattern, zone: .pinned(zone))
    else { return nil }
    var fires: [Instant] = []
    for fire in trigger.fires(addedAt: now, until: SlotInstance.end, deviceZone: zone) {
      guard asked.contains(fire) else { return nil }
      fires.append(fire)
    }
    return fires
  }

  /// The fewest slots of all covers.
  func fewestSlots() -> Int {
    let asked = Set(wanted)
    let soon = wanted.prefix { $0 < horizonEnd }
    var classes: Set<DayClass> = []
    for instant in soon {
      let day = zone.civil(at: instant).dayNumber - SlotInstance.days.range.lowerBound
      for index in SlotInstance.days.classesOfDay[day] {
        classes.insert(SlotInstance.days.classes[index])
      }
    }
    // A class at one of the times, though a clock change may have moved the fire there.
    let triggers = times.flatMap { time in
      classes.compactMap { fires($0, .time(TimeOfDay(secondOfDay: time)), in: asked) }
    }.filter { $0.count > 1 && $0[1] < horizonEnd }
    let sets = triggers.map(Set.init)
    let answered = sets.map { set in
      var bits = Array(repeating: UInt64(0), count: soon.count / 64 + 1)
      for (index, instant) in soon.enumerated() where set.contains(instant) { bits.insert(index) }
      return bits
    }
    let choice = ExhaustiveChoice(answered: answered) { !sets[$0].isDisjoint(with: sets[$1]) }
    return soon.count - choice.mostSaved
  }

  /// The slots of the cover that the search finds; nil where it is wrong.
  func foundSlots() -> Int? {
    var fires = TimedDays(in: zone, days: SlotInstance.days.range)
    for instant in wanted { fires.insert(instant) }
    let search = GroupSearch(
      WantedFires(fires, now: now, end: SlotInstance.end),
      fires: wanted.filter { $0 < horizonEnd }, SlotInstance.table, horizonEnd: horizonEnd)
    guard let cover = search.smallestCover, cover.slots == search.fewestSlots else { return nil }
    var left = Set(wanted)
    for pattern in cover.repeating.map(\.proven.trigger.pattern) {
      guard let own = self.fires(pattern.days, pattern.time, in: left) else { return nil }
      left.subtract(own)
    }
    return cover.repeating.count + left.count { $0 < horizonEnd }
  }
}

extension FireGroup {
  /// The first alerts of one event.
  convenience init(_ instants: [Instant], _ zone: Zone) {
    self.init(
      reminder: Reminder.ID(uid: "event", alarm: 0), key: FireKey(repetition: 0, component: 0),
      content: TestCalendars.content("Title"), identifierPrefix: "event", instants: instants,
      zone: zone, isFloating: false, cut: nil)
  }
}
