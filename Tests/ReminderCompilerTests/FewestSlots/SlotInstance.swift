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

  init(now: Instant, horizonEnd: Instant, wanted: [Int: DayBits], description: String) {
    self.now = now
    self.horizonEnd = horizonEnd
    self.wanted = wanted
    self.description = description
  }

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
