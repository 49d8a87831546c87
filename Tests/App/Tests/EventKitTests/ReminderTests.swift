import CalendarReminders
import EventKit
import Foundation
import Testing

/// Reminders of EventKit become to-dos.
@Suite struct ReminderTests {
  private let berlin: TimeZone

  init() throws {
    berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
  }

  private func component(_ reminder: EKReminder) throws -> CalendarComponent {
    try #require(CalendarDocument(reminders: [reminder], timeZone: berlin).components.first)
  }

  private func fires(_ reminder: EKReminder) throws -> [String] {
    let zone = Zone(berlin)
    let now = try #require(Instant(iso8601: "2028-03-01T00:00:00Z"))
    var options = NotificationOptions(now: now, deviceZone: zone)
    options.horizon = CalendarDuration(days: 40)
    let document = CalendarDocument(reminders: [reminder], timeZone: berlin)
    return Compiler.plan(for: document.components, options).simulated(onDeviceIn: zone)
      .map(\.at.description)
  }

  @Test func `a reminder is due as its components say`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    var due = DateComponents(year: 2028, month: 3, day: 13, hour: 9, minute: 30)
    #expect(try fires(ListedReminder(due: due)) == ["2028-03-13T08:30:00Z"])
    due.timeZone = tokyo
    #expect(try fires(ListedReminder(due: due)) == ["2028-03-13T00:30:00Z"])
    let day = DateComponents(year: 2028, month: 3, day: 13)
    let allDay = try component(ListedReminder(due: day))
    #expect(
      allDay.extent == .until(CalendarTime(CivilDateTime(try .on(2028, 3, 13)), isDate: true)))
    #expect(allDay.kind == .toDo)
    #expect(allDay.uid == "reminder-1")
  }

  @Test func `a reminder that recurs counts from when it is due, with its alarm`() throws {
    let due = DateComponents(
      timeZone: berlin, year: 2028, month: 3, day: 19, hour: 9, minute: 0)
    let reminder = ListedReminder(due: due)
    reminder.startDateComponents = DateComponents(year: 2028, month: 3, day: 1)
    reminder.alarms = [
      EKAlarm(absoluteDate: Date(try #require(Instant(iso8601: "2028-03-19T07:45:00Z"))))
    ]
    reminder.recurrenceRules = [
      EKRecurrenceRule(
        recurrenceWith: .weekly, interval: 1, end: EKRecurrenceEnd(occurrenceCount: 2))
    ]
    // The clock goes forward on the 26th.
    #expect(try fires(reminder) == ["2028-03-19T07:45:00Z", "2028-03-26T06:45:00Z"])
  }

  @Test func `a completed reminder is silent, and a priority is kept`() throws {
    let reminder = ListedReminder(
      due: DateComponents(year: 2028, month: 3, day: 13, hour: 9))
    reminder.priority = 5
    #expect(try component(reminder).priority == 5)
    reminder.isCompleted = true
    #expect(try component(reminder).isSilent)
    #expect(try fires(reminder) == [])
  }

  @Test func `an alarm that counts from nothing is named`() throws {
    let document = CalendarDocument(reminders: [ListedReminder(due: nil)], timeZone: berlin)
    #expect(document.diagnostics.map(\.code) == ["start-missing"])
    #expect(document.components.first?.alarms == [nil])
  }
}
