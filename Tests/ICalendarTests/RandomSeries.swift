import CalendarFixtures
import CivilTime
import ICalendar

/// Random series for tests that compare two ways to compute the same fire dates.
enum RandomSeries {
  /// A series of any frequency with exceptions, periods, overrides and repeats, often near clock
  /// changes.
  static func series(
    in zone: Zone, using random: inout RandomRule
  ) throws -> EventSeries {
    let reference: CalendarTime.Reference = .zone(zone)
    let hour = [0, 1, 2, 2, 3, 9, 23][random.number(0...6)]
    let day = CivilDateTime(secondsSince1970: 0).dayNumber + random.number(13_000...15_500)
    let start = CalendarTime(
      CivilDateTime(dayNumber: day, secondOfDay: hour * 3_600 + 900 * random.number(0...3)),
      reference: reference)
    let frequencies: [RecurrenceRule.Frequency] = [.hourly, .daily, .weekly, .monthly, .yearly]
    var rule = random.rule(frequencies[random.number(0...4)])
    if random.chance(1, in: 4) { rule.count = random.number(1...900) }
    var master = CalendarComponent(uid: "a@example.org", start: start)
    master.rules = [rule]
    let elsewhere = try otherZone(using: &random)
    switch random.number(0...3) {
    case 0: master.extent = .lasting(CalendarDuration(days: 1, seconds: 7_200))
    case 1: master.extent = .until(CalendarTime(start.civil + 90_000, reference: elsewhere))
    default: break
    }
    let offsets = [
      CalendarDuration(seconds: -900), .zero, CalendarDuration(days: -1),
      CalendarDuration(seconds: -86_400), CalendarDuration(days: -1, seconds: -7_200),
      CalendarDuration(seconds: 18_000), CalendarDuration(days: -7),
    ]
    let trigger: Alarm.Trigger =
      random.chance(1, in: 6)
      ? .timeOfDay(TimeOfDay(secondOfDay: 9_000))
      : .relative(offsets[random.number(0...6)], to: random.chance(1, in: 3) ? .end : .start)
    let acknowledged = zone.instant(of: start.civil + 86_400 * random.number(0...3_000) + 300)
    master.alarms = [
      Alarm(
        trigger, repeatCount: random.chance(1, in: 3) ? 3 : 0,
        repeatInterval: random.chance(1, in: 2)
          ? CalendarDuration(days: 1) : CalendarDuration(seconds: 600),
        acknowledged: random.chance(1, in: 4) ? acknowledged : nil)
    ]
    func occurrence() -> CalendarTime {
      CalendarTime(start.civil + 86_400 * random.number(1...3_000), reference: reference)
    }
    master.exceptionDates = (0..<random.number(0...3)).map { _ in
      CalendarTime(
        occurrence().civil, isDate: random.chance(1, in: 2), reference: reference)
    }
    if random.chance(1, in: 2) {
      master.recurrenceDates = [
        CalendarComponent.RecurrenceDate(
          occurrence(), extent: .lasting(CalendarDuration(seconds: 25_200)))
      ]
    }
    guard random.chance(1, in: 2) else { return EventSeries(master: master) }
    var override = CalendarComponent(uid: master.uid, start: occurrence())
    override.recurrenceID = CalendarComponent.RecurrenceID(occurrence())
    override.alarms = master.alarms
    let changes = try (0..<random.number(0...2)).map { _ in
      try change(of: occurrence(), master, using: &random)
    }
    return EventSeries(master: master, overrides: [override] + changes)
  }

  /// An override with RANGE=THISANDFUTURE, in the same zone or another.
  private static func change(
    of original: CalendarTime, _ master: CalendarComponent, using random: inout RandomRule
  ) throws -> CalendarComponent {
    let distances = [0, 0, 1_800, 3_600, -5_400, 27_000, 86_400, -86_400, 259_200, -2_000_000]
    var start = original
    start.civil = original.civil + distances[random.number(0...9)]
    if random.chance(1, in: 3) { start.reference = try otherZone(using: &random) }
    var change = CalendarComponent(uid: master.uid, start: start)
    change.recurrenceID = CalendarComponent.RecurrenceID(original, isThisAndFuture: true)
    change.extent = random.chance(1, in: 2) ? .unspecified : master.extent
    change.alarms = random.chance(1, in: 6) ? [] : master.alarms
    return change
  }

  private static func otherZone(using random: inout RandomRule) throws -> CalendarTime.Reference {
    let names = ["America/New_York", "Europe/Berlin", "America/Havana", "Asia/Kolkata"]
    return .zone(try TestCalendars.zone(names[random.number(0...3)]))
  }
}
