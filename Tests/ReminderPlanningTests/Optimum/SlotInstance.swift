import CivilTime
import NotificationTriggers
import SeededRandom

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// Expected fires at a few times of day in a zone with clock changes, from one seed.
///
/// The fires of a trigger are instants from the simulator.
struct SlotInstance: CustomStringConvertible {
  /// The days from 31 December 2025 on.
  static let days = SafeDays(20_453..<26_300)
  static let table = DayClassTable(days.range)
  /// Midnight on 1 January 2042: within the twelve years before, every date falls on every weekday.
  static let end = Instant(secondsSince1970: 26_298 * 86_400)

  let zone: Zone
  let now, horizonEnd: Instant
  /// The expected instants, ascending, after now and before the end of the days.
  let wanted: [Instant]
  /// The local times of day.
  let times: [Int]
  let description: String

  init(seed: UInt64, zones: [Zone], times choice: [Int]) {
    var random = SplitMix(seed: seed)
    var days = RandomDays(SlotInstance.days)
    let zone = random.pick(zones) ?? .gmt
    now =
      Instant(secondsSince1970: (20_454 + random.number(0...1_400)) * 86_400)
      + random.number(0...86_399)
    // One series at every hour, in a zone without clock changes.
    let isHourly = zone === Zone.gmt && random.oneIn(3)
    let horizon =
      isHourly ? random.number(7...50) : random.pick([20, 45, 100, 200, 366, 380]) ?? 366
    horizonEnd = now + horizon * 86_400
    let start = SlotInstance.days.range.lowerBound
    var instants: Set<Instant> = []
    var note = ""
    for part in 0..<(random.oneIn(3) ? 2 : 1) {
      let time = random.pick(choice) ?? 0
      // An exact hour before a local time is another time on the day of a clock change.
      let shift = random.oneIn(4) ? 3_600 : 0
      note += "at \(time / 60) min, \(shift) s before: "
      let bits = days.make(from: now.secondsSince1970 / 86_400 - start, over: horizon, &random)
      for day in 0..<SlotInstance.days.range.count where bits.contains(day) {
        for hour in 0..<(isHourly && part == 0 ? 24 : 1) {
          let second = (time + hour * 3_600) % 86_400
          instants.insert(
            zone.instant(of: CivilDateTime(dayNumber: day + start, secondOfDay: second)) + -shift)
        }
      }
    }
    let first = now
    wanted = instants.filter { $0 > first && $0 < SlotInstance.end }.sorted()
    times = Set(wanted.map { zone.civil(at: $0).time.secondOfDay }).sorted()
    self.zone = zone
    description =
      "seed \(seed): now \(now), \(horizon) days, \(zone.identifier) \(note)\(days.text)"
  }

  /// The fires of a class of days at a time; nil if one of them isn't expected.
  func fires(_ dayClass: DayClass, _ time: TimeClass, in expected: Set<Instant>) -> [Instant]? {
    guard let pattern = CalendarPattern(dayClass, at: time),
      let trigger = CalendarTrigger(pattern: pattern, zone: .pinned(zone))
    else { return nil }
    var fires: [Instant] = []
    for fire in trigger.fires(addedAt: now, until: SlotInstance.end, deviceZone: zone) {
      guard expected.contains(fire) else { return nil }
      fires.append(fire)
    }
    return fires
  }

  /// The fewest slots of all covers.
  func fewestSlots() -> Int {
    let expected = Set(wanted)
    let soon = wanted.prefix { $0 < horizonEnd }
    var classes: Set<DayClass> = []
    for instant in soon {
      let day = zone.civil(at: instant).dayNumber - SlotInstance.days.range.lowerBound
      for index in SlotInstance.days.classesOfDay[day] {
        classes.insert(SlotInstance.days.classes[index])
      }
    }
    // A class at one of the times, although a clock change may have moved its fire.
    let minutes = Set(times.map { $0 / 60 % 60 })
    let kinds =
      times.map { TimeClass.time(TimeOfDay(secondOfDay: $0)) }
      + minutes.map { .everyHour(minute: $0, second: 0) }
    let triggers = kinds.flatMap { time in classes.compactMap { fires($0, time, in: expected) } }
      .filter { $0.count > 1 && $0[1] < horizonEnd }
    let sets = triggers.map(Set.init)
    let answered = sets.map { set in
      var bits = Array(repeating: UInt64(0), count: soon.count / 64 + 1)
      for (index, instant) in soon.enumerated() where set.contains(instant) { bits.insert(index) }
      return bits
    }
    let choice = ExhaustiveChoice(answered: answered) { !sets[$0].isDisjoint(with: sets[$1]) }
    return soon.count - choice.mostSaved
  }

  /// The slots of the cover that the search finds; nil if the cover is wrong.
  func foundSlots() -> Int? {
    var fires = InstantSet(in: zone, days: SlotInstance.days.range)
    for instant in wanted { fires.insert(instant) }
    let search = GroupSearch(
      GroupSchedule(fires, now: now, end: SlotInstance.end),
      fires: wanted.filter { $0 < horizonEnd }, SlotInstance.table, horizonEnd: horizonEnd)
    guard let cover = search.smallestCover, cover.slots == search.fewestSlots else { return nil }
    var left = Set(wanted)
    for pattern in cover.repeating.compactMap(\.proven.pattern) {
      guard let own = self.fires(pattern.days, pattern.time, in: left) else { return nil }
      left.subtract(own)
    }
    return cover.repeating.count + left.count { $0 < horizonEnd }
  }
}

/// Days of all kinds that occur in calendars, with exceptions, late starts and ends.
struct RandomDays {
  private let all: SafeDays
  private(set) var text = ""

  init(_ all: SafeDays) {
    self.all = all
  }

  /// Makes days with exceptions between `first` and `horizon`.
  mutating func make(from first: Int, over horizon: Int, _ random: inout SplitMix) -> DayBits {
    var days = all.emptyBits
    for _ in 0..<(random.oneIn(3) ? random.number(2...3) : 1) { addPart(to: &days, &random) }
    if random.oneIn(2) {
      for _ in 0..<random.number(1...4) {
        let hole = first + random.number(0...(random.oneIn(3) ? 4_000 : horizon))
        if days.contains(hole) {
          days.remove(hole)
          text += " but \(CivilDate(dayNumber: hole + all.range.lowerBound))"
        }
      }
    }
    if random.oneIn(5) {
      let start = first + random.number(0...400)
      for day in 0..<start { days.remove(day) }
      text += " from \(CivilDate(dayNumber: start + all.range.lowerBound))"
    }
    if random.oneIn(10) {
      let end = first + random.number(0...900)
      for day in end..<all.range.count { days.remove(day) }
      text += " before \(CivilDate(dayNumber: end + all.range.lowerBound))"
    }
    text += " | "
    return days
  }

  private mutating func addPart(to days: inout DayBits, _ random: inout SplitMix) {
    var classes: [DayClass] = []
    let weekdays = Weekday.allCases.filter { _ in random.oneIn(3) }
    let months = random.oneIn(2) ? Array(1...12) : (1...12).filter { _ in random.oneIn(3) }
    let ordinal = random.number(1...5)
    switch random.number(0...6) {
    case 0: classes = [.everyDay]
    case 1: classes = weekdays.map { .weekday($0) }
    case 2: classes = (0..<random.number(1...4)).map { _ in .dayOfMonth(random.number(1...28)) }
    case 3:
      let day = random.number(1...31)
      classes = months.map { .date(month: $0, day: day) }
    case 4:
      classes = months.flatMap { month in
        weekdays.map { .ordinalWeekday(month: month, weekday: $0, ordinal: ordinal) }
      }
    case 5:
      let month = random.number(1...12)
      classes = (1...31).map { .date(month: month, day: $0) }
    default:
      let interval = random.number(2...14)
      for day in stride(from: random.number(0...13), to: all.range.count, by: interval) {
        days.insert(day)
      }
      text += " every \(interval) days"
    }
    for index in classes.compactMap({ all.indices[$0] }) {
      for word in days.indices { days[word] |= all.bits[index][word] }
    }
    if let first = classes.first, let last = classes.last {
      text += " \(classes.count): \(first) to \(last)"
    }
  }
}

/// Days as bits, from the first day of a range.
typealias DayBits = [UInt64]

/// Every class of days that a trigger may use, over days that are counted one by one.
///
/// It shares no arithmetic with the code under test; see ``DayWalk``.
struct SafeDays {
  /// The days, as days since 1970-01-01.
  let range: Range<Int>
  private(set) var classes: [DayClass] = []
  /// The days of each class.
  private(set) var bits: [DayBits] = []
  /// The indices of the classes that include each day.
  private(set) var classesOfDay: [[Int]] = []
  /// The index of each class.
  private(set) var indices: [DayClass: Int] = [:]

  init(_ range: Range<Int>) {
    self.range = range
    for walked in DayWalk.days[range] {
      let own = SafeDays.classes(of: walked).map { dayClass in
        let index = indices[dayClass] ?? classes.count
        if index == classes.count {
          indices[dayClass] = index
          classes.append(dayClass)
          bits.append(emptyBits)
        }
        bits[index].insert(walked.number - range.lowerBound)
        return index
      }
      classesOfDay.append(own)
    }
  }

  /// The empty set of days.
  var emptyBits: DayBits { Array(repeating: 0, count: range.count / 64 + 1) }

  private static func classes(of walked: WalkedDay) -> [DayClass] {
    let (month, day, ordinal) = (walked.month, walked.day, walked.ordinal)
    let name = Weekday.allCases[walked.weekday]
    var result: [DayClass] = [.everyDay, .weekday(name)]
    if day <= 28 { result.append(.dayOfMonth(day)) }
    if day <= DayWalk.lengths[month - 1] { result.append(.date(month: month, day: day)) }
    if ordinal < 5 || month != 2 {
      result.append(.ordinalWeekday(month: month, weekday: name, ordinal: ordinal))
    }
    return result
  }
}

extension DayBits {
  mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }

  mutating func remove(_ bit: Int) { self[bit / 64] &= ~(1 << UInt64(bit % 64)) }

  func contains(_ bit: Int) -> Bool { self[bit / 64] >> UInt64(bit % 64) & 1 == 1 }
}
