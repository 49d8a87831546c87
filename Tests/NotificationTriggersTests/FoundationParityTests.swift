import CivilTime
import Foundation
import NotificationTriggers
import SeededRandom
import Testing

/// Foundation's Gregorian calendar in a zone, called as the system calls it.
struct FoundationOracle {
  let calendar: Calendar

  init?(zoneNamed name: String) {
    guard let timeZone = TimeZone(identifier: name) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  func nextFire(of components: TriggerComponents, after base: Instant) -> Instant? {
    nextDate(after: base, matching: DateComponents(components))
  }

  func nextDate(after base: Instant, matching components: DateComponents) -> Instant? {
    calendar.nextDate(
      after: base.date, matching: components,
      matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first,
      direction: .forward
    )
    .map { Instant($0) }
  }
}

extension DateComponents {
  init(_ components: TriggerComponents) {
    self.init(
      year: components.year, month: components.month, day: components.day,
      hour: components.hour, minute: components.minute, second: components.second,
      weekday: components.weekday, weekdayOrdinal: components.weekdayOrdinal)
  }
}

/// The zones of the tests.
enum TestZones {
  static let database = ZoneDatabase()

  /// Common ones, half an hour, two hours, negative saving, the date line, midnight gaps, no
  /// change.
  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
    "Africa/Casablanca", "Pacific/Apia", "Pacific/Kiritimati", "America/Sao_Paulo",
    "Africa/Cairo", "Asia/Kolkata", "GMT", "America/Havana", "Asia/Beirut", "Asia/Tehran",
    "Pacific/Chatham", "America/Santiago", "Etc/GMT+5",
  ]
}

/// Compares the simulator with Foundation's calendar, from difficult base instants.
@Suite struct FoundationParityTests {
  /// From 1981 to 2100; before that, Kiritimati had a gap of forty minutes.
  private static let instants = 347_155_200..<4_102_444_800

  private static let distances = [
    0, -1, 1, 1_799, 1_800, -1_800, 3_599, 3_600, 3_601, -3_600, 7_200, -7_200, 43_200, 86_400,
    -86_400,
  ]

  @Test(arguments: TestZones.names)
  func `the simulator matches Foundation from any instant`(_ name: String) throws {
    let seed: UInt64 = 20_260_105
    var random = SplitMix(seed: seed)
    let zone = try #require(TestZones.database.zone(named: name))
    let oracle = try #require(FoundationOracle(zoneNamed: name))
    let changes = zone.transitions.map(\.instant.secondsSince1970)
      .filter(FoundationParityTests.instants.contains)
    for round in 0..<5_000 {
      var seconds = Int.random(in: FoundationParityTests.instants, using: &random)
      if round % 5 > 0, let change = random.pick(changes) {
        let distance = random.pick(FoundationParityTests.distances) ?? 0
        seconds =
          change
          + (round % 2 == 0 ? distance : Int.random(in: -250_000...250_000, using: &random))
      }
      var base = Instant(secondsSince1970: seconds)
      guard let pattern = CalendarPattern.random(near: zone.civil(at: base), using: &random) else {
        continue
      }
      if round % 4 == 0, let fire = pattern.nextFire(after: base, in: zone) {
        base = fire + (random.pick([0, 0, 0, 1, -1]) ?? 0)
      }
      if pattern.hasPassed(at: base, in: zone) { continue }
      let expected = oracle.nextFire(of: pattern.components, after: base)
      let answer = pattern.nextFire(after: base, in: zone)
      #expect(
        answer == expected, "seed \(seed), round \(round): \(pattern) in \(name) after \(base)")
    }
  }

  @Test(arguments: TestZones.names)
  func `chains of fires across clock changes match Foundation`(
    _ name: String
  ) throws {
    let seed: UInt64 = 64
    var random = SplitMix(seed: seed)
    let zone = try #require(TestZones.database.zone(named: name))
    let oracle = try #require(FoundationOracle(zoneNamed: name))
    for round in 0..<48 {
      // A Friday in the weeks before most zones' changes, 2010 to 2033.
      let start = Instant(secondsSince1970: 1_268_352_000 + round / 2 * 31_556_952)
      let change = zone.transitions(in: start..<start + 366 * 86_400).first?.instant ?? start
      guard let pattern = CalendarPattern.random(near: zone.civil(at: change), using: &random),
        !pattern.isOnce
      else { continue }
      var base = pattern.time.period == 86_400 ? start : change - 10_000
      var expected: [Instant] = []
      while expected.count < 24, let next = oracle.nextFire(of: pattern.components, after: base) {
        expected.append(next)
        base = next
      }
      let first = pattern.time.period == 86_400 ? start : change - 10_000
      let fires = TriggerFireDates(of: pattern, in: zone, addedAt: first, until: base + 1)
      #expect(Array(fires) == expected, "seed \(seed), round \(round): \(pattern) in \(name)")
    }
  }

  @Test func `a past date never fires, although Foundation returns the next month`() throws {
    let zone = try #require(TestZones.database.zone(named: "America/Sao_Paulo"))
    let oracle = try #require(FoundationOracle(zoneNamed: "America/Sao_Paulo"))
    let date = try #require(CivilDate(year: 2014, month: 11, day: 13))
    let pattern = try #require(
      CalendarPattern(.once(date), at: .time(TimeOfDay(secondOfDay: 86_399))))
    let base = try #require(Instant(iso8601: "2014-11-14T00:00:00-02:00"))
    #expect(pattern.nextFire(after: base, in: zone) == nil)
    #expect(
      oracle.nextFire(of: pattern.components, after: base)
        == Instant(iso8601: "2014-12-01T23:59:59-02:00"))
  }

  @Test func `a gap of forty minutes at midnight moves a yearly date by a month`() throws {
    // The simulator differs from Foundation in Kiritimati on 1979-10-01 only, which no plan
    // includes.
    let zone = try #require(TestZones.database.zone(named: "Pacific/Kiritimati"))
    let oracle = try #require(FoundationOracle(zoneNamed: "Pacific/Kiritimati"))
    let pattern = try #require(
      CalendarPattern(.date(month: 10, day: 1), at: .time(TimeOfDay(secondOfDay: 1_800))))
    let base = try #require(Instant(iso8601: "1979-09-30T22:00:00-10:40"))
    #expect(pattern.nextFire(after: base, in: zone) == Instant(iso8601: "1979-11-01T10:30:00Z"))
    #expect(
      oracle.nextFire(of: pattern.components, after: base)
        == Instant(iso8601: "1979-11-01T10:30:00Z"))
  }
}

extension CalendarPattern {
  /// A pattern of any class, in half of the cases one that fires near a local time.
  static func random(
    near civil: CivilDateTime, using random: inout SplitMix
  ) -> CalendarPattern? {
    let isNear = Bool.random(using: &random)
    let day = civil.dayNumber + (isNear ? 0 : Int.random(in: 0..<400, using: &random))
    let date = CivilDate(dayNumber: day)
    let weekday = Weekday(dayNumber: day)
    let hour = random.pick([civil.hour, 0, 1, 2, 3, 23, Int.random(in: 0..<24, using: &random)])
    let minute = random.pick([civil.minute, 0, 15, 30, 45, 59]) ?? 0
    let second = random.pick([0, 0, 59, civil.second]) ?? 0
    let time = TimeClass.time(TimeOfDay(secondOfDay: (hour ?? 0) * 3_600 + minute * 60 + second))
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return CalendarPattern(.everyDay, at: .everyMinute(second: second))
    case 1: return CalendarPattern(.everyDay, at: .everyHour(minute: minute, second: second))
    case 2:
      return CalendarPattern(.weekday(weekday), at: .everyHour(minute: minute, second: second))
    case 3: return CalendarPattern(.everyDay, at: time)
    case 4: return CalendarPattern(.weekday(weekday), at: time)
    case 5: return CalendarPattern(.dayOfMonth(date.day), at: time)
    case 6: return CalendarPattern(.date(month: date.month, day: date.day), at: time)
    case 7:
      return CalendarPattern(
        .ordinalWeekday(month: date.month, weekday: weekday, ordinal: (date.day + 6) / 7), at: time)
    default: return CalendarPattern(.once(date), at: time)
    }
  }

  /// Whether it is a single date with a time before an instant.
  ///
  /// Foundation needs milliseconds for such dates, and is wrong for some.
  func hasPassed(at base: Instant, in zone: Zone) -> Bool {
    guard case .once(let date) = days else { return false }
    let nominal = CivilDateTime(dayNumber: date.dayNumber, secondOfDay: time.offsetInPeriod)
    let first = zone.instant(of: nominal)
    return zone.civil(at: base) >= nominal && (zone.otherPass(of: first) ?? first) <= base
      || isInGap(nominal, of: zone) && zone.civil(at: base) >= nominal
  }

  private func isInGap(_ civil: CivilDateTime, of zone: Zone) -> Bool {
    if case .gap = zone.resolve(civil) { true } else { false }
  }
}
