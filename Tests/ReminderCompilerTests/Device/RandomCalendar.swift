import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SeededRandom

/// A random calendar, device and instant from one seed.
struct RandomCalendar: CustomStringConvertible {
  private(set) var components: [CalendarComponent] = []
  private(set) var options: NotificationOptions
  let deviceZone: String
  private var notes: [String] = []
  private var random: SplitMix

  static let zoneNames = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
    "America/Sao_Paulo", "Africa/Cairo", "GMT",
  ]

  init(seed: UInt64) throws {
    random = SplitMix(seed: seed)
    deviceZone = random.pick(RandomCalendar.zoneNames) ?? "GMT"
    options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: deviceZone)
    options.now = try randomNow()
    options.limit = random.pick([6, 16, 40, 64, 64]) ?? 64
    options.reserve = random.oneIn(4) ? 2 : 0
    options.renewWithin = CalendarDuration(days: random.pick([1, 7, 7, 20]) ?? 7)
    let isDense = random.oneIn(5)
    options.horizon = CalendarDuration(
      days: isDense ? random.number(2...15) : random.pick([20, 45, 100, 366]) ?? 45)
    addQuietHours(seed)
    for index in 0..<random.number(1...3) {
      try addSeries("series-\(index)", isDense: isDense && index == 0)
    }
  }

  var description: String {
    "now \(options.now), \(deviceZone), horizon \(options.horizon), renew \(options.renewWithin), "
      + "\(options.limit) - \(options.reserve) slots: " + notes.joined(separator: " | ")
  }

  /// Any second of some years, or one near or inside a clock change.
  private mutating func randomNow() throws -> Instant {
    let zone = try TestCalendars.zone(random.pick(RandomCalendar.zoneNames) ?? "GMT")
    let first = try TestCalendars.instant("2025-06-01T00:00:00Z")
    let some = first + random.number(0...63_072_000)
    guard random.oneIn(3),
      let change = zone.transitions(in: some..<some + 366 * 86_400).first
    else { return some }
    return change.instant + (random.pick([-90_000, -3_600, -1, 0, 1, 1_800, 3_599, 7_000]) ?? 0)
  }

  /// Adds quiet hours to one calendar in three, with a separate random source.
  private mutating func addQuietHours(_ seed: UInt64) {
    var random = SplitMix(seed: seed &+ 7_000_000)
    guard random.oneIn(3) else { return }
    options.quietHours = (0..<random.number(1...2)).compactMap { _ in
      let times = (0...1).map { _ in TimeOfDay(secondOfDay: random.number(0...95) * 900) }
      let rule = random.pick(["", "", "=UID:series-0", "=UID:series-?"]) ?? ""
      return QuietHoursRule("\(times[0])-\(times[1])" + rule)
    }
    options.quietHoursLead = CalendarDuration(seconds: 600 * random.number(0...3))
    options.dropsQuietFires = random.oneIn(4)
    notes.append(
      "quiet hours \(options.quietHours)" + (options.dropsQuietFires ? " drop" : ""))
  }

  private mutating func addSeries(_ uid: String, isDense: Bool) throws {
    let zone = try TestCalendars.zone(random.pick(RandomCalendar.zoneNames) ?? "GMT")
    let reference: CalendarTime.Reference =
      switch random.number(0...5) {
      case 0: .floating
      case 1: .utc
      default: .zone(zone)
      }
    let isDate = !isDense && random.oneIn(7)
    let day =
      options.now.civilInUTC.dayNumber - random.number(-9...50)
      - (random.oneIn(3) ? 700 : 0)
    let time =
      isDate
      ? 0
      : random.oneIn(3)
        ? random.number(0...8) * 900 : random.number(0...95) * 900 + (random.oneIn(9) ? 7 : 0)
    var event = CalendarComponent(
      uid: uid,
      start: CalendarTime(
        CivilDateTime(dayNumber: day, secondOfDay: time), isDate: isDate, reference: reference))
    event.title = uid
    let rule = random.oneIn(9) ? "" : randomRule(isDense: isDense, isDate: isDate)
    if !rule.isEmpty { event.rules = [try RecurrenceRule(rule)] }
    event.priority = random.pick([0, 0, 1, 9]) ?? 0
    for _ in 0..<(random.oneIn(4) ? 2 : 1) { event.alarms.append(try randomAlarm(isDate: isDate)) }
    notes.append(
      "\(uid) \(event.start?.description ?? "") \(rule) "
        + event.alarms.compactMap { $0 }.map { "\($0.trigger)+\($0.repeatCount)" }.joined(
          separator: ","))
    try addExceptions(to: &event)
    components.append(event)
  }

  private mutating func randomAlarm(isDate: Bool) throws -> Alarm {
    let trigger =
      random.pick(["PT0S", "PT0S", "-PT15M", "-PT2H", "-P1D", "-PT25H", "PT3H", "-P1DT30M", "PT9H"])
      ?? "PT0S"
    return try TestCalendars.alarm(trigger + (random.oneIn(6) ? "+2xPT10M" : ""))
  }

  private mutating func randomRule(isDense: Bool, isDate: Bool) -> String {
    let days = random.pick(["MO", "TU,TH", "MO,TU,WE,TH,FR", "SA,SU", "WE,FR"]) ?? "MO"
    let monthDay = random.pick(["1", "13", "28", "29", "30", "31", "-1", "-2", "5,20"]) ?? "1"
    let interval = random.pick([1, 1, 2, 3, 4, 5, 6, 7, 12]) ?? 1
    let ordinal = random.pick(["1MO", "2TU", "-1FR", "4TH", "5WE", "MO,TU,WE,TH,FR;BYSETPOS=-1"])
    let dense = [
      "FREQ=HOURLY;INTERVAL=\(random.pick([1, 2, 6, 7, 28]) ?? 1)",
      "FREQ=HOURLY;BYHOUR=9,12,15;BYMINUTE=0,30",
      "FREQ=MINUTELY;INTERVAL=\(random.pick([15, 20, 50, 90]) ?? 15)",
      "FREQ=DAILY;BYHOUR=8,13,18;BYMINUTE=15",
    ]
    let sparse = [
      "FREQ=DAILY;INTERVAL=\(interval)", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=\(days)",
      "FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=\(days)", "FREQ=WEEKLY",
      "FREQ=DAILY;BYDAY=\(days)", "FREQ=DAILY;BYMONTH=\(random.number(1...12))",
      "FREQ=MONTHLY;BYMONTHDAY=\(monthDay)", "FREQ=MONTHLY;BYDAY=\(ordinal ?? "1MO")",
      "FREQ=MONTHLY;INTERVAL=\(interval)", "FREQ=YEARLY",
      "FREQ=YEARLY;BYMONTH=\(random.number(1...12));BYDAY=\(random.pick(["1SU", "-1SU"]) ?? "")",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    ]
    var rule = random.pick(isDense && !isDate ? dense : sparse) ?? "FREQ=DAILY"
    switch random.number(0...5) {
    case 0: rule += ";COUNT=\(random.number(1...60))"
    case 1:
      let until = options.now + random.number(0...300) * 86_400
      rule += ";UNTIL=" + (isDate ? String(until.basicFormat.prefix(8)) : until.basicFormat)
    default: break
    }
    return rule
  }

  /// Excludes, moves, retitles or cancels some occurrences of the near future.
  private mutating func addExceptions(to event: inout CalendarComponent) throws {
    guard !event.rules.isEmpty, let start = event.start, random.oneIn(2) else { return }
    var bare = event
    bare.alarms = [try TestCalendars.alarm("PT0S")]
    let starts = TestCalendars.fires([bare], options.compiler).prefix(40).map(\.at)
    for _ in 0..<random.number(1...3) {
      guard let instant = random.pick(Array(starts)) else { return }
      let zone = start.zone(onDeviceIn: options.deviceZone)
      let original = CalendarTime(
        zone.civil(at: instant), isDate: start.isDate, reference: start.reference)
      // A RECURRENCE-ID in local time can't name the second pass of a repeated hour.
      guard original.instant(onDeviceIn: options.deviceZone) == instant else { continue }
      if random.oneIn(2) {
        event.exceptionDates.append(original)
        notes.append("EXDATE \(original)")
        continue
      }
      var override = event
      override.rules = []
      override.exceptionDates = []
      override.recurrenceID = CalendarComponent.RecurrenceID(original)
      override.start = original
      switch random.number(0...2) {
      case 0: override.title = "another title"
      case 1: override.isSilent = true
      default:
        let shift = (start.isDate ? 86_400 : 1_800) * random.number(-3...3)
        override.start?.civil = original.civil + shift
      }
      notes.append(
        "override \(original) at \(override.start?.description ?? "") \(override.title) "
          + "silent \(override.isSilent)")
      components.append(override)
    }
  }
}
