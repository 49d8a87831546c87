import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct AlarmRepeatTests {
  private static let day = ("2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z")

  private func series(
    _ alarm: Alarm, start: String = "20260105T080000Z", rules: [String] = []
  ) throws -> EventSeries {
    EventSeries(master: try TestCalendars.component(start, rules: rules, alarms: [alarm]))
  }

  @Test func `REPEAT counts the fires after the first`() throws {
    let alarm = try TestCalendars.alarm("-PT15M", repeats: 2, every: "PT5M")
    #expect(
      try TestCalendars.fires(series(alarm), in: AlarmRepeatTests.day) == [
        "2026-01-05T07:45:00Z", "2026-01-05T07:50:00Z#1", "2026-01-05T07:55:00Z#2",
      ])
  }

  @Test(arguments: [(3, "PT0S"), (0, "PT5M"), (-1, "PT5M"), (3, "-PT5M")])
  func `an alarm without a valid REPEAT and DURATION fires once`(
    count: Int, interval: String
  ) throws {
    let alarm = try TestCalendars.alarm("PT0S", repeats: count, every: interval)
    #expect(
      try TestCalendars.fires(series(alarm), in: AlarmRepeatTests.day) == ["2026-01-05T08:00:00Z"])
  }

  @Test func `a repeat by days is nominal, by hours exact`() throws {
    // 12:00 in Berlin is 11:00 UTC until 28 March and 10:00 UTC from the 29th.
    let range = ("2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z")
    let start = "Europe/Berlin:20260328T120000"
    #expect(
      try TestCalendars.fires(
        series(TestCalendars.alarm("PT0S", repeats: 2, every: "P1D"), start: start), in: range) == [
          "2026-03-28T11:00:00Z", "2026-03-29T10:00:00Z#1", "2026-03-30T10:00:00Z#2",
        ])
    #expect(
      try TestCalendars.fires(
        series(TestCalendars.alarm("PT0S", repeats: 2, every: "PT24H"), start: start), in: range)
        == ["2026-03-28T11:00:00Z", "2026-03-29T11:00:00Z#1", "2026-03-30T11:00:00Z#2"])
  }

  @Test func `the window reaches into the middle of long repeats`() throws {
    // Every minute for years, from 08:00 on 5 January 2020: 2,192 days later is 5 January 2026.
    let alarm = try TestCalendars.alarm("PT0S", repeats: 2_147_483_647, every: "PT1M")
    let found = try TestCalendars.fires(
      series(alarm, start: "20200105T080000Z"),
      in: ("2026-01-05T08:00:00Z", "2026-01-05T08:03:00Z"))
    let expected = (0...2).map { "2026-01-05T08:0\($0):00Z#\(2_192 * 1_440 + $0)" }
    #expect(found == expected)
    let daily = try TestCalendars.alarm("PT0S", repeats: 3_000, every: "P1D")
    #expect(
      try TestCalendars.fires(
        series(daily, start: "Pacific/Apia:20110705T090000"),
        in: ("2026-01-04T12:00:00Z", "2026-01-06T12:00:00Z")) == [])
    // Across Apia's missing day: 09:00 on 5 January 2012 (+14:00) is the 184th day after 5 July.
    #expect(
      try TestCalendars.fires(
        series(daily, start: "Pacific/Apia:20110705T090000"),
        in: ("2012-01-04T12:00:00Z", "2012-01-05T12:00:00Z")) == ["2012-01-04T19:00:00Z#184"])
  }

  @Test(
    arguments: [
      // Acknowledged before the alert, at its time, and between the first and second repeats.
      (.display, "PT10M", "07:59:59", ["08:00:00", "08:10:00", "08:20:00"]),
      (.display, "PT10M", "08:00:00", []), (.audio, "PT10M", "08:15:00", []),
      (.display, "PT1H", "08:00:00", []),
      // Repeats more than an hour apart, and those of email alarms, are acknowledged one by one.
      (.display, "PT1H1S", "08:00:00", ["09:00:01", "10:00:02"]),
      (.audio, "PT1H1S", "09:00:01", ["10:00:02"]),
      (.email, "PT10M", "08:00:00", ["08:10:00", "08:20:00"]),
      (.email, "PT10M", "08:15:00", ["08:20:00"]),
    ] as [(Alarm.Action, String, String, [String])])
  func `an acknowledged alert stops its repeats, but not those of the next occurrence`(
    action: Alarm.Action, interval: String, acknowledged: String, left: [String]
  ) throws {
    for isForComponent in [false, true] {
      let instant = try TestCalendars.instant("2026-01-05T\(acknowledged)Z")
      var alarm = try TestCalendars.alarm("PT0S", repeats: 2, every: interval)
      alarm.action = action
      alarm.acknowledged = isForComponent ? nil : instant
      var component = try TestCalendars.component(
        "20260105T080000Z", rules: ["FREQ=DAILY;COUNT=2"], alarms: [alarm])
      component.acknowledged = isForComponent ? instant : nil
      let fires = try TestCalendars.fires(
        EventSeries(master: component), in: ("2026-01-05T00:00:00Z", "2026-01-07T00:00:00Z"))
      #expect(fires.filter { $0.hasPrefix("2026-01-06") }.count == 3)
      #expect(
        fires.filter { $0.hasPrefix("2026-01-05") }.map { String($0.dropFirst(11).prefix(8)) }
          == left)
    }
  }

  @Test func `ACKNOWLEDGED silences its alarm's fires at or before it`() throws {
    var alarm = try TestCalendars.alarm("PT0S", repeats: 1, every: "PT10M")
    alarm.action = .email
    alarm.acknowledged = try TestCalendars.instant("2026-01-06T08:00:00Z")
    var component = try TestCalendars.component(
      "20260105T080000Z", rules: ["FREQ=DAILY;COUNT=3"],
      alarms: [alarm, try TestCalendars.alarm("PT1M")])
    let range = ("2026-01-05T00:00:00Z", "2026-01-08T00:00:00Z")
    #expect(
      try TestCalendars.fires(EventSeries(master: component), in: range) == [
        "2026-01-06T08:10:00Z#1", "2026-01-07T08:00:00Z", "2026-01-07T08:10:00Z#1",
      ])
    #expect(
      try TestCalendars.fires(EventSeries(master: component), .alarm(1), in: range).count == 3)
    // Mozilla's X-MOZ-LASTACK applies to all alarms of a component; the later acknowledgement
    // counts.
    component.acknowledged = try TestCalendars.instant("2026-01-06T08:10:00Z")
    #expect(
      try TestCalendars.fires(EventSeries(master: component), in: range) == [
        "2026-01-07T08:00:00Z", "2026-01-07T08:10:00Z#1",
      ])
    #expect(
      try TestCalendars.fires(EventSeries(master: component), .alarm(1), in: range) == [
        "2026-01-07T08:01:00Z"
      ])
  }

  @Test func `a snooze is a separate reminder in addition to the alarms`() throws {
    var component = try TestCalendars.component("20260105T080000Z")
    component.snoozedUntil = [
      try TestCalendars.instant("2026-01-05T09:00:00Z"),
      try TestCalendars.instant("2026-01-05T08:30:00Z"),
    ]
    let series = EventSeries(master: component)
    #expect(SeriesExpansion(series, onDeviceIn: .gmt).alarms == [.alarm(0), .snooze])
    #expect(
      try TestCalendars.fires(series, .snooze, in: AlarmRepeatTests.day) == [
        "2026-01-05T08:30:00Z", "2026-01-05T09:00:00Z",
      ])
    component.isSilent = true
    #expect(
      try TestCalendars.fires(
        EventSeries(master: component), .snooze, in: AlarmRepeatTests.day) == [])
  }

  @Test func `a snooze is silent once it has been acknowledged`() throws {
    var component = try TestCalendars.component("20260105T080000Z")
    component.snoozedUntil = [
      try TestCalendars.instant("2026-01-05T08:30:00Z"),
      try TestCalendars.instant("2026-01-05T08:30:01Z"),
    ]
    component.acknowledged = try TestCalendars.instant("2026-01-05T08:30:00Z")
    #expect(
      try TestCalendars.fires(
        EventSeries(master: component), .snooze, in: AlarmRepeatTests.day) == [
          "2026-01-05T08:30:01Z"
        ])
  }

  @Test func `a silent component never fires, not even at an absolute trigger`() throws {
    var component = try TestCalendars.component(
      "20260105T080000Z",
      alarms: [Alarm(.absolute(try TestCalendars.instant("2026-01-05T09:00:00Z")))])
    component.isSilent = true
    #expect(
      try TestCalendars.fires(EventSeries(master: component), in: AlarmRepeatTests.day) == [])
  }

  @Test(
    arguments: [
      (nil, "20260105T170000Z", "-PT1H", "2026-01-05T16:00:00Z"),
      (nil, "20260105T170000Z", "END -PT1H", "2026-01-05T16:00:00Z"),
      ("20260105T080000Z", "20260105T170000Z", "-PT1H", "2026-01-05T07:00:00Z"),
      ("20260105T080000Z", "20260105T170000Z", "END -PT1H", "2026-01-05T16:00:00Z"),
      // With DTSTART alone a to-do ends at its start, even an all-day one. Midnight in Berlin is
      // 23:00 UTC.
      ("20260105T080000Z", nil, "END PT0S", "2026-01-05T08:00:00Z"),
      ("20260106", nil, "END PT0S", "2026-01-05T23:00:00Z"),
      (nil, "20260106", "END PT9H", "2026-01-06T08:00:00Z"),
    ] as [(String?, String?, String, String)])
  func `a to-do's alarms are relative to DTSTART or DUE, or to the only one present`(
    start: String?, due: String?, trigger: String, instant: String
  ) throws {
    var component = CalendarComponent(
      .toDo, uid: "a@example.org", start: try start.map(TestCalendars.time))
    if let due { component.extent = .until(try TestCalendars.time(due)) }
    component.alarms = [try TestCalendars.alarm(trigger)]
    #expect(
      try TestCalendars.fires(
        EventSeries(master: component), in: ("2026-01-05T00:00:00Z", "2026-01-07T00:00:00Z")) == [
          instant
        ])
  }

  @Test func `a to-do with only DUE recurs by it, and one without dates has only absolute alarms`()
    throws
  {
    var component = CalendarComponent(.toDo, uid: "a@example.org")
    component.alarms = [
      try TestCalendars.alarm("PT0S"),
      Alarm(.absolute(try TestCalendars.instant("2026-01-05T09:00:00Z"))),
    ]
    component.rules = [try RecurrenceRule("FREQ=DAILY;COUNT=2")]
    let range = ("2026-01-05T00:00:00Z", "2026-01-08T00:00:00Z")
    #expect(try TestCalendars.fires(EventSeries(master: component), in: range) == [])
    #expect(
      try TestCalendars.fires(EventSeries(master: component), .alarm(1), in: range) == [
        "2026-01-05T09:00:00Z"
      ])
    component.extent = .until(try TestCalendars.time("20260105T170000Z"))
    #expect(
      try TestCalendars.fires(EventSeries(master: component), in: range) == [
        "2026-01-05T17:00:00Z", "2026-01-06T17:00:00Z",
      ])
  }
}
