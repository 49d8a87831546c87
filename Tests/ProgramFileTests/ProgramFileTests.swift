import CalendarFiles
import CalendarFixtures
import CalendarReminders
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ICalendarReader
import ReminderCompiler
import Testing

/// Calendars as real programs write them; the page Programs describes each.
@Suite struct ProgramFileTests {
  struct Row: CustomTestStringConvertible {
    /// The name of the file in `Files`, without `.ics`.
    let name: String
    /// The fires that the program means: an instant and the title.
    let fires: [String]

    init(_ name: String, _ fires: String...) {
      (self.name, self.fires) = (name, fires)
    }

    var testDescription: String { name }
  }

  /// The fires of 2027 on a device in Berlin.
  ///
  /// Events and to-dos without an alarm get one ten minutes before, or at 09:00 on the day.
  static let rows = [
    Row(
      "calcurse",
      "2027-05-10T11:50:00Z Physiotherapy",
      "2027-06-03T20:50:00Z Backup",
      "2027-06-05T20:50:00Z Backup"),
    Row(
      "calendar-cli",
      "2027-07-13T08:50:00Z Interview",
      "2027-07-14T06:30:00Z Invoice"),
    Row(
      "csv-ical",
      "2027-06-15T14:50:00Z Lesson",
      "2027-06-19T07:00:00Z Concert"),
    Row(
      "data-ical",
      "2027-09-21T05:00:00Z Stock, tools; keys",
      "2027-09-21T09:25:00Z Stock, tools; keys",
      "2027-10-21T09:25:00Z Stock, tools; keys",
      "2027-11-21T10:25:00Z Stock, tools; keys"),
    Row(
      "django-ical",
      "2027-09-02T15:00:00Z Training",
      "2027-09-09T15:00:00Z Training"),
    Row(
      "emacs-diary",
      "2027-09-16T21:45:00Z Birthday of Lena",
      "2027-12-13T19:45:00Z Turn the mattress",
      "2027-12-27T19:45:00Z Turn the mattress"),
    Row(
      "evolution",
      "2027-04-08T15:45:00Z Laundry",
      "2027-04-08T15:50:00Z Laundry",
      "2027-04-08T15:55:00Z Laundry"),
    Row(
      "gammu",
      "2027-06-07T16:30:00Z Rehearsal",
      "2027-06-14T16:30:00Z Rehearsal",
      "2027-09-11T07:00:00Z Birthday of Jo"),
    Row(
      "golang-ical",
      "2027-09-10T07:00:00Z Flea market",
      "2027-09-12T17:50:00Z Quiz"),
    Row("hamster"),
    Row(
      "hdate",
      "2027-10-02T07:00:00Z 1 Tishrei 5788sunrise: 05:32",
      "2027-10-03T07:00:00Z 2 Tishrei 5788sunrise: 05:33"),
    Row(
      "holidays",
      "2027-10-26T07:00:00Z National Day"),
    Row(
      "ical",
      "2027-02-18T18:30:00Z Bins",
      "2027-03-16T12:00:00Z Call",
      "2027-03-18T18:30:00Z Bins",
      "2027-03-19T20:50:00Z Form",
      "2027-04-18T18:30:00Z Bins"),
    Row(
      "icalendar",
      "2027-04-19T05:30:00Z Handover",
      "2027-04-20T06:00:00Z Handover",
      "2027-04-21T08:00:00Z Handover"),
    Row(
      "icalendar-anonymizer",
      "2027-04-19T07:45:00Z 651925fa8d111ec0",
      "2027-04-19T07:50:00Z 651925fa8d111ec0"),
    Row(
      "ics-py",
      "2027-08-11T18:00:00Z Ferry",
      "2027-08-12T06:15:00Z Ferry"),
    Row(
      "kcalendarcore",
      "2027-04-05T17:30:00Z Read the meter",
      "2027-05-05T17:30:00Z Read the meter",
      "2027-05-06T15:00:00Z Fair"),
    Row(
      "khal",
      "2027-04-18T06:00:00Z Swimming",
      "2027-04-19T05:40:00Z Swimming",
      "2027-11-20T06:40:00Z Tour",
      "2027-12-20T06:40:00Z Tour"),
    Row(
      "kitinerary",
      "2027-05-10T07:00:00Z Hotel reservation: Seaview",
      "2027-05-10T19:10:00Z Flight XX 12 from SFO to JFK"),
    Row(
      "lunar-birthday-ical",
      "2027-05-18T01:00:00Z Birthday of Mei",
      "2027-05-20T01:00:00Z Birthday of Mei"),
    Row(
      "mergecal",
      "2027-08-03T12:40:00Z East",
      "2027-08-04T13:40:00Z Middle"),
    Row(
      "mhc",
      "2027-03-04T13:20:00Z Breakfast",
      "2027-03-18T12:20:00Z Breakfast",
      "2027-08-11T07:00:00Z Recycling",
      "2027-08-18T07:00:00Z Recycling"),
    Row(
      "org2ical",
      "2027-09-30T07:00:00Z Tax return",
      "2027-12-18T09:50:00Z Market",
      "2027-12-25T09:50:00Z Market"),
    Row(
      "ox-icalendar",
      "2027-06-15T07:00:00Z DL: Grant",
      "2027-06-18T07:00:00Z Grant",
      "2027-12-20T18:15:00Z Choir",
      "2027-12-27T18:15:00Z Choir"),
    Row(
      "php-horde-icalendar",
      "2027-04-11T12:25:00Z Visit, tour; coffee",
      "2027-08-25T07:00:00Z Rota",
      "2027-09-08T07:00:00Z Rota"),
    Row(
      "plann",
      "2027-07-06T07:05:00Z Dentist"),
    Row(
      "radicale",
      "2027-04-08T16:00:00Z Board",
      "2027-12-03T19:00:00Z Party"),
    Row(
      "remind",
      "2027-09-14T05:20:00Z Change the filter",
      "2027-11-14T06:20:00Z Change the filter"),
    Row(
      "ruby-icalendar",
      "2027-01-30T15:00:00Z Brunch, terrace; bring juice",
      "2027-01-31T15:45:00Z Brunch, terrace; bring juice",
      "2027-03-31T14:45:00Z Brunch, terrace; bring juice",
      "2027-07-05T21:00:00Z Tickets"),
    Row(
      "sabre-vobject",
      "2027-10-05T04:35:00Z Yoga, room 2; mats",
      "2027-11-05T05:35:00Z Yoga, room 2; mats"),
    Row(
      "tj3",
      "2027-05-03T12:50:00Z Roof",
      "2027-05-05T20:50:00Z Roof"),
    Row(
      "todoman",
      "2027-03-02T16:20:00Z Collect the parcel",
      "2027-04-09T07:00:00Z Write the report"),
    Row(
      "topydo",
      "2027-03-22T08:00:00Z Deposit +flat"),
    Row(
      "txt2ics",
      "2027-04-07T13:20:00Z Passport",
      "2027-04-10T21:49:00Z Tomatoes"),
    Row(
      "vdirsyncer",
      "2027-05-11T13:00:00Z Return the books"),
    Row(
      "vobject",
      "2027-06-10T12:45:00Z Review",
      "2027-06-11T14:45:00Z Tea",
      "2027-12-10T13:45:00Z Review"),
    Row(
      "wartungsplan",
      "2027-12-30T04:50:00Z Lubricate",
      "2027-12-31T04:50:00Z Lubricate"),
    Row(
      "x-wr-timezone",
      "2027-03-04T21:00:00Z Inventory",
      "2027-03-05T12:45:00Z Inventory",
      "2027-03-19T11:45:00Z Inventory",
      "2027-03-23T15:50:00Z Order"),
    Row(
      "xandikos",
      "2027-02-13T12:30:00Z Walk"),
    Row(
      "yaml2ical",
      "2027-12-02T14:50:00Z Docs",
      "2027-12-09T14:50:00Z CANCELLED: Docs (20271209T150000Z)",
      "2027-12-16T14:50:00Z Docs",
      "2027-12-23T14:50:00Z Docs",
      "2027-12-30T14:50:00Z Docs"),
    Row(
      "yaml2ics",
      "2027-03-08T17:50:00Z Seminar",
      "2027-03-22T16:50:00Z Seminar",
      "2027-07-06T07:00:00Z Excursion",
      "2027-07-07T07:00:00Z Excursion"),
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Files")

  @Test(arguments: rows)
  func `the reminders are those that the program means`(_ row: Row) throws {
    var options = try TestCalendars.options(now: "2027-01-01T00:00:00Z")
    options.defaultAlarms = [try TestCalendars.duration("-PT10M")]
    options.allDayAlarm = TimeOfDay(hour: 9, minute: 0)
    let reader = CalendarReader.ofProgram(
      zones: TestCalendars.zones, ReadingOptions(for: options))
    let path = ProgramFileTests.folder.appending(path: "\(row.name).ics").path
    let documents = reader.documents(selecting: [try reader.scan(path: path)])
    let fires = TestCalendars.fires(documents.flatMap(\.components), options.compiler)
    #expect(fires.map { "\($0.at) \($0.title)" } == row.fires)
  }

  @Test func `each file has one row`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: ProgramFileTests.folder.path)
    #expect(ProgramFileTests.rows.map { "\($0.name).ics" }.sorted() == files.sorted())
  }
}
