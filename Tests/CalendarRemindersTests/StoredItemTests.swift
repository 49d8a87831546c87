import CalendarFixtures
import CompilerFixtures
import Testing

@testable import CalendarReminders

/// Helpers for tests of the events that a calendar store in Berlin lists.
protocol ListedEvents {}

extension ListedEvents {
  /// Occurrences of an event at 09:00 in Berlin, with an alarm ten minutes before.
  func listed(_ starts: [Instant], _ rule: StoredRule?) throws -> [StoredEvent] {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    var item = StoredItem(uid: "event")
    item.title = "Title"
    item.rules = rule.map { [$0] } ?? []
    var alarm = StoredAlarm()
    alarm.offset = -600
    item.alarms = [alarm]
    return starts.map { start in
      var event = StoredEvent(item, start: start, end: start + 3_600)
      event.zone = berlin
      return event
    }
  }

  /// 09:00 in Berlin on the given months and days of 2028.
  func nine(_ days: [(Int, Int)]) throws -> [Instant] {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    return try days.map { month, day in
      berlin.instant(of: CivilDateTime(try .on(year: 2028, month: month, day: day), hour: 9))
    }
  }

  func window(_ from: String, _ to: String) throws -> Range<Instant> {
    try TestCalendars.instant(from)..<TestCalendars.instant(to)
  }

  func document(_ events: [StoredEvent], _ window: Range<Instant>) throws
    -> CalendarDocument
  {
    CalendarDocument(events, in: window, onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
  }

  /// The starts of the reminded occurrences: fire dates plus ten minutes.
  func starts(_ document: CalendarDocument, _ window: Range<Instant>) throws -> [Instant] {
    var options = CompilerOptions(
      now: window.lowerBound + -600, deviceZone: try TestCalendars.zone("Europe/Berlin"))
    options.horizon = CalendarDuration(seconds: window.upperBound - window.lowerBound)
    return TestCalendars.fires(document.components, options).map { $0.at + 600 }
  }
}

/// Each occurrence that a calendar store lists keeps its time, its calendar and its alarms.
@Suite struct StoredEventTests: ListedEvents {
  @Test func `a night is one event, even if one of its hours is skipped in spring`() throws {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    // From 22:00 to 06:00 on the clock: eight hours, then seven; or eight exact hours both times.
    for last in [7, 8] {
      var events = try listed(
        try nine([(3, 24), (3, 25)]).map { $0 + 13 * 3_600 }, StoredRule(RecurrenceRule(.daily)))
      #expect(berlin.civil(at: events[1].start).hour == 22)
      events[0].end = events[0].start + 8 * 3_600
      events[1].end = events[1].start + last * 3_600
      let window = try window("2028-03-24T00:00:00Z", "2028-03-26T00:00:00Z")
      #expect(try document(events, window).components.count == 1, "\(last) hours")
    }
  }

  @Test
  func `a fractional alarm is due at the whole second before, and a distant one at the limit`()
    throws
  {
    var events = try listed(try nine([(3, 13)]), nil)
    let offsets = [-0.5, 0.5, .infinity, -.infinity, .nan]
    events[0].item.alarms = offsets.map { offset in
      var alarm = StoredAlarm()
      alarm.offset = offset
      return alarm
    }
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let triggers = try document(events, window).components[0].alarms.map { $0?.trigger }
    // A thousand years of 366 days.
    let seconds = [-1, 0, 366_000 * 86_400, -366_000 * 86_400, 0]
    #expect(triggers == seconds.map { .relative(CalendarDuration(seconds: $0), to: .start) })
  }

  @Test func `an event in two calendars is two events, and one without a rule stays single`() throws
  {
    var events = try listed(try nine([(3, 13), (3, 13)]), nil)
    events[0].item.calendar = "home"
    events[1].item.calendar = "work"
    events[1].item.isSilent = true
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let document = try document(events, window)
    #expect(document.components.map(\.source) == ["home", "work"])
    #expect(document.components.map(\.isSilent) == [false, true])
    #expect(document.componentCounts.events == 2)
    #expect(document.diagnostics.isEmpty)
    #expect(try self.starts(document, window) == nine([(3, 13)]))
  }

  @Test(arguments: [
    ("2028-03-13T23:59:59", "20280314"), ("2028-03-13T00:00:00", "20280314"),
    ("2028-03-14T23:59:59", "20280315"), ("2028-03-15T00:00:00", "20280315"),
  ])
  func `an all-day event ends before the next day, with any end in the store`(
    end: String, expected: String
  ) throws {
    let berlin = try TestCalendars.zone("Europe/Berlin")
    func local(_ text: String) throws -> Instant {
      berlin.instant(of: try #require(CivilDateTime(iso8601: text)))
    }
    var event = StoredEvent(
      StoredItem(uid: "days"), start: try local("2028-03-13T00:00:00"), end: try local(end))
    event.isAllDay = true
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let component = try #require(try document([event], window).components.first)
    #expect(component.start?.description == "20280313")
    #expect(component.extent == .until(try TestCalendars.time(expected)))
  }

  @Test func `an event without a zone floats, and one in UTC stays in UTC`() throws {
    var events = try listed(try nine([(3, 13)]), nil)
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    events[0].zone = nil
    #expect(try document(events, window).components[0].start?.description == "20280313T090000")
    events[0].zone = .gmt
    #expect(try document(events, window).components[0].start?.description == "20280313T080000Z")
  }

  @Test func `an alarm by place keeps its index and is reported, and others are read`() throws {
    var events = try listed(try nine([(3, 13)]), nil)
    var place = StoredAlarm()
    place.isByPlace = true
    var absolute = StoredAlarm()
    absolute.absolute = try TestCalendars.instant("2028-03-12T12:00:00Z")
    absolute.soundName = "Basso"
    events[0].item.alarms.insert(place, at: 0)
    events[0].item.alarms.append(absolute)
    let window = try window("2028-03-10T00:00:00Z", "2028-06-01T00:00:00Z")
    let document = try document(events, window)
    let alarms = document.components[0].alarms
    #expect(alarms.count == 3)
    #expect(alarms[0] == nil)
    #expect(alarms[1]?.trigger == .relative(CalendarDuration(seconds: -600), to: .start))
    #expect(alarms[2]?.trigger == .absolute(try TestCalendars.instant("2028-03-12T12:00:00Z")))
    #expect(alarms[2]?.action == .audio)
    #expect(document.diagnostics.map(\.code) == ["proximity-unsupported"])
  }
}

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

  @Test func `offsets count from the due time on the device's clock`() throws {
    var reminder = StoredReminder(try item(offsets: [0, -3_600]))
    reminder.start = try TestCalendars.time("20280301T090000")
    reminder.due = try TestCalendars.time("20280313T090000")
    #expect(try fires(reminder) == ["2028-03-13T07:00:00Z", "2028-03-13T08:00:00Z"])
    let component = try document(reminder).components[0]
    #expect(component.kind == .toDo)
    #expect(component.extent == .until(try TestCalendars.time("20280313T090000")))
  }

  @Test func `offsets count from the start if there is no due time`() throws {
    var reminder = StoredReminder(try item(offsets: [-600]))
    reminder.start = try TestCalendars.time("Asia/Tokyo:20280313T090000")
    #expect(try fires(reminder) == ["2028-03-12T23:50:00Z"])
  }

  @Test func `an absolute alarm follows a recurring reminder`() throws {
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

  @Test func `an absolute alarm needs no date, and a relative one without a date is rejected`()
    throws
  {
    let reminder = StoredReminder(
      try item(offsets: [-600], absolutes: ["2028-03-19T07:30:00Z"]))
    #expect(try fires(reminder) == ["2028-03-19T07:30:00Z"])
    #expect(try document(reminder).diagnostics.map(\.code) == ["start-missing"])
    let empty = StoredReminder(try item())
    #expect(try document(empty).diagnostics.isEmpty)
    #expect(try document(empty).componentCounts.toDosWithoutAlarms == 1)
  }

  @Test func `a completed reminder is silent, and a priority is kept`() throws {
    var reminder = StoredReminder(try item(offsets: [0]))
    reminder.due = try TestCalendars.time("20280313")
    reminder.item.priority = 1
    #expect(try fires(reminder) == ["2028-03-12T23:00:00Z"])
    #expect(try document(reminder).components[0].priority == 1)
    reminder.item.isSilent = true
    #expect(try fires(reminder) == [])
  }

  @Test func `an invalid rule is reported`() throws {
    var rule = RecurrenceRule(.weekly)
    rule.daysOfTheMonth = [40]
    var reminder = StoredReminder(try item(offsets: [0], rules: [StoredRule(rule)]))
    reminder.due = try TestCalendars.time("20280313T090000")
    #expect(try document(reminder).diagnostics.map(\.code) == ["rule-invalid"])
    #expect(try fires(reminder) == ["2028-03-13T08:00:00Z"])
  }
}
