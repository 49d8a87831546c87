import CivilTime
import NotificationTriggers
import SeededRandom

@testable import ReminderCompiler

/// Days that are asked for at a few times of day, on a clock that is never changed, from one seed.
struct SlotInstance: CustomStringConvertible {
  /// The days from 31 December 2025 on.
  static let days = SafeDays(20_453..<26_300)
  static let table = DayClassTable(days.range)
  /// Midnight on 1 January 2042: in the twelve years before, every date meets every weekday.
  static let end = Instant(secondsSince1970: 26_298 * 86_400)

  let now, horizonEnd: Instant
  /// The days by time of day, in seconds since midnight.
  private(set) var wanted: [Int: DayBits] = [:]
  let description: String

  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var notes = RandomDays(SlotInstance.days)
    now =
      Instant(secondsSince1970: (20_454 + random.number(0...1_500)) * 86_400)
      + random.number(0...86_399)
    let isHourly = random.oneIn(40)
    let horizon =
      isHourly
      ? random.number(7...50)
      : random.pick([
        20, 40, 60, 100, 150, 200, 300, 366, 366, 366, 366, random.oneIn(4) ? 800 : 380,
      ]) ?? 366
    horizonEnd = now + horizon * 86_400
    let first = now.secondsSince1970 / 86_400 - SlotInstance.days.range.lowerBound
    if isHourly {
      // Hours of a day: the same days at all of them, more at some.
      let minute = random.number(0...59)
      var days = notes.make(from: first, over: horizon, &random)
      var more = notes.make(from: first, over: horizon, &random)
      if random.oneIn(2) {
        // One weekday at all hours, every day at some: either stands in the other's way.
        let weekday = random.pick(Weekday.allCases) ?? .monday
        days = SlotInstance.days.bits[SlotInstance.days.indices[.weekday(weekday)] ?? 0]
        more = SlotInstance.days.bits[SlotInstance.days.indices[.everyDay] ?? 0]
      }
      for hour in 0..<24 { wanted[hour * 3_600 + minute * 60] = days }
      for _ in 0..<(random.pick([0, 3, 20, 40]) ?? 0) {
        let time = random.number(0...23) * 3_600 + minute * 60
        for word in more.indices { wanted[time]?[word] |= more[word] }
      }
    } else {
      for _ in 0..<(random.oneIn(5) ? random.number(2...3) : 1) {
        wanted[random.number(0...86_399)] = notes.make(from: first, over: horizon, &random)
      }
    }
    description = "seed \(seed): now \(now), \(horizon) days, \(notes.text)"
  }

  /// Where the days lie, counted from the range's first, whose fires at a time lie after now and
  /// before an instant.
  func window(at time: Int, before instant: Instant) -> Range<Int> {
    let first = SlotInstance.days.range.lowerBound
    let start = (now.secondsSince1970 - time).floorQuotient(86_400) + 1 - first
    let end = (instant.secondsSince1970 - time - 1).floorQuotient(86_400) + 1 - first
    return start..<max(start, end)
  }

  /// What is asked for before the horizon, by time and day.
  var fires: [(time: Int, day: Int)] {
    wanted.sorted { $0.key < $1.key }.flatMap { time, days in
      window(at: time, before: horizonEnd).filter(days.contains).map { (time, $0) }
    }
  }

  /// Whether a class of days at some times fires nothing but what is asked for.
  func isRight(_ dayClass: Int, at times: [Int]) -> Bool {
    times.allSatisfy { time in
      wanted[time].map {
        SlotInstance.days.bits[dayClass].isSubset(
          of: $0, in: window(at: time, before: SlotInstance.end))
      } ?? false
    }
  }

  /// Whether two classes of days ever fire on one day at a time.
  func meet(_ first: Int, _ second: Int, at time: Int) -> Bool {
    SlotInstance.days.lastMeetings[first][second]
      >= window(at: time, before: SlotInstance.end).lowerBound
  }

  /// What the search under test is given.
  var wantedFires: WantedFires {
    let range = SlotInstance.days.range
    var fires = TimedDays(in: .gmt, days: range)
    for (time, days) in wanted {
      fires.days[TimeOfDay(secondOfDay: time)] = DaySet(in: range) {
        days.contains($0 - range.lowerBound)
      }
    }
    return WantedFires(fires, now: now, end: SlotInstance.end)
  }
}

/// Days of all kinds that calendars ask for, with holes, late starts and ends.
struct RandomDays {
  private let all: SafeDays
  private(set) var text = ""

  init(_ all: SafeDays) {
    self.all = all
  }

  /// Makes days; `first` and `horizon` are where holes are of interest.
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

/// Every class of days that is safe to name, over days that are walked one by one.
///
/// It shares no arithmetic with what it is compared to; see ``DayWalk``.
struct SafeDays {
  /// The days, as days since 1970-01-01.
  let range: Range<Int>
  private(set) var classes: [DayClass] = []
  /// The days of each class.
  private(set) var bits: [DayBits] = []
  /// The classes that each day of the range belongs to.
  private(set) var classesOfDay: [[Int]] = []
  /// Where each class stands.
  private(set) var indices: [DayClass: Int] = [:]
  /// The last day that two classes share, from the range's first; -1 where they never meet.
  private(set) var lastMeetings: [[Int]] = []

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
    lastMeetings = classes.map { _ in Array(repeating: -1, count: classes.count) }
    for (day, own) in classesOfDay.enumerated() {
      for first in own { for second in own { lastMeetings[first][second] = day } }
    }
  }

  /// No day of the range.
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

  /// Whether all bits of a range are also in another set.
  func isSubset(of other: DayBits, in range: Range<Int>) -> Bool {
    DayBits.words(range) { self[$0] & ~other[$0] & $1 == 0 }
  }

  /// Takes away the bits of a range that are in another set.
  mutating func subtract(_ other: DayBits, in range: Range<Int>) {
    _ = DayBits.words(range) { word, mask in
      self[word] &= ~(other[word] & mask)
      return true
    }
  }

  /// How many bits of a range there are.
  func count(in range: Range<Int>) -> Int {
    var count = 0
    _ = DayBits.words(range) { word, mask in
      count += (self[word] & mask).nonzeroBitCount
      return true
    }
    return count
  }

  /// Whether a predicate holds for each word of a range of bits, given with its mask.
  private static func words(_ range: Range<Int>, _ holds: (Int, UInt64) -> Bool) -> Bool {
    var word = range.lowerBound / 64
    while word * 64 < range.upperBound {
      let low: UInt64 = ~0 << UInt64(Swift.max(0, range.lowerBound - word * 64))
      let high = range.upperBound - word * 64
      if !holds(word, high >= 64 ? low : low & ~(~0 << UInt64(high))) { return false }
      word += 1
    }
    return true
  }
}
