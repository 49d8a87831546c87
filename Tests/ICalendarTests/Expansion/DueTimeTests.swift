import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

/// The due times of to-dos, computed by hand.
@Suite struct DueTimeTests {
  private static let winter = ("2026-09-01T00:00:00Z", "2027-05-01T00:00:00Z")

  private func toDo(
    _ start: String?, due: String, rule: String? = nil, _ alarms: [Alarm?]
  ) throws -> CalendarComponent {
    var toDo = CalendarComponent(
      .toDo, uid: "a@example.org", start: try start.map(TestCalendars.time))
    toDo.extent = .until(try TestCalendars.time(due))
    toDo.rules = try rule.map { [try RecurrenceRule($0)] } ?? []
    toDo.alarms = alarms
    return toDo
  }

  @Test(
    arguments: [
      // An hour east of UTC in winter: 17:00 is 16:00 UTC.
      (
        "Europe/Berlin:20261210T080000", "Europe/Berlin:20261203T170000", nil,
        ["2026-12-03T16:00:00Z"]
      ),
      (
        "Europe/Berlin:20261210T080000", "Europe/Berlin:20261203T170000", "FREQ=WEEKLY;COUNT=3",
        ["2026-12-03T16:00:00Z", "2026-12-10T16:00:00Z", "2026-12-17T16:00:00Z"]
      ),
      // Exactly 48 hours before 08:00 on 18 and 25 October, when winter time begins.
      (
        "Europe/Berlin:20261018T080000", "Europe/Berlin:20261016T080000", "FREQ=WEEKLY;COUNT=2",
        ["2026-10-16T06:00:00Z", "2026-10-23T07:00:00Z"]
      ),
      // Two dates count in days.
      ("20261020", "20261017", nil, ["2026-10-16T22:00:00Z"]),
      (
        "20261024", "20261026", "FREQ=WEEKLY;COUNT=2",
        ["2026-10-25T23:00:00Z", "2026-11-01T23:00:00Z"]
      ),
      // A date four days after a start at 08:00: midnight in summer, then in winter.
      (
        "Europe/Berlin:20261020T080000", "20261024", "FREQ=WEEKLY;COUNT=2",
        ["2026-10-23T22:00:00Z", "2026-10-30T23:00:00Z"]
      ),
      ("20270228T070000Z", "20270401", nil, ["2027-03-31T22:00:00Z"]),
      // 20:00 in New York is 02:00 in Berlin. The date is the day after New York's.
      (
        "America/New_York:20261020T200000", "20261021", "FREQ=WEEKLY;COUNT=2",
        ["2026-10-20T22:00:00Z", "2026-10-27T23:00:00Z"]
      ),
      // Due at 17:00, two days after a date.
      (
        "20261020", "Europe/Berlin:20261022T170000", "FREQ=WEEKLY;COUNT=2",
        ["2026-10-22T15:00:00Z", "2026-10-29T16:00:00Z"]
      ),
      ("20261022", "20261020T170000", nil, ["2026-10-20T15:00:00Z"]),
    ] as [(String, String, String?, [String])])
  func `a to-do is due at DUE, and each occurrence as long after its start`(
    start: String, due: String, rule: String?, instants: [String]
  ) throws {
    let toDo = try toDo(start, due: due, rule: rule, [TestCalendars.alarm("END PT0S")])
    #expect(try TestCalendars.fires(EventSeries(master: toDo), in: Self.winter) == instants)
    // The occurrence that an app shows has the same due time.
    let expansion = SeriesExpansion(
      EventSeries(master: toDo), onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    let range =
      try TestCalendars.instant(Self.winter.0)..<TestCalendars.instant(Self.winter.1)
    let occurrences = expansion.fires(of: .alarm(0), in: range)
      .compactMap { expansion.occurrence(of: $0) }
    #expect(occurrences.compactMap(\.end).map(\.description) == instants)
    #expect(occurrences.allSatisfy { $0.isAllDay == !due.contains("T") })
    // An override that changes nothing keeps it.
    let starts = Set(occurrences.compactMap(\.start))
    let overrides = expansion.occurrenceComponents(forOccurrencesAt: starts).values
      .map(\.component)
    #expect(overrides.count == instants.count)
    let orphans = EventSeries(orphans: overrides, uid: toDo.uid)
    #expect(try TestCalendars.fires(orphans, in: Self.winter).sorted() == instants)
  }

  @Test func `a due time is never before the first year`() throws {
    var toDo = try toDo(
      "99991231T000000Z", due: "00010101T000000Z", [TestCalendars.alarm("PT0S")])
    toDo.recurrenceDates = [.init(try TestCalendars.time("20261201T000000Z"))]
    let expansion = SeriesExpansion(EventSeries(master: toDo), onDeviceIn: .gmt)
    let range = try TestCalendars.instant(Self.winter.0)..<TestCalendars.instant(Self.winter.1)
    let fire = try #require(expansion.fires(of: .alarm(0), in: range).first)
    #expect(expansion.occurrence(of: fire)?.end?.description == "0001-01-02T00:00:00Z")
  }

  @Test(arguments: [
    ("20261024", "20261026", ["2026-10-26T08:00:00Z", "2026-11-02T08:00:00Z"]),
    (
      "Europe/Berlin:20261020T080000", "20261024", ["2026-10-24T07:00:00Z", "2026-10-31T08:00:00Z"]
    ),
  ])
  func `a time of day on the day of the due date follows the clock`(
    start: String, due: String, instants: [String]
  ) throws {
    let nine = try #require(TimeOfDay("09:00"))
    let toDo = try toDo(
      start, due: due, rule: "FREQ=WEEKLY;COUNT=2", [Alarm(.timeOfDay(nine, of: .end))])
    #expect(try TestCalendars.fires(EventSeries(master: toDo), in: Self.winter) == instants)
  }

  @Test(arguments: ["-PT1H", "END -PT1H"])
  func `a changed occurrence without DTSTART is due at its own DUE`(_ trigger: String) throws {
    let alarms = [try TestCalendars.alarm(trigger)]
    let master = try toDo(
      nil, due: "Europe/Berlin:20261203T170000", rule: "FREQ=WEEKLY;COUNT=3", alarms)
    for (due, andLater, instants) in [
      ("20261208T170000", false, ["03T15", "08T15", "17T15"]),
      ("20261212T170000", false, ["03T15", "12T15", "17T15"]),
      ("20261210T180000", true, ["03T15", "10T16", "17T16"]),
    ] {
      var override = try toDo(nil, due: "Europe/Berlin:\(due)", alarms)
      override.recurrenceID = CalendarComponent.RecurrenceID(
        try TestCalendars.time("Europe/Berlin:20261210T170000"), isThisAndFuture: andLater)
      let series = EventSeries(master: master, overrides: [override])
      #expect(
        try TestCalendars.fires(series, in: Self.winter)
          == instants.map { "2026-12-\($0):00:00Z" })
    }
  }

  @Test(arguments: [
    // The start, a time before it, a date, and the due time, which KDE wrote until 2020.
    ("20270108T090000Z", ["01-08", "02-08", "03-08", "04-08"]),
    ("20270107T000000Z", ["01-08", "02-08", "03-08", "04-08"]),
    ("20270108", ["01-08", "02-08", "03-08", "04-08"]),
    ("20270108T100000Z", ["01-08", "02-08", "03-08", "04-08"]),
    ("Europe/Berlin:20270208T100000", ["02-08", "03-08", "04-08"]),
    // No occurrence starts or is due at this time.
    ("20270108T093000Z", ["02-08", "03-08", "04-08"]),
    ("20300101T000000Z", []),
  ])
  func `occurrences before the first open one are done`(
    open: String, days: [String]
  ) throws {
    var toDo = try toDo(
      "20260908T090000Z", due: "20260908T100000Z", rule: "FREQ=MONTHLY;BYMONTHDAY=8",
      [TestCalendars.alarm("END -PT1H")])
    toDo.firstOpen = try TestCalendars.time(open)
    let instants = days.map { "2027-\($0)T09:00:00Z" }
    #expect(try TestCalendars.fires(EventSeries(master: toDo), in: Self.winter) == instants)
    // Days of triggers are computed separately.
    let expansion = SeriesExpansion(EventSeries(master: toDo), onDeviceIn: .gmt)
    let range = try TestCalendars.instant(Self.winter.0)..<TestCalendars.instant(Self.winter.1)
    var startDays = OriginalStartCache()
    let found = expansion.fireDays(
      of: .alarm(0), in: range,
      days: range.lowerBound.civilInUTC.dayNumber..<range.upperBound.civilInUTC.dayNumber,
      &startDays)
    #expect(
      found?.parts.values.flatMap { $0.instants.map(\.description) }.sorted() ?? [] == instants)
  }

  @Test func `an all-day to-do is done before the day of a time`() throws {
    var toDo = try toDo(
      "20261001", due: "20261001", rule: "FREQ=MONTHLY", [TestCalendars.alarm("PT9H")])
    // KDE writes the midnight of an all-day to-do as a time.
    for open in ["Europe/Berlin:20270301T000000", "20270228T230000Z", "20270301"] {
      toDo.firstOpen = try TestCalendars.time(open)
      #expect(
        try TestCalendars.fires(EventSeries(master: toDo), in: Self.winter)
          == ["2027-03-01T08:00:00Z", "2027-04-01T07:00:00Z"], "\(open)")
    }
  }

  @Test func `done occurrences don't affect events, single to-dos and changed occurrences`() throws
  {
    let alarm = try TestCalendars.alarm("PT0S")
    var single = try toDo("20261001T080000Z", due: "20261001T090000Z", [alarm])
    single.firstOpen = try TestCalendars.time("20270101T000000Z")
    #expect(
      try TestCalendars.fires(EventSeries(master: single), in: Self.winter)
        == ["2026-10-01T08:00:00Z"])
    var event = try TestCalendars.component("20261001T080000Z", rules: ["FREQ=MONTHLY;COUNT=2"])
    event.firstOpen = single.firstOpen
    #expect(
      try TestCalendars.fires(EventSeries(master: event), in: Self.winter)
        == ["2026-10-01T08:00:00Z", "2026-11-01T08:00:00Z"])
    var master = single
    master.rules = [try RecurrenceRule("FREQ=MONTHLY;COUNT=5")]
    for (isThisAndFuture, instants) in [
      (false, ["2026-11-01T10:00:00Z", "2027-01-01T08:00:00Z", "2027-02-01T08:00:00Z"]),
      // The later occurrences move by two hours, and those before are done.
      (true, ["2027-01-01T10:00:00Z", "2027-02-01T10:00:00Z"]),
    ] {
      var override = try toDo("20261101T100000Z", due: "20261101T110000Z", [alarm])
      override.recurrenceID = CalendarComponent.RecurrenceID(
        try TestCalendars.time("20261101T080000Z"), isThisAndFuture: isThisAndFuture)
      #expect(
        try TestCalendars.fires(
          EventSeries(master: master, overrides: [override]), in: Self.winter) == instants)
    }
  }

  @Test(arguments: 0..<40) func `a window has the alarms that a long range has in it`(
    _ seed: Int
  ) throws {
    var random = RandomRule(seed: UInt64(seed))
    let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]
    func time(_ day: Int) throws -> CalendarTime {
      let civil = CivilDateTime(
        dayNumber: day, time: TimeOfDay(secondOfDay: random.number(0...95) * 900))
      if random.chance(1, in: 3) {
        return CalendarTime(CivilDateTime(civil.date), isDate: true)
      }
      return CalendarTime(
        civil, reference: .zone(try TestCalendars.zone(zones[random.number(0...2)])))
    }
    var toDo = CalendarComponent(.toDo, uid: "a", start: try time(20_700))
    toDo.extent = .until(try time(20_700 + random.number(-9...9)))
    toDo.rules = [try RecurrenceRule("FREQ=DAILY;INTERVAL=\(random.number(1...9))")]
    let offset = CalendarDuration(days: random.number(-9...2), seconds: random.number(-4...4) * 900)
    toDo.alarms = [
      Alarm(.relative(offset, to: .end)),
      Alarm(.timeOfDay(TimeOfDay(secondOfDay: 32_400), daysAfter: random.number(-3...3), of: .end)),
    ]
    let expansion = SeriesExpansion(
      EventSeries(master: toDo),
      onDeviceIn: try TestCalendars.zone(zones[random.number(0...2)]))
    let range = try TestCalendars.instant(Self.winter.0)..<TestCalendars.instant(Self.winter.1)
    var startDays = OriginalStartCache()
    for alarm in expansion.alarms {
      let all = expansion.fires(of: alarm, in: range).map(\.at)
      var parts: [Instant] = []
      var start = range.lowerBound
      while start < range.upperBound {
        let end = min(range.upperBound, start + random.number(1...40) * 3_600)
        parts += expansion.fires(of: alarm, in: start..<end).map(\.at)
        start = end
      }
      #expect(parts == all, "seed \(seed)")
      let found = expansion.fireDays(
        of: alarm, in: range,
        days: range.lowerBound.civilInUTC.dayNumber - 1..<range.upperBound.civilInUTC.dayNumber + 2,
        &startDays)
      if let found {
        #expect(found.parts.values.flatMap(\.instants).sorted() == all, "seed \(seed)")
      }
    }
  }
}
