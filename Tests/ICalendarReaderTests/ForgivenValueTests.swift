import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct ForgivenValueTests {
  private func options(_ zone: String) throws -> ReadingOptions {
    var options = ReadingOptions(includesComponentsWithoutAlarms: true)
    let deviceZone = try #require(database.zone(named: zone))
    options.deviceZone = deviceZone
    return options
  }

  struct TriggerRow: CustomTestStringConvertible {
    let start: String
    let trigger: String
    let instant: String?
    var code: String? = "trigger-time-forgiven"

    var testDescription: String { "\(start) TRIGGER\(trigger)" }
  }

  // New York is 5 hours behind UTC in December, Berlin, the device's zone, 1 hour ahead.
  @Test(arguments: [
    TriggerRow(
      start: "DTSTART;TZID=America/New_York:20261201T110000", trigger: ":20261201T100000",
      instant: "2026-12-01T15:00:00Z"),
    TriggerRow(
      start: "DTSTART:20261201T110000", trigger: ":20261201T100000",
      instant: "2026-12-01T09:00:00Z"),
    TriggerRow(
      start: "DTSTART:20261201T110000Z", trigger: ":20261201T100000",
      instant: "2026-12-01T10:00:00Z"),
    TriggerRow(
      start: "DTSTART;VALUE=DATE:20261201", trigger: ";VALUE=DATE:20261201",
      instant: "2026-11-30T23:00:00Z"),
    TriggerRow(
      start: "DTSTART;TZID=America/New_York:20261201T110000",
      trigger: ";VALUE=DATE-TIME:20261201", instant: "2026-11-30T23:00:00Z"),
    TriggerRow(
      start: "DTSTART:20261201T110000Z", trigger: ";TZID=Atlantis:20261201T100000",
      instant: "2026-12-01T09:00:00Z", code: "zone-unknown"),
    TriggerRow(
      start: "DTSTART:20261201T110000Z", trigger: ";TZID=America/New_York:20261201T100000",
      instant: "2026-12-01T15:00:00Z", code: nil),
    TriggerRow(
      start: "DTSTART;TZID=America/New_York:20261201T110000", trigger: ":20261201T100000Z",
      instant: "2026-12-01T10:00:00Z", code: nil),
  ])
  func `an absolute trigger that is not in UTC is a local time`(_ row: TriggerRow) throws {
    let text = event(row.start, alarm: "TRIGGER\(row.trigger)")
    let document = try read([text], options: options("Europe/Berlin"))[0]
    let alarm = try #require(document.components.first?.alarms.first ?? nil)
    #expect(alarm.trigger == .absolute(instant(row.instant ?? "")))
    #expect(document.codes == (row.code.map { [$0] } ?? []))
  }

  @Test func `an absolute local trigger of a to-do with DUE only is in DUE's zone`() throws {
    let toDo = event(
      "DUE;TZID=America/New_York:20261201T110000", alarm: "TRIGGER:20261201T100000"
    ).replacing("VEVENT", with: "VTODO").replacing("DTSTART:20260105T080000\r\n", with: "")
    let document = try read([toDo], options: options("Europe/Berlin"))[0]
    let alarm = try #require(document.components.first?.alarms.first ?? nil)
    #expect(alarm.trigger == .absolute(instant("2026-12-01T15:00:00Z")))
  }

  @Test func `a recurring component with an absolute trigger gets a note that it fires once`()
    throws
  {
    let rule = "DTSTART:20261201T110000Z\nRRULE:FREQ=DAILY"
    let alarm = "TRIGGER:20261201T110000Z"
    let toDo = event(rule, alarm: alarm).replacing("VEVENT", with: "VTODO")
    let document = try read(toDo)
    #expect(document.findings == ["trigger-once@9"])
    #expect(document.diagnostics.first?.message.contains("the to-do recurs") == true)
    #expect(try read(event("DTSTART:20261201T110000Z", alarm: alarm)).codes.isEmpty)
    #expect(try read(event(rule)).codes.isEmpty)
  }

  struct DayRow: CustomTestStringConvertible {
    let value: String
    let zone: String
    var calendarZone: String?
    let day: String

    var testDescription: String { "\(value) in \(calendarZone ?? zone)" }
  }

  // Berlin is 1 hour ahead of UTC in December, Auckland 13, Los Angeles 8 behind, Pago Pago 11.
  @Test(arguments: [
    DayRow(value: "20261202T230000Z", zone: "Europe/Berlin", day: "20261203"),
    DayRow(value: "20261202T110000Z", zone: "Pacific/Auckland", day: "20261203"),
    DayRow(value: "20261203T080000Z", zone: "America/Los_Angeles", day: "20261203"),
    DayRow(value: "20261203T000000Z", zone: "Europe/Berlin", day: "20261203"),
    DayRow(value: "20261203T000000Z", zone: "America/Los_Angeles", day: "20261203"),
    DayRow(value: "20261202T220000Z", zone: "Europe/Berlin", day: "20261202"),
    DayRow(value: "20261202T230000", zone: "Europe/Berlin", day: "20261202"),
    DayRow(
      value: "20261202T230000Z", zone: "America/Los_Angeles", calendarZone: "Europe/Berlin",
      day: "20261203"),
    DayRow(
      value: "20261202T230000Z", zone: "Europe/Berlin", calendarZone: "America/Los_Angeles",
      day: "20261203"),
    // The same instant begins 3 December in Auckland and 2 December in Pago Pago.
    DayRow(
      value: "20261202T110000Z", zone: "Pacific/Pago_Pago", calendarZone: "Pacific/Auckland",
      day: "20261203"),
  ])
  func `an instant in an all-day series is the day that begins at it`(_ row: DayRow) throws {
    let name = row.calendarZone.map { "VERSION:2.0\r\nX-WR-TIMEZONE:\($0)" } ?? "VERSION:2.0"
    let text = event(
      """
      DTSTART;VALUE=DATE:20261130
      RRULE:FREQ=DAILY;UNTIL=\(row.value)
      EXDATE:\(row.value)
      RDATE:\(row.value)
      """, alarm: "TRIGGER:PT9H"
    ).replacing("VERSION:2.0", with: name)
    let document = try read([text], options: options(row.zone))[0]
    let component = try #require(document.components.first)
    #expect(component.rules.map(\.description) == ["FREQ=DAILY;UNTIL=\(row.day)"])
    #expect(component.exceptionDates.map(\.description) == [row.day])
    #expect(component.recurrenceDates.map(\.start.description) == [row.day])
    // X-WR-TIMEZONE has a separate note.
    let forgiven = document.diagnostics.filter { $0.code != "floating-calendar-zone" }
    #expect(forgiven.map(\.code) == ["until-type-forgiven", "date-forgiven", "date-forgiven"])
    #expect(forgiven.allSatisfy { $0.message.hasSuffix("read as \(row.day)") })
  }

  @Test func `a timed series keeps the instants of EXDATE`() throws {
    let text = event("DTSTART:20261201T230000Z\nRRULE:FREQ=DAILY\nEXDATE:20261202T230000Z")
    let document = try read([text], options: options("Europe/Berlin"))[0]
    #expect(document.components.first?.exceptionDates.map(\.description) == ["20261202T230000Z"])
    #expect(document.codes.isEmpty)
  }

  struct Row: CustomTestStringConvertible {
    let lines: String
    let expected: [String]
    let messages: [String]

    init(_ lines: String, _ expected: [String] = [], messages: [String]) {
      self.lines = lines
      self.expected = expected
      self.messages = messages
    }

    var testDescription: String { lines.replacing("\n", with: " ") }
  }

  private static let ruleIsSkipped = "the rule is skipped, and DTSTART is used"

  @Test(arguments: [
    Row("RRULE:FREQ=WEEKLY;INTERVAL=0;COUNT=3", ["FREQ=WEEKLY;COUNT=3"], messages: ["read as 1"]),
    Row("RRULE:interval=0;FREQ=DAILY", ["FREQ=DAILY"], messages: ["read as 1"]),
    Row("RRULE:FREQ=DAILY;INTERVAL=-1", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;INTERVAL=0;BYDAY=XX", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;BYDAY=XX", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;UNTIL=soon", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;COUNT=0", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;COUNT=", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=DAILY;UNTIL=", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=NEVER", messages: [ruleIsSkipped]),
    Row("RRULE:INTERVAL=2", messages: [ruleIsSkipped]),
    Row("RRULE:FREQ=x;y\nRDATE:20260107T080000", ["20260107T080000"], messages: [ruleIsSkipped]),
    Row(
      "RRULE:FREQ=DAILY;COUNT=0\nRRULE:FREQ=MONTHLY", ["FREQ=MONTHLY"], messages: [ruleIsSkipped]),
    Row(
      "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=XX", ["FREQ=DAILY"],
      messages: ["its exceptions are not applied"]),
    Row("EXDATE:never,20260106T080000", ["20260106T080000"], messages: ["the value is skipped"]),
    Row("EXDATE;TZID:20260106T080000", messages: ["the line is skipped"]),
    Row(
      "RDATE:20260106T080000,20260107T080000/PT5,20260199T080000", ["20260106T080000"],
      messages: ["the value is skipped", "the value is skipped"]),
  ])
  func `one invalid value of a recurrence is skipped, and the event fires`(_ row: Row) throws {
    let document = try read(event(row.lines))
    let component = try #require(document.components.first)
    let found =
      component.rules.map(\.description) + component.exceptionDates.map(\.description)
      + component.recurrenceDates.map(\.start.description)
    #expect(found == row.expected)
    #expect(component.exceptionRules.isEmpty)
    #expect(document.diagnostics.count == row.messages.count)
    for (diagnostic, message) in zip(document.diagnostics, row.messages) {
      #expect(diagnostic.message.hasSuffix(message), "\(diagnostic.message)")
    }
  }

  @Test(arguments: [
    ("DTSTART:tomorrow", "the event is skipped"), ("RECURRENCE-ID:x", "the event is skipped"),
  ])
  func `a skipped event is reported as skipped`(line: String, consequence: String) throws {
    let document = try read(event(line))
    #expect(document.components.isEmpty)
    #expect(document.diagnostics.map(\.severity) == [.error])
    #expect(document.diagnostics.first?.message.hasSuffix("; \(consequence)") == true)
  }

  @Test(arguments: ["DTEND:later", "DURATION:PT45"])
  func `an unreadable end rejects only the alarms relative to it`(line: String) throws {
    let alarms = """
      BEGIN:VALARM
      TRIGGER:-PT10M
      END:VALARM
      BEGIN:VALARM
      TRIGGER;RELATED=END:-PT5M
      END:VALARM
      """
    let document = try read(event("\(line)\n\(alarms)"))
    let component = try #require(document.components.first)
    #expect(component.extent == .unspecified)
    #expect(
      component.alarms == [Alarm(.relative(CalendarDuration(seconds: -600), to: .start)), nil])
    #expect(
      document.diagnostics.first?.message.hasSuffix(
        "the alarms that count from the end are skipped")
        == true)
    #expect(document.diagnostics.map(\.severity) == [.error])
  }

  @Test func `a to-do with only an unreadable DUE is skipped, unless an alarm is absolute`()
    throws
  {
    func toDo(_ alarm: String) -> String {
      calendar("BEGIN:VTODO\nUID:a\nDUE:x\nBEGIN:VALARM\n\(alarm)\nEND:VALARM\nEND:VTODO")
    }
    let skipped = try read(toDo("TRIGGER:-PT5M"))
    #expect(skipped.components.isEmpty)
    #expect(skipped.diagnostics.first?.message.hasSuffix("; the to-do is skipped") == true)
    let kept = try read(toDo("TRIGGER:20260105T080000Z"))
    #expect(kept.components.first?.alarms.count == 1)
    #expect(kept.codes == ["value-ignored"])
  }

  @Test(arguments: [
    ("DTSTART:20260105T080000\nDTEND:20260104T080000", false, "end-before-start"),
    ("DTSTART:20260105T080000\nDURATION:-PT1H", false, "end-before-start"),
    ("DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260104", true, "end-before-start"),
    ("DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260105", true, "end-is-start"),
    ("DTSTART;VALUE=DATE:20260105\nDURATION:PT0S", true, "end-is-start"),
  ])
  func `an end before the start is replaced by the start, and an all-day event lasts a day`(
    lines: String, isDay: Bool, code: String
  ) throws {
    let document = try read(event(lines))
    #expect(document.components.first?.extent == (isDay ? .unspecified : .lasting(.zero)))
    #expect(document.codes == [code])
    #expect(
      document.diagnostics.first?.message.contains("lasts one day") == isDay)
  }

  @Test func `a to-do that is due before its start is still due then`() throws {
    let toDo = event("DTSTART:20260105T080000\nDUE:20260104T080000")
      .replacing("VEVENT", with: "VTODO")
    let document = try read(toDo)
    let due = try #require(CivilDateTime(iso8601: "2026-01-04T08:00"))
    #expect(document.components.first?.extent == .until(CalendarTime(due)))
    #expect(document.findings == ["end-before-start@6"])
  }

  @Test func `the first open occurrence of a to-do in KDE is read`() throws {
    func toDo(_ value: String) -> String {
      event("DTSTART:20260105T080000\nRRULE:FREQ=DAILY\nX-KDE-LIBKCAL-DTRECURRENCE\(value)")
        .replacing("VEVENT", with: "VTODO")
    }
    let open = try #require(CivilDateTime(iso8601: "2026-02-01T08:00"))
    let found = try read(toDo(";VALUE=DATE-TIME;TZID=Europe/Berlin:\n 20260201T080000"))
    #expect(found.codes.isEmpty)
    #expect(
      found.components.first?.firstOpen
        == CalendarTime(open, reference: .zone(try #require(database.zone(named: "Europe/Berlin"))))
    )
    let bad = try read(toDo(":next"))
    #expect(bad.components.first?.firstOpen == nil && bad.codes == ["value-ignored"])
    let other = toDo(":20260201T080000").replacing("VTODO", with: "VEVENT")
    #expect(try read(other).components.first?.firstOpen == nil)
  }

  @Test func `a note counts the alarms of a component that are switched off`() throws {
    let off = "BEGIN:VALARM\nTRIGGER:-PT5M\nX-KDE-KCALCORE-ENABLED:FALSE\nEND:VALARM\n"
    let on = "BEGIN:VALARM\nTRIGGER:-PT9M\nEND:VALARM\n"
    let document = try read(event(on + off + off))
    #expect(document.components.first?.alarms.map { $0 != nil } == [true, false, false])
    #expect(document.findings == ["alarms-off@9"])
    #expect(document.diagnostics.first?.message.hasPrefix("2 alarms are switched off") == true)
  }

  @Test func `an all-day to-do may be due on its start day`() throws {
    let toDo = event("DTSTART;VALUE=DATE:20260105\nDUE;VALUE=DATE:20260105")
      .replacing("VEVENT", with: "VTODO")
    #expect(try read(toDo).codes.isEmpty)
  }

  @Test func `a malformed duration with one meaning is reported with this meaning`() throws {
    let document = try read(event("DURATION:P45M", alarm: "TRIGGER;RELATED=END:-15M"))
    #expect(document.components.first?.extent == .lasting(CalendarDuration(seconds: 2_700)))
    #expect(
      document.components.first?.alarms == [
        Alarm(.relative(CalendarDuration(seconds: -900), to: .end))
      ])
    #expect(
      document.diagnostics.map(\.message) == [
        "DURATION \"P45M\" is not a DURATION; read as PT45M",
        "TRIGGER \"-15M\" is not a DURATION; read as -PT15M",
      ])
    let refused = try read(event("", alarm: "TRIGGER:-PT15"))
    #expect(
      refused.diagnostics.map(\.message) == [
        "TRIGGER \"-PT15\" is neither a DURATION nor a DATE-TIME (did you mean -PT15M?); "
          + "the alarm is skipped"
      ])
  }
}
