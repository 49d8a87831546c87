import CalendarFixtures
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler

/// What a calendar can have any number of has hashes of its own: with one for all, each would be
/// compared with each.
@Suite struct ReminderHashTests {
  @Test func `UIDs that only Unicode takes for the same have hashes of their own`() {
    // Each é as one character or as two: the same text for Unicode, sixteen UIDs for a calendar.
    let uids = (0..<16).map { number in
      (0..<4).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
    }
    #expect(Set(uids).count == 1)
    let ids = Set(uids.map { Reminder.ID(uid: $0, alarm: 0) })
    #expect(ids.count == 16)
    #expect(Set(ids.map(\.hashValue)).count == 16)
  }

  @Test func `alarms with one title and other texts have hashes of their own`() throws {
    let options = try TestCalendars.options(now: "2026-01-05T06:00:00Z").compiler
    let contents = try (0..<16).map { number in
      var event = try TestCalendars.event(start: "20260106T140000Z")
      event.alarms[0]?.text = "Bring \(number) chairs"
      return ReminderContent(event, alarm: 0, options)
    }
    #expect(Set(contents.map(\.title)).count == 1)
    #expect(Set(contents.map(\.hashValue)).count == 16)
  }

  @Test func `alarms that show the same have one hash`() throws {
    let options = try TestCalendars.options(now: "2026-01-05T06:00:00Z").compiler
    let contents = try ["Calendar one", "Calendar two"].map { name in
      var event = try TestCalendars.event(start: "20260106T140000Z")
      event.calendarName = name
      return ReminderContent(event, alarm: 0, options)
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0].hashValue == contents[1].hashValue)
  }
}
