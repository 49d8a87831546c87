package import CivilTime
package import ICalendar

/// Random series with all that changes their fire dates: rules, exceptions, periods, overrides,
/// changes of all later occurrences, and alarms with repeats, often near clock changes.
package struct RandomSeries {
  /// The rules of the series.
  package enum Rules: Sendable {
    /// Any rule of at most one fire an hour.
    case any
    /// The rules that calendars often have.
    case usual
    /// Several fires a day.
    case dense
  }

  private let rules: Rules
  private let days: ClosedRange<Int>
  private let zone: Zone?
  private let device: Zone
  private let ends: ClosedRange<Int>

  /// Makes a source of series.
  ///
  /// - Parameters:
  ///   - rules: The rules of the series.
  ///   - days: The days of their starts, as day numbers.
  ///   - zone: The zone of their starts; nil for any, and for floating, UTC and all-day starts.
  ///   - device: The zone of the device.
  ///   - ends: The days of UNTIL, as day numbers; most exceptions are near the first of them.
  package init(
    _ rules: Rules, startingIn days: ClosedRange<Int>, of zone: Zone? = nil,
    onDeviceIn device: Zone, endingIn ends: ClosedRange<Int>
  ) {
    self.rules = rules
    self.days = days
    self.zone = zone
    self.device = device
    self.ends = ends
  }

  /// The zones of starts, and of ends and changes elsewhere.
  package static let zoneNames = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Havana",
    "America/Sao_Paulo", "Africa/Cairo", "GMT",
  ]

  /// Returns the master of a series and its overrides.
  package func components(
    _ uid: String, using random: inout RandomRule
  ) throws -> [CalendarComponent] {
    let start = try start(using: &random)
    var master = CalendarComponent(uid: uid, start: start)
    master.title = uid
    master.priority = random.pick([0, 0, 1, 9])
    if rules == .any || !random.chance(1, in: 8) {
      master.rules = [try rule(isDate: start.isDate, using: &random)]
    }
    let elsewhere = try otherZone(using: &random)
    switch random.number(0...3) {
    case 0:
      master.extent = .lasting(
        CalendarDuration(days: 1, seconds: start.isDate ? 0 : 7_200))
    case 1:
      let end = start.isDate ? start.civil + 2 * 86_400 : start.civil + 90_000
      master.extent = .until(
        start.isDate
          ? CalendarTime(end, isDate: true) : CalendarTime(end, reference: elsewhere))
    default: break
    }
    for _ in 0..<(random.chance(1, in: 4) ? 2 : 1) {
      master.alarms.append(alarm(from: start, using: &random))
    }
    if !master.rules.isEmpty, rules == .any || random.chance(2, in: 3) {
      return try excepting(master, using: &random)
    }
    return [master]
  }

  private func start(using random: inout RandomRule) throws -> CalendarTime {
    let isDate = zone == nil && rules != .dense && random.chance(1, in: 7)
    let reference: CalendarTime.Reference
    if let zone {
      reference = .zone(zone)
    } else {
      switch random.number(0...5) {
      case 0: reference = .floating
      case 1: reference = .utc
      default: reference = try otherZone(using: &random)
      }
    }
    // Many of them are in the hours around clock changes.
    let hour =
      rules == .any || random.chance(1, in: 2)
      ? random.pick([0, 1, 2, 2, 3, 9, 23]) : random.number(0...23)
    let second =
      hour * 3_600 + 900 * random.number(0...3) + (random.chance(1, in: 9) ? 7 : 0)
    return CalendarTime(
      CivilDateTime(dayNumber: random.number(days), secondOfDay: isDate ? 0 : second),
      isDate: isDate, reference: isDate ? .floating : reference)
  }

  private func otherZone(using random: inout RandomRule) throws -> CalendarTime.Reference {
    .zone(try TestCalendars.zone(random.pick(RandomSeries.zoneNames)))
  }

  private func rule(isDate: Bool, using random: inout RandomRule) throws -> RecurrenceRule {
    var rule: RecurrenceRule
    switch rules {
    case .any:
      rule = random.rule(random.pick([.hourly, .daily, .weekly, .monthly, .yearly]))
    case .usual: rule = try RecurrenceRule(usualRule(using: &random))
    case .dense: rule = try RecurrenceRule(denseRule(using: &random))
    }
    switch random.number(0...3) {
    case 0: rule.count = random.number(1...(rules == .any ? 900 : 60))
    case 1:
      rule.until = RecurrenceRule.Until(
        CivilDateTime(
          dayNumber: random.number(ends), secondOfDay: isDate ? 0 : random.number(0...86_399)),
        kind: isDate ? .date : .utc)
    default: break
    }
    return rule
  }

  private func usualRule(using random: inout RandomRule) -> String {
    let days = random.pick(["MO", "TU,TH", "MO,TU,WE,TH,FR", "SA,SU", "WE,FR"])
    let monthDay = random.pick(["1", "13", "28", "29", "30", "31", "-1", "-2", "5,20"])
    let interval = random.pick([1, 1, 2, 3, 4, 5, 6, 7, 12])
    let ordinal = random.pick(["1MO", "2TU", "-1FR", "4TH", "5WE", "MO,TU,WE,TH,FR;BYSETPOS=-1"])
    return random.pick([
      "FREQ=DAILY;INTERVAL=\(interval)", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=\(days)",
      "FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=\(days)", "FREQ=WEEKLY",
      "FREQ=DAILY;BYDAY=\(days)", "FREQ=DAILY;BYMONTH=\(random.number(1...12))",
      "FREQ=MONTHLY;BYMONTHDAY=\(monthDay)", "FREQ=MONTHLY;BYDAY=\(ordinal)",
      "FREQ=MONTHLY;INTERVAL=\(interval)", "FREQ=YEARLY",
      "FREQ=YEARLY;BYMONTH=\(random.number(1...12));BYDAY=\(random.pick(["1SU", "-1SU"]))",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    ])
  }

  private func denseRule(using random: inout RandomRule) -> String {
    random.pick([
      "FREQ=HOURLY;INTERVAL=\(random.pick([1, 2, 6, 7, 28]))",
      "FREQ=HOURLY;BYHOUR=9,12,15;BYMINUTE=0,30",
      "FREQ=MINUTELY;INTERVAL=\(random.pick([15, 20, 50, 90]))",
      "FREQ=DAILY;BYHOUR=8,13,18;BYMINUTE=15",
    ])
  }

  private func alarm(from start: CalendarTime, using random: inout RandomRule) -> Alarm {
    let offset = random.pick([
      CalendarDuration.zero, .zero, CalendarDuration(seconds: -900),
      CalendarDuration(seconds: -7_200), CalendarDuration(days: -1),
      CalendarDuration(seconds: -86_400), CalendarDuration(seconds: -90_000),
      CalendarDuration(days: -1, seconds: -7_200), CalendarDuration(days: -1, seconds: -1_800),
      CalendarDuration(days: -7), CalendarDuration(seconds: 10_800),
      CalendarDuration(seconds: 18_000), CalendarDuration(seconds: 32_400),
    ])
    let trigger: Alarm.Trigger =
      random.chance(1, in: 8)
      ? .timeOfDay(TimeOfDay(secondOfDay: 9_000))
      : .relative(offset, to: random.chance(1, in: 3) ? .end : .start)
    let day = random.number(days.lowerBound...ends.lowerBound + 10)
    let acknowledged = start.zone(onDeviceIn: device).instant(
      of: CivilDateTime(dayNumber: day, secondOfDay: random.number(0...86_399)))
    return Alarm(
      trigger, repeatCount: random.chance(2, in: 5) ? random.number(1...3) : 0,
      repeatInterval: random.chance(1, in: 3)
        ? CalendarDuration(days: 1) : CalendarDuration(seconds: 600),
      acknowledged: random.chance(1, in: 3) ? acknowledged : nil)
  }

  /// Excludes, adds, moves, retitles, cancels or changes some occurrences.
  private func excepting(
    _ bare: CalendarComponent, using random: inout RandomRule
  ) throws -> [CalendarComponent] {
    var master = bare
    let originals = try originals(of: bare, using: &random)
    var overrides: [CalendarComponent] = []
    for _ in 0..<random.number(2...6) {
      guard let start = bare.start else { break }
      // Some exceptions are about no occurrence.
      let original =
        originals.isEmpty || random.chance(1, in: 4)
        ? CalendarTime(
          start.civil + 86_400 * random.number(1...3_000), isDate: start.isDate,
          reference: start.reference)
        : random.pick(originals)
      switch random.number(0...10) {
      case 0, 1, 2: master.exceptionDates.append(original)
      case 3, 4:
        master.exceptionDates.append(
          CalendarTime(original.civil, isDate: true, reference: original.reference))
      case 5, 6:
        master.recurrenceDates.append(
          CalendarComponent.RecurrenceDate(
            original,
            extent: random.chance(2, in: 3)
              ? .lasting(CalendarDuration(seconds: start.isDate ? 86_400 : 25_200)) : nil))
      default: overrides.append(try override(of: original, bare, using: &random))
      }
    }
    return [master] + overrides
  }

  /// The original starts of some early occurrences.
  private func originals(
    of bare: CalendarComponent, using random: inout RandomRule
  ) throws -> [CalendarTime] {
    guard let start = bare.start else { return [] }
    var plain = bare
    plain.alarms = [Alarm(.relative(.zero, to: .start))]
    let zone = start.zone(onDeviceIn: device)
    let first = CivilDateTime(dayNumber: ends.lowerBound - 40, secondOfDay: 0)
    let range = zone.instant(of: first)..<zone.instant(of: first + 120 * 86_400)
    let fires = SeriesExpansion(EventSeries(master: plain), onDeviceIn: device)
      .fires(of: .alarm(0), in: range)
    return fires.prefix(60).compactMap { fire in
      let original = CalendarTime(
        zone.civil(at: fire.at), isDate: start.isDate, reference: start.reference)
      // A RECURRENCE-ID in local time can't name the second pass of a repeated hour.
      return original.instant(onDeviceIn: device) == fire.at ? original : nil
    }
  }

  private func override(
    of original: CalendarTime, _ master: CalendarComponent, using random: inout RandomRule
  ) throws -> CalendarComponent {
    var override = master
    override.rules = []
    override.recurrenceID = CalendarComponent.RecurrenceID(
      original, isThisAndFuture: random.chance(2, in: 5))
    override.start = original
    if random.chance(1, in: 2) { override.extent = .unspecified }
    if random.chance(1, in: 3) { override.title = "another title" }
    if random.chance(1, in: 6) { override.isSilent = true }
    if random.chance(1, in: 8) { override.alarms = [] }
    if !original.isDate, random.chance(1, in: 4) {
      override.start?.reference = try otherZone(using: &random)
    }
    if random.chance(2, in: 3) {
      let seconds = random.pick([
        1_800, 3_600, -5_400, 27_000, 86_400, -86_400, 259_200, -2_000_000,
      ])
      override.start?.civil = original.civil + (original.isDate ? 86_400 : seconds)
    }
    return override
  }
}
