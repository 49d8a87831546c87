import CivilTime
import SeededRandom
import SystemdTimers
import Testing

/// Lines for instants without any rule behind them, against brute force.
///
/// Where the instants lie in few months, on few weekdays and at few times of day, no product of
/// sets has fewer lines, which going through all of them shows. Elsewhere they are only few.
@Suite struct FewestLinesTests {
  /// Instants in two to four weeks of two months, some of them across a year's end.
  private func instants(_ generator: inout SplitMix) -> (Range<Int>, [Instant]) {
    let firstDays = ["2026-01-20", "2025-12-18", "2028-02-15", "2026-04-20"]
    let text = firstDays[Int.random(in: 0..<4, using: &generator)]
    let first = (Instant(iso8601: text + "T00:00:00Z") ?? .endOfProof).civilInUTC.dayNumber
    let days = first..<first + Int.random(in: 14...28, using: &generator)
    var weekdays = Set((0..<3).map { _ in Int.random(in: 0..<7, using: &generator) })
    if Int.random(in: 0..<3, using: &generator) == 0 { weekdays.insert(2) }
    let hours = Int.random(in: 0..<3, using: &generator) == 0 ? [9, 13] : [9]
    let density = [50, 80, 95].randomElement(using: &generator) ?? 50
    let instants = days.filter { weekdays.contains(($0 + 3) % 7) }.flatMap { day in
      hours.filter { _ in Int.random(in: 0..<100, using: &generator) < density }.map {
        Instant(secondsSince1970: day * 86_400 + $0 * 3_600)
      }
    }
    return (days, instants)
  }

  private func lines(_ instants: [Instant], _ window: Range<Instant>) throws -> ExpressionCover {
    var wanted = TimedDays(
      in: .gmt,
      days: window.lowerBound.civilInUTC.dayNumber - 1..<window.upperBound.civilInUTC.dayNumber + 2)
    for instant in instants { wanted.insert(instant) }
    return try #require(
      ExpressionCover(ElapseSpecification(wanted, in: window, knownUntil: nil), zone: .utc))
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `few dates have no more lines than brute force finds necessary`(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let (days, instants) = instants(&generator)
    guard !instants.isEmpty else { return }
    let window =
      Instant(
        secondsSince1970: days.lowerBound * 86_400)..<Instant(
        secondsSince1970: days.upperBound * 86_400)
    let cover = try lines(instants, window)
    let lastMonth = window.upperBound.civilInUTC.date
    let end = CivilDate(uncheckedYear: lastMonth.year, month: 12, day: 31).dayNumber
    let cubes = BruteForceCubes(
      wanted: Set(
        instants.map {
          BruteForceCubes.Moment(date: $0.civilInUTC.date, hour: $0.civilInUTC.hour)
        }),
      start: CivilDate(dayNumber: days.lowerBound),
      dates: (days.lowerBound...end).map { CivilDate(dayNumber: $0) })
    let text = "seed \(seed): \(cover.lines.map(\.description))"
    let fires = CalendarExpression.elapses(
      of: cover.lines, in: window, localZone: .gmt, zone: { _ in nil })
    #expect(fires == instants, "\(text)")
    #expect(cover.isFewest, "\(text)")
    #expect(cover.lines.count <= cubes.fewest(), "\(text)")
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `sixteen dates without any pattern have lines that are known to be the fewest`(
    _ seed: UInt64
  ) throws {
    var generator = SplitMix(seed: seed)
    let start = try #require(Instant(iso8601: "2027-01-01T00:00:00Z"))
    let days = [40, 90, 270, 540][generator.number(0...3)]
    let instants = Set((0..<16).map { _ in start + generator.number(1...days) * 86_400 + 32_400 })
    let cover = try lines(instants.sorted(), start..<start + 600 * 86_400)
    #expect(cover.isFewest, "seed \(seed): \(cover.lines.map(\.description))")
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `dates of three lines have three lines at most, however many they are`(
    _ seed: UInt64
  ) throws {
    var generator = SplitMix(seed: seed)
    let start = try #require(Instant(iso8601: "2027-01-01T00:00:00Z"))
    let window = start..<start + 731 * 86_400
    let first = start.civilInUTC.dayNumber
    var days: Set<Int> = []
    for _ in 0..<3 {
      let weekdays = Set((0...generator.number(0...9)).map { _ in generator.number(0...6) })
      let months = Set((0...generator.number(0...5)).map { _ in generator.number(1...12) })
      let numbers = Set((0...generator.number(1...11)).map { _ in generator.number(1...28) })
      let fromEnd = generator.oneIn(3)
      let own = (first..<first + 731).filter { day in
        let date = CivilDate(dayNumber: day)
        let length = CivilDate.length(ofMonth: date.month, year: date.year)
        return weekdays.contains(date.weekday.rawValue) && months.contains(date.month)
          && numbers.contains(fromEnd ? length - date.day + 1 : date.day)
      }
      // systemd takes few days from the month's end in one line; a run of them is always one.
      let kept = fromEnd ? own.filter { CivilDate(dayNumber: $0 + 7).day <= 7 } : own
      days.formUnion(kept)
    }
    let instants = days.sorted().map { Instant(secondsSince1970: $0 * 86_400 + 32_400) }
    let cover = try lines(instants, window)
    let text = "seed \(seed): \(cover.lines.map(\.description))"
    #expect(cover.lines.count <= 3, "\(text)")
    let fires = CalendarExpression.elapses(
      of: cover.lines, in: window, localZone: .gmt, zone: { _ in nil })
    #expect(fires == instants, "\(text)")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `dates without any pattern are given exactly, by no more lines than dates`(
    _ seed: UInt64
  ) throws {
    var generator = SplitMix(seed: seed)
    let start = try #require(Instant(iso8601: "2026-03-05T10:00:00Z"))
    let window = start..<start + 400 * 86_400
    let count = Int.random(in: 1...120, using: &generator)
    let instants = Set(
      (0..<count).map { _ in
        start + Int.random(in: 1..<400 * 96, using: &generator) * 900
      }
    ).sorted()
    let cover = try lines(instants, window)
    let fires = CalendarExpression.elapses(
      of: cover.lines, in: window.lowerBound + 1..<window.upperBound, localZone: .gmt,
      zone: { _ in nil })
    #expect(fires == instants, "seed \(seed)")
    #expect(cover.lines.count <= instants.count, "seed \(seed)")
  }
}
