import CalendarReminders
import EventKit
import Foundation
import Testing

/// Events of EventKit become components whose fire dates match the occurrences in the store.
@Suite struct EventTests {
  private let berlin: TimeZone
  private let window: DateInterval

  init() throws {
    berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    window = DateInterval(
      start: try EventTests.date("2028-03-01T00:00:00Z"),
      end: try EventTests.date("2028-05-01T00:00:00Z"))
  }

  private static func date(_ text: String) throws -> Date {
    Date(try #require(Instant(iso8601: text)))
  }

  private func document(_ events: [EKEvent]) -> CalendarDocument {
    CalendarDocument(events: events, in: window, timeZone: berlin)
  }

  /// The fire dates up to the end of the window.
  private func fires(_ document: CalendarDocument) throws -> [String] {
    let zone = Zone(berlin)
    var options = NotificationOptions(now: Instant(window.start), deviceZone: zone)
    options.horizon = CalendarDuration(seconds: 61 * 86_400)
    let plan = Compilation(of: document.components, options).plan
    #expect(plan.dropped.isEmpty)
    return plan.simulated(onDeviceIn: zone).map(\.at.description).sorted()
  }

  @Test func `a rule with deleted, moved and cancelled occurrences fires as the store lists it`()
    throws
  {
    // Mondays at 09:00 in Berlin; the clock goes forward on 26 March. The 20th was deleted, the
    // 27th moved to noon, 3 April cancelled, and the rule ends after 10 April.
    let rule = EKRecurrenceRule(
      recurrenceWith: .weekly, interval: 1, daysOfTheWeek: [EKRecurrenceDayOfWeek(.monday)],
      daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil,
      setPositions: nil, end: EKRecurrenceEnd(occurrenceCount: 30))
    let events = try [
      "2028-03-06T08:00:00Z", "2028-03-13T08:00:00Z", "2028-03-27T10:00:00Z",
      "2028-04-03T07:00:00Z", "2028-04-10T07:00:00Z",
    ].map { ListedEvent(try EventTests.date($0), in: berlin, rule: rule) }
    events[2].listedOriginal = try EventTests.date("2028-03-27T07:00:00Z")
    events[2].listedName = "event@example.org/RID=852620400"
    events[3].listedOriginal = try EventTests.date("2028-04-03T07:00:00Z")
    events[3].listedStatus = .canceled
    let document = document(events.shuffled())
    #expect(
      try fires(document) == [
        "2028-03-06T07:50:00Z", "2028-03-13T07:50:00Z", "2028-03-27T09:50:00Z",
        "2028-04-10T06:50:00Z",
      ])
    #expect(Set(document.components.map(\.uid)) == ["event@example.org"])
    #expect(document.diagnostics.isEmpty)
    let master = try #require(document.components.first)
    #expect(master.rules.map(\.description) == ["FREQ=WEEKLY;UNTIL=20280410T070000Z;BYDAY=MO"])
    #expect(master.exceptionDates.map(\.description) == ["Europe/Berlin:20280320T090000"])
    #expect(master.title == "Title")
    #expect(master.place == "Room 3")
    #expect(master.details == "Notes")
    #expect(master.url == "https://example.org/event")
    #expect(master.calendarName == "Work")
    #expect(master.source == "calendar-1")
    #expect(master.modified == Instant(secondsSince1970: 1_800_000_000))
  }

  @Test func `the numbers of a rule are those of EventKit`() throws {
    let end = try EventTests.date("2030-01-01T00:00:00Z")
    let rule = EKRecurrenceRule(
      recurrenceWith: .monthly, interval: 2,
      daysOfTheWeek: [
        EKRecurrenceDayOfWeek(.sunday, weekNumber: -1), EKRecurrenceDayOfWeek(.saturday),
      ],
      daysOfTheMonth: nil, monthsOfTheYear: nil, weeksOfTheYear: nil, daysOfTheYear: nil,
      setPositions: [-1], end: EKRecurrenceEnd(end: end))
    // The last Sunday and the Saturdays of March 2028: the last of them is Sunday the 26th.
    let event = ListedEvent(try EventTests.date("2028-03-26T07:00:00Z"), in: berlin, rule: rule)
    #expect(
      document([event]).components.first?.rules.map(\.description) == [
        "FREQ=MONTHLY;INTERVAL=2;UNTIL=20300101T000000Z;BYDAY=-1SU,SA;BYSETPOS=-1"
      ])
    let yearly = EKRecurrenceRule(
      recurrenceWith: .yearly, interval: 1, daysOfTheWeek: nil, daysOfTheMonth: [26],
      monthsOfTheYear: [3], weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: nil)
    event.recurrenceRules = [yearly]
    #expect(
      document([event]).components.first?.rules.map(\.description)
        == ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=26"])
  }

  @Test func `an all-day event has dates, and starts at the device's midnight`() throws {
    // 13 and 14 March in Berlin; in the store, the end is the last second.
    let event = ListedEvent(try EventTests.date("2028-03-12T23:00:00Z"), in: nil)
    event.isAllDay = true
    event.endDate = try EventTests.date("2028-03-14T22:59:59Z")
    event.alarms = [EKAlarm(relativeOffset: 9 * 3_600)]
    let component = try #require(document([event]).components.first)
    #expect(component.start?.description == "20280313")
    let end = CivilDateTime(try .on(year: 2028, month: 3, day: 15))
    #expect(component.extent == .until(CalendarTime(end, isDate: true)))
    #expect(try fires(document([event])) == ["2028-03-13T08:00:00Z"])
  }

  @Test func `an event without a zone floats, and a fixed offset is kept`() throws {
    let start = try EventTests.date("2028-03-13T08:00:00Z")
    let floating = ListedEvent(start, in: nil)
    #expect(document([floating]).components.first?.start?.description == "20280313T090000")
    let fixed = ListedEvent(start, in: TimeZone(secondsFromGMT: 12_600))
    #expect(try fires(document([fixed])) == ["2028-03-13T07:50:00Z"])
  }

  @Test func `an alarm by place is reported, and other alarms keep their properties`() throws {
    let event = ListedEvent(try EventTests.date("2028-03-13T08:00:00Z"), in: berlin)
    let place = EKAlarm(relativeOffset: 0)
    place.proximity = .enter
    place.structuredLocation = EKStructuredLocation(title: "Home")
    let absolute = EKAlarm(absoluteDate: try EventTests.date("2028-03-12T12:00:00Z"))
    absolute.soundName = "Basso"
    let mail = EKAlarm(relativeOffset: -60)
    mail.emailAddress = "somebody@example.org"
    event.alarms = [place, absolute, mail]
    event.listedName = nil
    let document = document([event])
    #expect(document.diagnostics.map(\.code) == ["proximity-unsupported"])
    #expect(document.diagnostics.first?.uid == "local-1")
    let alarms = try #require(document.components.first).alarms
    #expect(alarms.count == 3)
    #expect(alarms[0] == nil)
    #expect(alarms[1]?.soundName == "Basso")
    #expect(alarms[1]?.trigger == .absolute(Instant(try EventTests.date("2028-03-12T12:00:00Z"))))
    #expect(alarms[2]?.action == .email)
  }

  @Test func `a cancelled event is silent, and an event without a time is left out`() throws {
    let event = ListedEvent(try EventTests.date("2028-03-13T08:00:00Z"), in: berlin)
    event.listedStatus = .canceled
    #expect(try fires(document([event])) == [])
    #expect(document([event]).components.count == 1)
    #expect(document([EKEvent(eventStore: EKEventStore())]).components.isEmpty)
  }
}

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
    return Compilation(of: document.components, options).plan.simulated(onDeviceIn: zone)
      .map(\.at.description)
  }

  @Test func `a reminder is due at its date components`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    var due = DateComponents(year: 2028, month: 3, day: 13, hour: 9, minute: 30)
    #expect(try fires(ListedReminder(due: due)) == ["2028-03-13T08:30:00Z"])
    due.timeZone = tokyo
    #expect(try fires(ListedReminder(due: due)) == ["2028-03-13T00:30:00Z"])
    let day = DateComponents(year: 2028, month: 3, day: 13)
    let allDay = try component(ListedReminder(due: day))
    let end = CivilDateTime(try .on(year: 2028, month: 3, day: 13))
    #expect(allDay.extent == .until(CalendarTime(end, isDate: true)))
    #expect(allDay.kind == .toDo)
    #expect(allDay.uid == "reminder-1")
  }

  @Test func `a recurring reminder repeats from its due time, with its absolute alarm`() throws {
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

  @Test func `an alarm of a reminder without a date is reported`() throws {
    let document = CalendarDocument(reminders: [ListedReminder(due: nil)], timeZone: berlin)
    #expect(document.diagnostics.map(\.code) == ["start-missing"])
    #expect(document.components.first?.alarms == [nil])
  }
}

final class NamedCalendar: EKCalendar {
  override var calendarIdentifier: String { "calendar-1" }
}

/// An event as a store lists it, with the members that only a store sets.
final class ListedEvent: EKEvent {
  var listedOriginal: Date?
  var listedStatus = EKEventStatus.confirmed
  var listedName: String? = "event@example.org"

  override var calendarItemIdentifier: String { "local-1" }
  override var calendarItemExternalIdentifier: String! { listedName }
  override var status: EKEventStatus { listedStatus }
  override var isDetached: Bool { listedOriginal != nil }
  override var occurrenceDate: Date! { listedOriginal ?? startDate }
  override var lastModifiedDate: Date? { Date(timeIntervalSince1970: 1_800_000_000) }

  /// An event of one hour in a zone.
  init(_ start: Date, in timeZone: TimeZone?, rule: EKRecurrenceRule? = nil) {
    super.init(eventStore: EKEventStore())
    let calendar = NamedCalendar()
    calendar.title = "Work"
    self.calendar = calendar
    title = "Title"
    location = "Room 3"
    notes = "Notes"
    url = URL(string: "https://example.org/event")
    startDate = start
    endDate = start + 3_600
    self.timeZone = timeZone
    alarms = [EKAlarm(relativeOffset: -600)]
    recurrenceRules = rule.map { [$0] }
  }
}

final class ListedReminder: EKReminder {
  override var calendarItemIdentifier: String { "reminder-1" }

  /// Creates a reminder with an alarm at its due time.
  init(due: DateComponents?) {
    super.init(eventStore: EKEventStore())
    title = "Title"
    dueDateComponents = due
    alarms = [EKAlarm(relativeOffset: 0)]
  }
}
