import CalendarFixtures
import CivilTime
package import ICalendar
package import ReminderCompiler
import SeededRandom

/// A random calendar, device and instant from one seed.
package struct RandomCalendar: CustomStringConvertible {
  package private(set) var components: [CalendarComponent] = []
  package private(set) var options: NotificationOptions
  package let deviceZone: String

  package init(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    deviceZone = random.pick(RandomSeries.zoneNames) ?? "GMT"
    options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: deviceZone)
    options.now = try RandomCalendar.now(using: &random)
    options.limit = random.pick([6, 16, 40, 64, 64]) ?? 64
    options.reserve = random.oneIn(4) ? 2 : 0
    options.renewWithin = CalendarDuration(days: random.pick([1, 7, 7, 20]) ?? 7)
    let isDense = random.oneIn(5)
    options.horizon = CalendarDuration(
      days: isDense ? random.number(2...15) : random.pick([20, 45, 100, 366]) ?? 45)
    addQuietHours(using: &random)
    let today = options.now.civilInUTC.dayNumber
    var source = RandomRule(seed: random.next())
    for index in 0..<random.number(1...3) {
      let first = today - (random.oneIn(3) ? 700 : 0)
      let series = RandomSeries(
        isDense && index == 0 ? .dense : .usual, startingIn: first - 50...first + 9,
        onDeviceIn: options.deviceZone, endingIn: today...today + 300)
      components += try series.components("series-\(index)", using: &source)
    }
  }

  package var description: String {
    "now \(options.now), \(deviceZone), horizon \(options.horizon), renew \(options.renewWithin), "
      + "\(options.limit) - \(options.reserve) slots, quiet hours \(options.quietHours)"
      + (options.dropsQuietFires ? " drop: " : ": ") + "\(components)"
  }

  /// Any second of some years, or one near or inside a clock change.
  private static func now(using random: inout SplitMix) throws -> Instant {
    let zone = try TestCalendars.zone(random.pick(RandomSeries.zoneNames) ?? "GMT")
    let first = try TestCalendars.instant("2025-06-01T00:00:00Z")
    let some = first + random.number(0...63_072_000)
    guard random.oneIn(3),
      let change = zone.transitions(in: some..<some + 366 * 86_400).first
    else { return some }
    return change.instant + (random.pick([-90_000, -3_600, -1, 0, 1, 1_800, 3_599, 7_000]) ?? 0)
  }

  /// Adds quiet hours to one calendar in three.
  private mutating func addQuietHours(using random: inout SplitMix) {
    guard random.oneIn(3) else { return }
    options.quietHours = (0..<random.number(1...2)).compactMap { _ in
      let times = (0...1).map { _ in TimeOfDay(secondOfDay: random.number(0...95) * 900) }
      let rule = random.pick(["", "", "=UID:series-0", "=UID:series-?"]) ?? ""
      return QuietHoursRule("\(times[0])-\(times[1])" + rule)
    }
    options.quietHoursLead = CalendarDuration(seconds: 600 * random.number(0...3))
    options.dropsQuietFires = random.oneIn(4)
  }
}
