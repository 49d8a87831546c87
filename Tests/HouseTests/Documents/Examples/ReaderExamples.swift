import CalendarReminders
import CivilTime
import Foundation
import ICalendar
import ICalendarReader
import Testing

/// The examples of reading files.
@Suite(.printsAll) struct ReaderExamples: Example {
  @Test func calendarReader() throws {
    let reader = CalendarReader(zones: ZoneDatabase())
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:train@example.org
      DTSTART;TZID=Europe/Berlin:20280103T063000
      BEGIN:VALARM
      TRIGGER:-PT20M
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    let scan = try reader.scan(Array(text.utf8), file: "train.ics")
    for document in reader.documents(selecting: [scan]) {
      print(document.file, document.components[0].uid)  // train.ics train@example.org
    }
  }

  @Test func calendarScan() throws {
    let reader = CalendarReader(zones: ZoneDatabase())
    let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
    let scan = try reader.scan(bytes, file: "empty.ics")
    print(scan.file)  // empty.ics
  }

  @Test func readingOptions() throws {
    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    let options = ReadingOptions(includesComponentsWithoutAlarms: true, firesFrom: now)
    print(options.includesAllToDos, options.zoneWindow.lowerBound)  // false 2027-01-02T07:00:00Z
  }

  @Test func readingError() throws {
    let reader = CalendarReader(zones: ZoneDatabase())
    do {
      _ = try reader.scan(Array("To whom it may concern".utf8), file: "letter.txt")
    } catch {
      print(error)  // letter.txt: is not a calendar: no line is BEGIN:VCALENDAR
    }
  }

  @Test func document() throws {
    let alarm = "BEGIN:VALARM\nTRIGGER:PT0S\nEND:VALARM\n"
    let text = "BEGIN:VEVENT\nUID:a\nDTSTART:soon\n\(alarm)END:VEVENT\n"
    let reader = CalendarReader(zones: ZoneDatabase())
    let document = try reader.document(Data(text.utf8), name: "invitation.ics")
    print(document.diagnostics.map(\.code))  // ["calendar-missing", "date-time-invalid"]
  }
}
