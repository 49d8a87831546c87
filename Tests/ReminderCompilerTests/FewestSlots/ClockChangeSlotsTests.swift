import CalendarFixtures
import CivilTime
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

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
