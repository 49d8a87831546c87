import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct ComponentTests {
  @Test func `every relevant property reaches the model`() throws {
    let document = try read(
      event(
        #"""
        DTSTART;TZID=Europe/Berlin:20260105T080000
        DTEND;TZID=Europe/Berlin:20260105T090000
        RRULE:FREQ=WEEKLY;BYDAY=MO
        RRULE:FREQ=DAILY;INTERVAL=86400
        EXRULE:FREQ=MONTHLY
        RDATE;TZID=Europe/Berlin:20260106T080000,20260107T080000
        EXDATE;VALUE=DATE:20260112
        SEQUENCE:3
        DTSTAMP:20260101T000000Z
        LAST-MODIFIED:20260102T000000Z
        SUMMARY;LANGUAGE=de:Tee\, Kaffee\; \\n\nKuchen
        LOCATION:Raum 1
        CATEGORIES:a,b\,c
        CATEGORIES:d
        PRIORITY:1
        X-MOZ-LASTACK:20260105T070000Z
        X-MOZ-SNOOZE-TIME:20260105T071000Z
        X-MOZ-SNOOZE-TIME-1767596400000000:20260105T072000Z
        DESCRIPTION:left out
        """#))
    #expect(document.codes == ["rules-united"])
    let component = try #require(document.components.first)
    #expect(component.kind == .event)
    #expect(component.uid == "event@example.org")
    #expect(component.start?.text == "2026-01-05T08:00:00 Europe/Berlin")
    #expect(
      component.rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;INTERVAL=86400"])
    #expect(component.exceptionRules.map(\.description) == ["FREQ=MONTHLY"])
    #expect(
      component.recurrenceDates.map(\.start.text) == [
        "2026-01-06T08:00:00 Europe/Berlin", "2026-01-07T08:00:00 Europe/Berlin",
      ])
    #expect(component.exceptionDates.map(\.text) == ["2026-01-12"])
    #expect(component.sequence == 3)
    #expect(component.modified == instant("2026-01-02T00:00:00Z"))
    #expect(component.title == "Tee, Kaffee; \\n\nKuchen")
    #expect(component.place == "Raum 1")
    #expect(component.categories == ["a", "b,c", "d"])
    #expect(component.priority == 1)
    #expect(component.acknowledged == instant("2026-01-05T07:00:00Z"))
    #expect(
      component.snoozedUntil == [instant("2026-01-05T07:10:00Z"), instant("2026-01-05T07:20:00Z")])
    #expect(!component.isSilent)
    guard case .until(let end) = component.extent else {
      Issue.record("DTEND is lost")
      return
    }
    #expect(end.text == "2026-01-05T09:00:00 Europe/Berlin")
  }

  @Test func `a text may be long, folded anywhere, and empty`() throws {
    let title = String(repeating: "Straße\\, ", count: 20_000) + "."
    var bytes = Array("SUMMARY:\(title)".utf8)
    for index in stride(from: 75, to: bytes.count, by: 75).reversed() {
      bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: index)
    }
    let prefix = Array(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260105\r\nLOCATION:\r\n".utf8)
    let suffix = Array("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    let scan = try reader.scan(prefix + bytes + suffix, file: "a.ics")
    let document = reader.documents(selecting: [scan])[0]
    #expect(document.diagnostics.isEmpty)
    let read = document.components.first?.title ?? ""
    #expect(read.count == title.count - 20_000)
    let isWhole = read == title.replacing("\\,", with: ",")
    #expect(isWhole)
    #expect(document.components.first?.place == "")
  }

  struct Row: CustomTestStringConvertible {
    let content: String
    let start: String?
    let codes: [String]

    init(_ content: String, start: String?, codes: [String] = []) {
      self.content = content
      self.start = start
      self.codes = codes
    }

    var testDescription: String { content.replacing("\n", with: " ") }
  }

  @Test(arguments: [
    Row("DTSTART:20260105T080000", start: "2026-01-05T08:00:00"),
    Row("DTSTART:20260105T080000Z", start: "2026-01-05T08:00:00Z"),
    Row("DTSTART;TZID=Europe/Berlin:20260105T080000Z", start: "2026-01-05T08:00:00Z"),
    Row("DTSTART;VALUE=DATE:20260105", start: "2026-01-05"),
    Row("DTSTART:20260105", start: "2026-01-05"),
    Row("DTSTART;VALUE=DATE;TZID=Europe/Berlin:20260105", start: "2026-01-05"),
    Row("DTSTART;VALUE=DATE:20260105T080000", start: "2026-01-05T08:00:00"),
    Row("DTSTART;VALUE=NONSENSE:20260105", start: "2026-01-05"),
    Row("DTSTART:2026-01-05T08:00:00", start: "2026-01-05T08:00:00"),
    Row("DTSTART;TZID=UTC:20260105T080000", start: "2026-01-05T08:00:00Z"),
    Row(
      "DTSTART;TZID=\"Europe/Berlin\":20260105T080000", start: "2026-01-05T08:00:00 Europe/Berlin"),
    Row("DTSTART;TZID=GMT+01:00:20260105T080000", start: "2026-01-05T08:00:00 Etc/GMT-1"),
    Row(
      "DTSTART;X-A=\"b:c;d\";TZID=Asia/Tokyo:20260105T080000",
      start: "2026-01-05T08:00:00 Asia/Tokyo"),
    Row("dtstart;tzid=Asia/Tokyo:20260105t080000", start: "2026-01-05T08:00:00 Asia/Tokyo"),
    Row(
      "DTSTART:20260105T080000\nDTSTART:20270101", start: "2026-01-05T08:00:00",
      codes: ["property-repeated"]),
    Row("DTSTART:20260230", start: nil, codes: ["date-time-invalid"]),
    Row("DTSTART:tomorrow", start: nil, codes: ["date-time-invalid"]),
    Row("DTSTART:", start: nil, codes: ["date-time-invalid"]),
    Row("DTSTART;X-ODD;=;:20260105T080000", start: "2026-01-05T08:00:00"),
    Row("DTSTART;TZID:20260105T080000", start: nil, codes: ["line-unreadable"]),
    Row("DTSTART;TZID=:20260105T080000", start: "2026-01-05T08:00:00"),
    Row(
      "DTSTART:20260105T080000\nRRULE:FREQ=SOMETIMES", start: "2026-01-05T08:00:00",
      codes: ["rule-invalid"]),
    Row("DTSTART:20260105T080000\nRRULE:FREQ=DAILY\\;COUNT=2", start: "2026-01-05T08:00:00"),
    Row(
      "DTSTART:20260105T080000\nEXDATE:20260106T080000,never", start: "2026-01-05T08:00:00",
      codes: ["value-ignored"]),
    Row("DTSTART:20260105T080000\nEXDATE:\nRDATE;VALUE=DATE:", start: "2026-01-05T08:00:00"),
    Row(
      "DTSTART:20260105T080000\nEXDATE:20260106T080000, ,20260107T080000,",
      start: "2026-01-05T08:00:00"),
    Row("DTSTART:20260105T080000\nRECURRENCE-ID:x", start: nil, codes: ["date-time-invalid"]),
    Row(
      "DTSTART:20260105T080000\nDTEND:later", start: "2026-01-05T08:00:00", codes: ["value-ignored"]
    ),
    Row(
      "DTSTART:20260105T080000\nDURATION:PT15", start: "2026-01-05T08:00:00",
      codes: ["value-ignored"]),
    Row(
      "DTSTART:20260105T080000\nDTEND:20260104T080000", start: "2026-01-05T08:00:00",
      codes: ["end-before-start"]),
    Row(
      "DTSTART:20260105T080000\nSEQUENCE:many\nPRIORITY:10", start: "2026-01-05T08:00:00",
      codes: ["number-invalid", "number-invalid"]),
    Row(
      "DTSTART:20260105T080000\nDTSTAMP:now", start: "2026-01-05T08:00:00", codes: ["value-ignored"]
    ),
    Row(
      "DTSTART:20260105T080000\nno property", start: "2026-01-05T08:00:00", codes: ["line-ignored"]),
    Row(
      "DTSTART:20260105T080000\nRRULE:FREQ=DAILY;UNTIL=20260110", start: "2026-01-05T08:00:00",
      codes: ["until-type-forgiven"]),
    Row(
      "DTSTART:20260105T080000\nRRULE:FREQ=DAILY;UNTIL=20260110T080000",
      start: "2026-01-05T08:00:00"),
    Row(
      "DTSTART:20260105\nRRULE:FREQ=DAILY;UNTIL=20260110T080000Z", start: "2026-01-05",
      codes: ["until-type-forgiven"]),
    Row(
      "DTSTART:20260105T080000Z\nRRULE:FREQ=DAILY;UNTIL=20260110T080000",
      start: "2026-01-05T08:00:00Z", codes: ["until-type-forgiven"]),
    Row(
      "DTSTART:20260105T080000\nRRULE:FREQ=WEEKLY;BYDAY=1MO", start: "2026-01-05T08:00:00",
      codes: ["weekday-number-ignored"]),
    Row(
      "DTSTART:20260105T080000\nRRULE:FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO",
      start: "2026-01-05T08:00:00", codes: ["weekday-number-ignored"]),
    Row("DTSTART:20260105T080000\nRRULE:FREQ=YEARLY;BYDAY=2MO", start: "2026-01-05T08:00:00"),
  ])
  func `a start is read, or its component is rejected with its UID`(_ row: Row) throws {
    let document = try read(event(row.content))
    #expect(document.components.first?.start?.text == row.start)
    #expect(document.codes == row.codes)
    if row.start == nil {
      #expect(document.diagnostics.first?.severity == .error)
      #expect(document.diagnostics.first?.uid == "event@example.org")
    }
  }

  @Test func `one broken component doesn't affect others`() throws {
    let good = "BEGIN:VEVENT\nUID:good\nDTSTART:20260105\nEND:VEVENT\n"
    let bad = "BEGIN:VEVENT\nUID:bad\nDTSTART:never\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
    let document = try read(calendar(bad + good + bad))
    #expect(document.components.map(\.uid) == ["good"])
    #expect(document.findings == ["date-time-invalid@5", "date-time-invalid@14"])
  }

  @Test(arguments: [
    ("BEGIN:VTODO\nDUE:20260105\nEND:VTODO", true, []),
    ("BEGIN:VTODO\nDTSTART:20260105\nEND:VTODO", true, []),
    ("BEGIN:VTODO\nSUMMARY:a\nEND:VTODO", true, []),
    ("BEGIN:VTODO\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nEND:VTODO", false, ["start-missing"]),
    ("BEGIN:VTODO\nSTATUS:COMPLETED\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nEND:VTODO", true, []),
    ("BEGIN:VTODO\nBEGIN:VALARM\nTRIGGER:20260105T080000Z\nEND:VALARM\nEND:VTODO", true, []),
    ("BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT", false, ["start-missing"]),
    ("BEGIN:VEVENT\nRECURRENCE-ID:20260105\nEND:VEVENT", true, []),
  ])
  func `a component without a time is rejected only if an alarm depends on it`(
    lines: String, isRead: Bool, codes: [String]
  ) throws {
    let text = calendar(lines.replacing("\n", with: "\nUID:a\n", maxReplacements: 1))
    let document = try read(text)
    #expect(document.components.count == (isRead ? 1 : 0))
    #expect(document.codes == codes)
  }

  @Test(arguments: [
    ("STATUS:CONFIRMED", false), ("STATUS:CANCELLED", true), ("status:Completed", true),
  ])
  func `cancelled and completed components are silent`(line: String, isSilent: Bool) throws {
    #expect(try read(event(line)).components.map(\.isSilent) == [isSilent])
  }

  @Test(arguments: [
    ("COMPLETED:20260104T080000Z", true), ("PERCENT-COMPLETE:100", true),
    ("PERCENT-COMPLETE:99", false), ("COMPLETED:", false),
    // STATUS has priority, since a completed to-do may be reopened.
    ("STATUS:IN-PROCESS\nCOMPLETED:20260104T080000Z", false),
    ("STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100", false),
  ])
  func `a to-do with a completion time is silent`(lines: String, isSilent: Bool) throws {
    let toDo = event(lines).replacing("VEVENT", with: "VTODO")
    #expect(try read(toDo).components.map(\.isSilent) == [isSilent])
    #expect(try read(event(lines)).components.map(\.isSilent) == [false])
  }

  @Test func `a calendar with METHOD CANCEL has silent components`() throws {
    let text = event("").replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:CANCEL")
    #expect(try read(text).components.map(\.isSilent) == [true])
  }

  @Test func `RDATE accepts periods with an end or a duration`() throws {
    let document = try read(
      event(
        "RDATE;VALUE=PERIOD:20260106T080000Z/20260106T093000Z,20260107T080000Z/PT2H\n"
          + "RDATE:20260108T080000Z"))
    let dates = document.components.first?.recurrenceDates ?? []
    #expect(
      dates.map(\.start.text).map { $0.prefix(10) } == ["2026-01-06", "2026-01-07", "2026-01-08"])
    #expect(
      dates.map(\.extent) == [
        .until(
          CalendarTime(
            CivilDateTime(secondsSince1970: instant("2026-01-06T09:30:00Z").secondsSince1970),
            reference: .utc)),
        .lasting(CalendarDuration(seconds: 7_200)), nil,
      ])
  }

  @Test func `an override has the recurrence ID of its occurrence`() throws {
    let document = try read(
      event("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260107T080000"))
    #expect(
      document.components.first?.recurrenceID?.time.text == "2026-01-07T08:00:00 Europe/Berlin")
    #expect(document.components.first?.recurrenceID?.isThisAndFuture == true)
    let single = try read(event("RECURRENCE-ID:20260107T080000"))
    #expect(single.components.first?.recurrenceID?.isThisAndFuture == false)
  }

  @Test func `a component without UID gets one from its content`() throws {
    func uid(_ content: String) throws -> String? {
      let document = try read(calendar("BEGIN:VEVENT\nDTSTART:20260105\n\(content)\nEND:VEVENT"))
      #expect(document.codes == ["uid-missing"])
      return document.components.first?.uid
    }
    let first = try uid("SUMMARY:a\nDTSTAMP:20260101T000000Z")
    #expect(try uid("SUMMARY:a\nDTSTAMP:20260102T000000Z") == first)
    #expect(try uid("SUMMARY:b") != first)
  }

  @Test func `a digest takes the place of a long UID`() throws {
    func uids(_ lengths: Int...) throws -> [String] {
      let events = lengths.map {
        "BEGIN:VEVENT\nUID:\(String(repeating: "x", count: $0))\nDTSTART:20260105\nEND:VEVENT\n"
      }
      let document = try read(calendar(events.joined()))
      #expect(document.findings == (lengths.contains { $0 > 1_024 } ? ["uid-long@4"] : []))
      return document.components.map(\.uid)
    }
    #expect(try uids(1_024) == [String(repeating: "x", count: 1_024)])
    let digests = try uids(1_025, 1_026, 1_025)
    // printf 'x%.0s' {1..1025} | sha256sum
    #expect(digests[0] == "ics2notify-c6d8e9905300876046729949cc95c238")
    #expect(Set(digests).count == 2 && digests[0] == digests[2])
    // An escape is one byte of the UID.
    let escaped = String(repeating: "\\,", count: 1_024)
    let document = try read(
      calendar("BEGIN:VEVENT\nUID:\(escaped)\nDTSTART:20260105\nEND:VEVENT\n"))
    #expect(document.codes == [])
  }

  @Test func `a file without UIDs has one note`() throws {
    let event = "BEGIN:VEVENT\nDTSTART:20260105\nEND:VEVENT\n"
    let document = try read(calendar(event + event.replacing("05", with: "06") + event))
    #expect(document.components.count == 3)
    #expect(document.findings == ["uid-missing@3"])
    #expect(document.diagnostics.first?.severity == .note)
  }

  @Test func `a number before a weekday is dropped if it is meaningless`() throws {
    let document = try read(event("RRULE:FREQ=WEEKLY;BYDAY=2TU,1MO,TU"))
    #expect(document.components.first?.rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO,TU"])
  }
}
