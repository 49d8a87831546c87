import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// The effect of quiet hours on single fire dates, computed by hand.
@Suite struct QuietHoursTests {
  /// An event of one hour on 2028-01-10 in Berlin (winter time).
  private struct Row: CustomTestStringConvertible, Sendable {
    let start: String
    let trigger: String
    let hours: String
    let due: [String]
    var relatedToEnd = false
    var repeats = 0
    var device = "Europe/Berlin"
    var lead = 900
    var testDescription: String { "\(start) \(trigger) \(hours)" }

    init(
      _ start: String, _ trigger: String, _ hours: String, repeats: Int = 0,
      relatedToEnd: Bool = false, on device: String = "Europe/Berlin", lead: Int = 900,
      is due: String...
    ) {
      (self.start, self.trigger, self.hours, self.due) = (start, trigger, hours, due)
      (self.repeats, self.relatedToEnd, self.device) = (repeats, relatedToEnd, device)
      self.lead = lead
    }
  }

  static func hours(_ text: String) throws -> QuietHours {
    let times = text.split(separator: "-").compactMap { TimeOfDay($0) }
    return try #require(QuietHours(from: times[0], to: times[1]))
  }

  private static func due(_ row: Row, drops: Bool = false) throws -> [String] {
    var event = try TestCalendars.component(row.start)
    event.extent = .lasting(CalendarDuration(seconds: 3_600))
    event.alarms = [
      Alarm(
        .relative(try TestCalendars.duration(row.trigger), to: row.relatedToEnd ? .end : .start),
        repeatCount: row.repeats, repeatInterval: CalendarDuration(seconds: 600))
    ]
    let zone = try TestCalendars.zone(row.device)
    var expansion = SeriesExpansion(EventSeries(master: event), onDeviceIn: zone)
    expansion.quiet = SeriesQuietHours([try hours(row.hours)], dropsFires: drops, lead: row.lead)
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant(
        "2029-01-01T00:00:00Z")
    return expansion.fires(of: .alarm(0), in: range).map { fire in
      let repetition = fire.repetition > 0 ? "#\(fire.repetition)" : ""
      let offset = zone.offset(at: fire.at) / 3_600
      let moved = fire.movedFrom.map { " < \(zone.civil(at: $0))" } ?? ""
      return "\(zone.civil(at: fire.at))+\(offset)\(repetition)\(moved)"
    }
  }

  @Test(arguments: [
    // Across midnight: due in the evening, moved to the morning.
    Row(
      "Europe/Berlin:20280110T120000", "-PT13H", "22:00-07:00",
      is: "2028-01-10T07:00:00+1 < 2028-01-09T23:00:00"),
    // The first second and the last second of the quiet hours.
    Row(
      "Europe/Berlin:20280110T120000", "-PT14H", "22:00-07:00",
      is: "2028-01-10T07:00:00+1 < 2028-01-09T22:00:00"),
    Row(
      "Europe/Berlin:20280110T120000", "-PT14H1S", "22:00-07:00", is: "2028-01-09T21:59:59+1"),
    Row(
      "Europe/Berlin:20280110T120000", "-PT5H1S", "22:00-07:00",
      is: "2028-01-10T07:00:00+1 < 2028-01-10T06:59:59"),
    Row("Europe/Berlin:20280110T120000", "-PT5H", "22:00-07:00", is: "2028-01-10T07:00:00+1"),
    // Quiet hours within one day.
    Row(
      "Europe/Berlin:20280110T180000", "-PT4H30M", "13:00-14:00",
      is: "2028-01-10T14:00:00+1 < 2028-01-10T13:30:00"),
    Row("Europe/Berlin:20280110T180000", "-PT4H", "13:00-14:00", is: "2028-01-10T14:00:00+1"),
    // A train at 06:30, before the hours end.
    Row("Europe/Berlin:20280110T063000", "-PT30M", "22:00-07:00", is: "2028-01-10T06:00:00+1"),
    Row("Europe/Berlin:20280110T063000", "PT0S", "22:00-07:00", is: "2028-01-10T06:30:00+1"),
    // It begins when the hours end, or less than the lead after.
    Row("Europe/Berlin:20280110T070000", "-PT30M", "22:00-07:00", is: "2028-01-10T06:30:00+1"),
    Row("Europe/Berlin:20280110T071459", "-PT30M", "22:00-07:00", is: "2028-01-10T06:44:59+1"),
    Row(
      "Europe/Berlin:20280110T071500", "-PT30M", "22:00-07:00",
      is: "2028-01-10T07:00:00+1 < 2028-01-10T06:45:00"),
    // With another lead.
    Row(
      "Europe/Berlin:20280110T070000", "-PT30M", "22:00-07:00", lead: 0,
      is: "2028-01-10T07:00:00+1 < 2028-01-10T06:30:00"),
    Row(
      "Europe/Berlin:20280110T065959", "-PT30M", "22:00-07:00", lead: 0,
      is: "2028-01-10T06:29:59+1"),
    Row(
      "Europe/Berlin:20280110T080000", "-PT90M", "22:00-07:00", lead: 3_601,
      is: "2028-01-10T06:30:00+1"),
    // After the start nothing keeps it.
    Row(
      "Europe/Berlin:20280110T033000", "PT1S", "22:00-07:00",
      is: "2028-01-10T07:00:00+1 < 2028-01-10T03:30:01"),
    // Relative to the end, which is at 06:30.
    Row(
      "Europe/Berlin:20280110T053000", "-PT30M", "22:00-07:00", relatedToEnd: true,
      is: "2028-01-10T06:00:00+1"),
    // Repeats before 06:30 stay; those after it come together.
    Row(
      "Europe/Berlin:20280110T063000", "-PT30M", "22:00-07:00", repeats: 5,
      is: "2028-01-10T06:00:00+1", "2028-01-10T06:10:00+1#1", "2028-01-10T06:20:00+1#2",
      "2028-01-10T06:30:00+1#3",
      "2028-01-10T07:00:00+1#4 < 2028-01-10T06:40:00",
      "2028-01-10T07:00:00+1#5 < 2028-01-10T06:50:00"),
    Row(
      "Europe/Berlin:20280110T120000", "-PT5H20M", "22:00-07:00", repeats: 3,
      is: "2028-01-10T07:00:00+1 < 2028-01-10T06:40:00",
      "2028-01-10T07:00:00+1#1 < 2028-01-10T06:50:00", "2028-01-10T07:00:00+1#2",
      "2028-01-10T07:10:00+1#3"),
    // An all-day event: its alarm at midnight moves to the morning, although the day starts at
    // midnight.
    Row("20280110", "PT0S", "22:00-07:00", is: "2028-01-10T07:00:00+1 < 2028-01-10T00:00:00"),
    // Berlin skips 02:00 to 03:00 on 26 March 2028: 02:30 with +1 is 03:30 with +2.
    Row(
      "Europe/Berlin:20280326T120000", "-PT10H", "22:00-02:30",
      is: "2028-03-26T03:30:00+2 < 2028-03-26T01:00:00"),
    // 03:10, which follows the gap, is outside the quiet hours.
    Row("Europe/Berlin:20280326T031000", "PT0S", "22:00-02:30", is: "2028-03-26T03:10:00+2"),
    // Berlin shows 02:00 to 03:00 twice on 29 October 2028: the quiet hours end in the first pass.
    Row(
      "Europe/Berlin:20281029T120000", "-PT12H", "22:00-02:30",
      is: "2028-10-29T02:30:00+2 < 2028-10-29T01:00:00"),
    // In the second pass the quiet hours are over, so the fire date stays.
    Row("Europe/Berlin:20281029T120000", "-PT9H45M", "22:00-02:30", is: "2028-10-29T02:15:00+1"),
    // 18:00 in New York is midnight in Berlin; the device's zone defines the quiet hours.
    Row(
      "America/New_York:20280110T200000", "-PT2H", "22:00-07:00",
      is: "2028-01-11T00:00:00+1"),
    Row(
      "America/New_York:20280111T090000", "-PT15H", "22:00-07:00",
      is: "2028-01-11T07:00:00+1 < 2028-01-11T00:00:00"),
  ])
  private func `a fire in quiet hours moves to their end, but not past its reference`(
    _ row: Row
  ) throws {
    #expect(try Self.due(row) == row.due)
  }

  @Test(arguments: [
    Row("Europe/Berlin:20280110T120000", "-PT13H", "22:00-07:00"),
    Row("Europe/Berlin:20280110T063000", "PT0S", "22:00-07:00"),
    Row(
      "Europe/Berlin:20280110T120000", "-PT5H20M", "22:00-07:00", repeats: 2,
      is: "2028-01-10T07:00:00+1#2"),
    Row("Europe/Berlin:20280110T120000", "-PT4H", "22:00-07:00", is: "2028-01-10T08:00:00+1"),
  ])
  private func `fires in quiet hours can be dropped`(_ row: Row) throws {
    #expect(try Self.due(row, drops: true) == row.due)
  }

  private func expansion(
    _ components: [CalendarComponent], _ hours: String = "22:00-07:00"
  ) throws -> SeriesExpansion {
    var expansion = SeriesExpansion(
      EventSeries(master: components[0], overrides: Array(components.dropFirst())),
      onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    expansion.quiet = SeriesQuietHours(
      Array(repeating: try Self.hours(hours), count: components.count), lead: 900)
    return expansion
  }

  private func due(_ expansion: SeriesExpansion, _ alarm: SeriesAlarm) throws -> [String] {
    let range =
      try TestCalendars.instant(
        "2028-01-01T00:00:00Z")..<TestCalendars.instant(
        "2028-02-01T00:00:00Z")
    let zone = try TestCalendars.zone("Europe/Berlin")
    return expansion.fires(of: alarm, in: range).map { "\(zone.civil(at: $0.at))" }
  }

  @Test func `an acknowledged fire isn't moved, and doesn't replace another one`() throws {
    var event = try TestCalendars.component("Europe/Berlin:20280110T100000")
    event.alarms = try ["-PT5H", "-PT4H"].map { try TestCalendars.alarm($0) }
    event.alarms[0]?.acknowledged = try TestCalendars.instant("2028-01-10T04:00:00Z")
    let alike = try expansion([event])
    #expect(try (0...1).map { try due(alike, .alarm($0)) } == [[], ["2028-01-10T07:00:00"]])
    // Acknowledged between the original instant and the moved one.
    event.alarms[1]?.acknowledged = try TestCalendars.instant("2028-01-10T05:30:00Z")
    #expect(try due(expansion([event]), .alarm(1)) == [])
  }

  @Test(arguments: [
    // The next occurrence starts at 06:30 on the 10th.
    ("2028-01-10T04:00:00Z", "2028-01-10T05:00:00"),
    ("2028-01-10T05:29:30Z", "2028-01-10T06:29:30"),
    ("2028-01-10T05:30:00Z", "2028-01-10T06:30:00"),
    ("2028-01-10T05:30:01Z", "2028-01-10T07:00:00"),
    // The 9th lacks an occurrence, and that of the 11th was moved to 03:00.
    ("2028-01-09T04:00:00Z", "2028-01-09T07:00:00"),
    ("2028-01-11T01:00:00Z", "2028-01-11T02:00:00"),
    ("2028-01-11T04:00:00Z", "2028-01-11T07:00:00"),
  ])
  func `an absolute alarm or a snooze stays if the next occurrence is before the end`(
    expected: String, due: String
  ) throws {
    var event = try TestCalendars.component(
      "Europe/Berlin:20280103T063000", rules: ["FREQ=WEEKLY;BYDAY=MO,TU"])
    event.alarms = [Alarm(.absolute(try TestCalendars.instant(expected)))]
    event.snoozedUntil = [try TestCalendars.instant(expected)]
    let moved = try TestCalendars.component(
      "Europe/Berlin:20280111T030000", replacing: "Europe/Berlin:20280111T063000", alarms: [])
    let expansion = try expansion([event, moved])
    #expect(try self.due(expansion, .alarm(0)) == [due])
    #expect(try self.due(expansion, .snooze) == [due])
  }

  @Test func `a fire of a to-do with only DUE doesn't move past it`() throws {
    var toDo = CalendarComponent(.toDo, uid: "a@example.org")
    toDo.extent = .until(try TestCalendars.time("Europe/Berlin:20280110T063000"))
    toDo.alarms = [Alarm(.relative(CalendarDuration(seconds: -1_800), to: .end))]
    #expect(try due(expansion([toDo]), .alarm(0)) == ["2028-01-10T06:00:00"])
  }
}

extension SeriesQuietHours {
  /// Makes quiet hours that are the same for all alarms of a component.
  init(_ hours: [QuietHours?], dropsFires: Bool = false, lead: Int = 0) {
    let alarms = (0..<64).map(SeriesAlarm.alarm) + [.snooze]
    self.init(
      Dictionary(uniqueKeysWithValues: alarms.map { ($0, hours) }), dropsFires: dropsFires,
      lead: lead)
  }
}
