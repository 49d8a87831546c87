import CivilTime
import Foundation
import NotificationTriggers
import SeededRandom

// Measures the simulator of triggers and Foundation's search, in nanoseconds for one next fire.
// `FoundationParityTests` compares the results. `run.py` runs this program and the other
// benchmarks.

/// A trigger's pattern and the start of the search for its next fire.
struct Question {
  let pattern: CalendarPattern
  let zone: Zone
  let base: Instant
}

/// Patterns of each shape that fire at a wall-clock time; nil if the shape cannot match its day.
let shapes: [(name: String, pattern: (CivilDateTime) -> CalendarPattern?)] = [
  ("every minute", { CalendarPattern(.everyDay, at: .everyMinute(second: $0.second)) }),
  (
    "every hour",
    { CalendarPattern(.everyDay, at: .everyHour(minute: $0.minute, second: $0.second)) }
  ),
  (
    "weekday, every hour",
    {
      CalendarPattern(
        .weekday($0.date.weekday), at: .everyHour(minute: $0.minute, second: $0.second))
    }
  ),
  ("every day", { CalendarPattern(.everyDay, at: .time($0.time)) }),
  ("weekday", { CalendarPattern(.weekday($0.date.weekday), at: .time($0.time)) }),
  ("day of month", { CalendarPattern(.dayOfMonth($0.date.day), at: .time($0.time)) }),
  (
    "date",
    { CalendarPattern(.date(month: $0.date.month, day: $0.date.day), at: .time($0.time)) }
  ),
  (
    "nth weekday of month",
    {
      CalendarPattern(
        .ordinalWeekday(
          month: $0.date.month, weekday: $0.date.weekday, ordinal: $0.date.weekdayOrdinal),
        at: .time($0.time))
    }
  ),
  ("once", { CalendarPattern(.once($0.date), at: .time($0.time)) }),
]

/// Ten years from 2026-01-01T00:00:00Z.
let start = Instant(secondsSince1970: 1_767_225_600)
let years = 10 * 366 * 86_400
let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "GMT"]
  .compactMap(ZoneDatabase().zone(named:))

/// Makes random questions, either within thirty hours of a clock change or at any instant.
///
/// Few instants are near a clock change.
func questions(
  _ pattern: (CivilDateTime) -> CalendarPattern?, nearChange: Bool, using random: inout SplitMix
) -> [Question] {
  var questions: [Question] = []
  while questions.count < 1_000 {
    guard let zone = random.pick(zones) else { break }
    var base = start + random.number(0...years)
    if nearChange {
      let changes = Array(zone.transitions(in: start..<start + years))
      guard let change = random.pick(changes) else { continue }
      base = change.instant + random.number(-108_000...108_000)
    }
    let named = zone.civil(at: base + random.number(1...400 * 86_400))
    // A date that has passed never fires, but Foundation's search for it takes long.
    guard let pattern = pattern(named), !pattern.isOnce || zone.civil(at: base) < named else {
      continue
    }
    questions.append(Question(pattern: pattern, zone: zone, base: base))
  }
  return questions
}

/// The shortest time of five runs, in nanoseconds for one answer.
func nanoseconds(_ count: Int, _ answers: () -> [Instant?]) -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    var answered = 0
    let time = ContinuousClock().measure { answered = answers().count }
    precondition(answered == count)
    best = min(best, time / .nanoseconds(1) / Double(count))
  }
  return best
}

/// Measures the simulator and Foundation, in nanoseconds for one answer.
func compare(_ questions: [Question]) -> (own: Double, foundation: Double) {
  let prepared = questions.map { question in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: question.zone.identifier) ?? .gmt
    let parts = question.pattern.components
    let components = DateComponents(
      year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
      minute: parts.minute, second: parts.second, weekday: parts.weekday,
      weekdayOrdinal: parts.weekdayOrdinal)
    return (calendar, components, question.base.date)
  }
  let own = nanoseconds(questions.count) {
    questions.map { $0.pattern.nextFire(after: $0.base, in: $0.zone) }
  }
  let foundation = nanoseconds(questions.count) {
    prepared.map { calendar, components, base in
      calendar.nextDate(
        after: base, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents,
        repeatedTimePolicy: .first
      ).map { Instant($0) }
    }
  }
  return (own, foundation)
}

var random = SplitMix(seed: 20_280_103)
print("Simulator: ns for the next fire, beside Foundation's Calendar.nextDate; best of 5 runs")
for (name, pattern) in shapes {
  for (place, isNear) in [("from any instant", false), ("near a clock change", true)] {
    let (own, foundation) = compare(questions(pattern, nearChange: isNear, using: &random))
    let numbers = [own, foundation, foundation / own].map { Int($0.rounded()) }
    print("  \(name), \(place): \(numbers[0]), \(numbers[1]), \(numbers[2]) times as fast")
  }
}
