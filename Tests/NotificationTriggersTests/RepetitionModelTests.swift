import CivilTime
import NotificationTriggers
import Testing

/// The next dates of layers near clock changes.
///
/// The expected fires are those of the layers' own code, run on a Java virtual machine.
@Suite struct RepetitionModelTests {
  struct Row: Sendable, CustomStringConvertible {
    let model: RepetitionModel
    let days: DayClass
    let start: String
    /// The fires from the start, as local times of their day in UTC.
    let fires: [String]

    var description: String { "\(model) \(days) from \(start)" }
  }

  /// The time is 02:30 in Berlin, which skips it on 28 March and repeats it on 31 October 2027.
  @Test(arguments: [
    Row(
      model: .expoAndroid, days: .everyDay, start: "2027-03-26T12:00:00Z",
      fires: ["03-27T01:30", "03-28T00:30", "03-28T01:30", "03-29T01:30", "03-30T00:30"]),
    Row(
      model: .expoAndroid, days: .weekday(.sunday), start: "2027-03-20T12:00:00Z",
      fires: ["03-21T01:30", "03-28T00:30", "03-28T01:30", "04-04T01:30", "04-11T00:30"]),
    Row(
      model: .expoAndroid, days: .dayOfMonth(28), start: "2027-02-20T12:00:00Z",
      fires: ["02-28T01:30", "03-28T01:30", "04-28T01:30", "05-28T00:30"]),
    Row(
      model: .expoAndroid, days: .everyDay, start: "2027-10-29T12:00:00Z",
      fires: ["10-30T00:30", "10-31T00:30", "10-31T01:30", "11-01T01:30"]),
    Row(
      model: .flutterAndroid, days: .everyDay, start: "2027-03-26T12:00:00Z",
      fires: ["03-27T01:30", "03-28T01:30", "03-29T01:30", "03-30T01:30"]),
    Row(
      model: .flutterAndroid, days: .everyDay, start: "2027-10-29T12:00:00Z",
      fires: ["10-30T00:30", "10-31T00:30", "11-01T01:30"]),
    // The search for July steps over the day of the gap.
    Row(
      model: .flutterAndroid, days: .date(month: 7, day: 1), start: "2027-03-26T12:00:00Z",
      fires: ["07-01T01:30"]),
    // The skipped time becomes an earlier one, and stays so.
    Row(
      model: .calendarSteps, days: .everyDay, start: "2027-03-26T12:00:00Z",
      fires: ["03-27T01:30", "03-28T00:30", "03-28T23:30", "03-29T23:30"]),
    Row(
      model: .calendarSteps, days: .everyDay, start: "2027-10-29T12:00:00Z",
      fires: ["10-30T00:30", "10-31T00:30", "11-01T01:30"]),
    Row(
      model: .elapsedTime, days: .weekday(.sunday), start: "2027-03-20T12:00:00Z",
      fires: ["03-21T01:30", "03-28T01:30", "04-04T01:30"]),
    Row(
      model: .dateMatching, days: .everyDay, start: "2027-03-26T12:00:00Z",
      fires: ["03-27T01:30", "03-28T01:30", "03-29T00:30"]),
  ])
  func `a layer repeats as its code does`(_ row: Row) throws {
    let berlin = try #require(TestZones.database.zone(named: "Europe/Berlin"))
    let pattern = try #require(
      CalendarPattern(row.days, at: .time(TimeOfDay(secondOfDay: 9_000))))
    let start = try #require(Instant(iso8601: row.start))
    let fires = TriggerFireDates(
      of: pattern, in: berlin, addedAt: start, until: start + 1_000 * 86_400, row.model)
    #expect(
      fires.prefix(row.fires.count).map(\.description) == row.fires.map { "2027-\($0):00Z" })
  }

  @Test func `Notifee counts an hour as 3,600 seconds`() throws {
    let zone = try #require(TestZones.database.zone(named: "Australia/Lord_Howe"))
    let pattern = try #require(CalendarPattern(.everyDay, at: .everyHour(minute: 30, second: 0)))
    // The clock is set back by half an hour at 15:00 UTC.
    let start = try #require(Instant(iso8601: "2027-04-03T13:45:00Z"))
    let fires = TriggerFireDates(
      of: pattern, in: zone, addedAt: start, until: start + 3 * 3_600, .elapsedTime)
    #expect(
      fires.map(\.description)
        == ["2027-04-03T14:30:00Z", "2027-04-03T15:30:00Z", "2027-04-03T16:30:00Z"])
  }

  @Test func `far from clock changes, all models agree`() throws {
    let berlin = try #require(TestZones.database.zone(named: "Europe/Berlin"))
    let start = try #require(Instant(iso8601: "2027-01-10T05:00:00Z"))
    let time = TimeClass.time(TimeOfDay(secondOfDay: 32_400))
    let classes: [DayClass] = [
      .everyDay, .weekday(.sunday), .weekday(.monday), .dayOfMonth(28), .date(month: 12, day: 31),
    ]
    for days in classes {
      let pattern = try #require(CalendarPattern(days, at: time))
      let fires = [RepetitionModel.dateMatching, .expoAndroid, .flutterAndroid].map {
        Array(
          TriggerFireDates(
            of: pattern, in: berlin, addedAt: start, until: start + 2_000 * 86_400, $0))
      }
      #expect(fires[0].count >= 5 && fires[1] == fires[0] && fires[2] == fires[0], "\(days)")
    }
  }
}
