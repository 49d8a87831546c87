import CalendarFixtures
import CompilerFixtures
import Testing

@testable import CalendarReminders

/// The reminders of a calendar store become to-dos.
@Suite struct StoredReminderTests {
  private func item(
    offsets: [Double] = [], absolutes: [String] = [], rules: [StoredRule] = []
  ) throws -> StoredItem {
    var item = StoredItem(uid: "reminder")
    item.title = "Title"
    item.rules = rules
    item.alarms =
      offsets.map { offset in
        var alarm = StoredAlarm()
        alarm.offset = offset
        return alarm
      }
      + (try absolutes.map { text in
        var alarm = StoredAlarm()
        alarm.absolute = try TestCalendars.instant(text)
        return alarm
      })
    return item
  }

  private func document(_ reminder: StoredReminder) throws -> CalendarDocument {
    CalendarDocument([reminder], onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
  }

  private func fires(_ reminder: StoredReminder, horizon: String = "P1Y") throws -> [String] {
    let options = try TestCalendars.compilerOptions(
      now: "2028-03-01T00:00:00Z", horizon: horizon)
    return TestCalendars.fires(try document(reminder).components, options).map(\.at.description)
  }

  @Test func `offsets count from when it is due, by the device's clock`() throws {
    var reminder = StoredReminder(try item(offsets: [0, -3_600]))
    reminder.start = try TestCalendars.time("20280301T090000")
    reminder.due = try TestCalendars.time("20280313T090000")
    #expect(try fires(reminder) == ["2028-03-13T07:00:00Z", "2028-03-13T08:00:00Z"])
    let component = try document(reminder).components[0]
    #expect(component.kind == .toDo)
    #expect(component.extent == .until(try TestCalendars.time("20280313T090000")))
  }

  @Test func `offsets count from the start where it is never due`() throws {
    var reminder = StoredReminder(try item(offsets: [-600]))
    reminder.start = try TestCalendars.time("Asia/Tokyo:20280313T090000")
    #expect(try fires(reminder) == ["2028-03-12T23:50:00Z"])
  }

  @Test func `an alarm at an instant goes with a reminder that recurs`() throws {
    // Sundays at 09:00 in Berlin; the clock goes forward on 26 March.
    var reminder = StoredReminder(
      try item(
        absolutes: ["2028-03-19T07:30:00Z"],
        rules: [StoredRule(RecurrenceRule(.weekly), end: .after(3))]))
    reminder.due = try TestCalendars.time("Europe/Berlin:20280319T090000")
    #expect(
      try fires(reminder) == [
        "2028-03-19T07:30:00Z", "2028-03-26T06:30:00Z", "2028-04-02T06:30:00Z",
      ])
  }

  @Test func `an alarm at an instant needs no date, and one before nothing is refused`() throws {
    let reminder = StoredReminder(
      try item(offsets: [-600], absolutes: ["2028-03-19T07:30:00Z"]))
    #expect(try fires(reminder) == ["2028-03-19T07:30:00Z"])
    #expect(try document(reminder).diagnostics.map(\.code) == ["start-missing"])
    let empty = StoredReminder(try item())
    #expect(try document(empty).diagnostics.isEmpty)
    #expect(try document(empty).census.toDosWithoutAlarms == 1)
  }

  @Test func `a reminder that is done is silent, and a priority is kept`() throws {
    var reminder = StoredReminder(try item(offsets: [0]))
    reminder.due = try TestCalendars.time("20280313")
    reminder.item.priority = 1
    #expect(try fires(reminder) == ["2028-03-12T23:00:00Z"])
    #expect(try document(reminder).components[0].priority == 1)
    reminder.item.isSilent = true
    #expect(try fires(reminder) == [])
  }

  @Test func `a rule that no calendar can expand is named`() throws {
    var rule = RecurrenceRule(.weekly)
    rule.daysOfTheMonth = [40]
    var reminder = StoredReminder(try item(offsets: [0], rules: [StoredRule(rule)]))
    reminder.due = try TestCalendars.time("20280313T090000")
    #expect(try document(reminder).diagnostics.map(\.code) == ["rule-invalid"])
    #expect(try fires(reminder) == ["2028-03-13T08:00:00Z"])
  }
}
