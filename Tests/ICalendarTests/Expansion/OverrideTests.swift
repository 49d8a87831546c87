import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// RECURRENCE-ID: occurrences that are moved, changed, cancelled or not in the series.
@Suite struct OverrideTests {
  private static let range = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")

  /// Daily from Monday 5 to Friday 9 January at 08:00 in Berlin, 07:00 UTC; an alarm at the start.
  private func week() throws -> CalendarComponent {
    try TestCalendars.component("Europe/Berlin:20260105T080000", rules: ["FREQ=DAILY;COUNT=5"])
  }

  private func fires(_ overrides: CalendarComponent...) throws -> [String] {
    try TestCalendars.fires(
      EventSeries(master: try week(), overrides: overrides), in: OverrideTests.range
    ).map { String($0.dropFirst(8)) }
  }

  @Test(arguments: [
    "Europe/Berlin:20260107T080000", "20260107T070000Z", "America/New_York:20260107T020000",
    "20260107",
  ])
  func `a moved occurrence fires at its new time only`(_ original: String) throws {
    #expect(
      try fires(
        TestCalendars.component("Europe/Berlin:20260107T100000", replacing: original)) == [
          "05T07:00:00Z", "06T07:00:00Z", "07T09:00:00Z", "08T07:00:00Z", "09T07:00:00Z",
        ])
  }

  @Test func `a cancelled occurrence is silent`() throws {
    var override = try TestCalendars.component("20260107T070000Z", replacing: "20260107T070000Z")
    override.isSilent = true
    #expect(try fires(override).map { $0.prefix(2) } == ["05", "06", "08", "09"])
  }

  @Test func `a cancelled series keeps a separately confirmed occurrence`() throws {
    var master = try week()
    master.isSilent = true
    let series = EventSeries(
      master: master,
      overrides: [
        try TestCalendars.component("20260107T090000Z", replacing: "20260107T070000Z")
      ])
    #expect(
      try TestCalendars.fires(series, in: OverrideTests.range) == ["2026-01-07T09:00:00Z"])
  }

  @Test func `an override without an alarm is silent, unlike its master`() throws {
    #expect(
      try fires(
        TestCalendars.component("20260107T090000Z", replacing: "20260107T070000Z", alarms: [])
      ).map { $0.prefix(2) } == ["05", "06", "08", "09"])
  }

  @Test func `an override's alarms replace those of its master by index`() throws {
    var master = try week()
    master.alarms = [try TestCalendars.alarm("-PT15M"), try TestCalendars.alarm("-PT5M")]
    let override = try TestCalendars.component(
      "20260107T070000Z", replacing: "20260107T070000Z",
      alarms: [nil, try TestCalendars.alarm("PT0S"), try TestCalendars.alarm("PT5M")])
    let series = EventSeries(master: master, overrides: [override])
    #expect(
      try TestCalendars.fires(series, in: ("2026-01-07T00:00:00Z", "2026-01-08T00:00:00Z")) == [])
    #expect(
      try TestCalendars.fires(
        series, .alarm(1), in: ("2026-01-07T00:00:00Z", "2026-01-08T00:00:00Z")) == [
          "2026-01-07T07:00:00Z"
        ])
    #expect(
      try TestCalendars.fires(series, .alarm(2), in: OverrideTests.range) == [
        "2026-01-07T07:05:00Z"
      ])
    let expansion = SeriesExpansion(series, onDeviceIn: .gmt)
    #expect(expansion.alarms == [.alarm(0), .alarm(1), .alarm(2)])
  }

  @Test func `a fire has the component of its alarm and its occurrence`() throws {
    let override = try TestCalendars.component(
      "20260107T090000Z", replacing: "20260107T070000Z")
    let range =
      try TestCalendars.instant(
        "2026-01-06T00:00:00Z")..<TestCalendars.instant(
        "2026-01-08T00:00:00Z")
    let fires = SeriesExpansion(
      EventSeries(master: try week(), overrides: [override]), onDeviceIn: .gmt
    ).fires(of: .alarm(0), in: range)
    #expect(fires.map(\.component) == [0, 1])
    #expect(fires.map(\.occurrenceStart?.description) == fires.map { "\($0.at)" })
  }

  @Test func `an override moved into or out of the range follows its new time`() throws {
    let series = EventSeries(
      master: try week(),
      overrides: [
        try TestCalendars.component("20260305T070000Z", replacing: "20260106T070000Z"),
        try TestCalendars.component("20250305T070000Z", replacing: "20260107T070000Z"),
      ])
    #expect(
      try TestCalendars.fires(series, in: OverrideTests.range).map { $0.prefix(10) } == [
        "2026-01-05", "2026-01-08", "2026-01-09",
      ])
    #expect(
      try TestCalendars.fires(series, in: ("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z")) == [
        "2026-03-05T07:00:00Z"
      ])
    #expect(
      try TestCalendars.fires(series, in: ("2025-03-01T00:00:00Z", "2025-04-01T00:00:00Z")) == [
        "2025-03-05T07:00:00Z"
      ])
  }

  @Test func `an override of a missing or excluded instance is an extra occurrence`() throws {
    #expect(
      try fires(
        TestCalendars.component("20260120T070000Z", replacing: "20260120T070000Z")
      ).last == "20T07:00:00Z")
    var master = try week()
    master.exceptionDates = [try TestCalendars.time("20260107T070000Z")]
    let series = EventSeries(
      master: master,
      overrides: [
        try TestCalendars.component("20260107T090000Z", replacing: "20260107T070000Z")
      ])
    #expect(
      try TestCalendars.fires(series, in: OverrideTests.range).contains("2026-01-07T09:00:00Z"))
  }

  @Test func `THISANDFUTURE moves the later occurrences by the wall clock`() throws {
    #expect(
      try fires(
        TestCalendars.component(
          "Europe/Berlin:20260107T100000", replacing: "Europe/Berlin:20260107T080000",
          andLater: true)) == [
          "05T07:00:00Z", "06T07:00:00Z", "07T09:00:00Z", "08T09:00:00Z", "09T09:00:00Z",
        ])
    // Across the clock change on 29 March the new time stays 10:00.
    let master = try TestCalendars.component("Europe/Berlin:20260327T080000", rules: ["FREQ=DAILY"])
    let override = try TestCalendars.component(
      "Europe/Berlin:20260328T100000", replacing: "Europe/Berlin:20260328T080000", andLater: true)
    #expect(
      try TestCalendars.fires(
        EventSeries(master: master, overrides: [override]),
        in: ("2026-03-27T00:00:00Z", "2026-03-31T00:00:00Z")) == [
          "2026-03-27T07:00:00Z", "2026-03-28T09:00:00Z", "2026-03-29T08:00:00Z",
          "2026-03-30T08:00:00Z",
        ])
  }

  @Test func `THISANDFUTURE by days moves later occurrences into the range`() throws {
    let master = try TestCalendars.component("20260105T070000Z", rules: ["FREQ=DAILY;COUNT=60"])
    let override = try TestCalendars.component(
      "20260101T080000Z", replacing: "20260110T070000Z", andLater: true)
    // From the 10th on, every occurrence is nine days earlier and an hour later.
    let fires = try TestCalendars.fires(
      EventSeries(master: master, overrides: [override]),
      in: ("2026-01-06T00:00:00Z", "2026-01-08T00:00:00Z"))
    #expect(
      fires == [
        "2026-01-06T07:00:00Z", "2026-01-06T08:00:00Z", "2026-01-07T07:00:00Z",
        "2026-01-07T08:00:00Z",
      ])
  }

  @Test func `each THISANDFUTURE applies until the next, and single overrides apply within it`()
    throws
  {
    let third = try TestCalendars.component(
      "20260109T110000Z", replacing: "20260109T070000Z", andLater: true,
      alarms: [try TestCalendars.alarm("-PT30M")])
    let second = try TestCalendars.component(
      "20260106T090000Z", replacing: "20260106T070000Z", andLater: true)
    let single = try TestCalendars.component("20260108T150000Z", replacing: "20260108T070000Z")
    for overrides in [[third, second, single], [single, second, third], [second, third, single]] {
      let fires = try TestCalendars.fires(
        EventSeries(master: try week(), overrides: overrides), in: OverrideTests.range)
      #expect(
        fires == [
          "2026-01-05T07:00:00Z", "2026-01-06T09:00:00Z", "2026-01-07T09:00:00Z",
          "2026-01-08T15:00:00Z", "2026-01-09T10:30:00Z",
        ])
    }
  }

  @Test func `a cancelled THISANDFUTURE or one without alarms silences all later occurrences`()
    throws
  {
    for isSilent in [true, false] {
      var override = try TestCalendars.component(
        "20260107T070000Z", replacing: "20260107T070000Z", andLater: true,
        alarms: isSilent ? [try TestCalendars.alarm("PT0S")] : [])
      override.isSilent = isSilent
      #expect(try fires(override).map { $0.prefix(2) } == ["05", "06"])
    }
  }

  @Test func `THISANDFUTURE and an exclusion can be combined`() throws {
    var master = try week()
    master.exceptionDates = [try TestCalendars.time("20260108T070000Z")]
    let override = try TestCalendars.component(
      "20260107T090000Z", replacing: "20260107T070000Z", andLater: true)
    #expect(
      try TestCalendars.fires(
        EventSeries(master: master, overrides: [override]), in: OverrideTests.range) == [
          "2026-01-05T07:00:00Z", "2026-01-06T07:00:00Z", "2026-01-07T09:00:00Z",
          "2026-01-09T09:00:00Z",
        ])
  }

  @Test func `orphaned overrides fire once, with any RANGE`() throws {
    let orphans = [
      try TestCalendars.component("20260107T090000Z", replacing: "20260107T070000Z"),
      try TestCalendars.component(
        "20260109T090000Z", replacing: "20260109T070000Z", andLater: true),
    ]
    let series = EventSeries(orphans: orphans, uid: "a@example.org")
    #expect(
      try TestCalendars.fires(series, in: OverrideTests.range) == [
        "2026-01-07T09:00:00Z", "2026-01-09T09:00:00Z",
      ])
  }

  @Test(arguments: ["Europe/Berlin:20260109T090000", "20260109"])
  func `EXDATE doesn't remove the occurrence of THISANDFUTURE itself`(_ exclusion: String)
    throws
  {
    var master = try TestCalendars.component(
      "Europe/Berlin:20260107T090000", rules: ["FREQ=DAILY;COUNT=5"])
    master.exceptionDates = [try TestCalendars.time(exclusion)]
    let later = try TestCalendars.component(
      "Europe/Berlin:20260109T120000", replacing: "Europe/Berlin:20260109T090000", andLater: true)
    // 09:00 on the 7th and 8th, 12:00 on the 9th, 10th and 11th; an hour less in UTC.
    #expect(
      try TestCalendars.fires(
        EventSeries(master: master, overrides: [later]),
        in: ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"))
        == [
          "2026-01-07T08:00:00Z", "2026-01-08T08:00:00Z", "2026-01-09T11:00:00Z",
          "2026-01-10T11:00:00Z", "2026-01-11T11:00:00Z",
        ])
  }
}
