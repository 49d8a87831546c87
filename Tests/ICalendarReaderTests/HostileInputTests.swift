import CivilTime
import ICalendar
import Testing

@testable import ICalendarReader

// The limit ends an endless loop. Its clock also runs while other tests have the processor.
@Suite(.timeLimit(.minutes(5))) struct HostileInputTests {
  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func `components may be nested a hundred thousand deep`() throws {
    let deep = repeated("BEGIN:X\n", 100_000) + repeated("END:Y\n", 100_000)
    let document = try read("BEGIN:VCALENDAR\n" + deep)
    #expect(document.codes == ["calendar-unended"])
    let inside = try read(event(deep, alarm: ""))
    #expect(inside.codes == ["component-closed"])
    let calendars = try read(repeated("BEGIN:VCALENDAR\n", 100_000))
    #expect(calendars.codes == ["calendar-unended"])
    let events = try read(repeated("BEGIN:VEVENT\n", 100_000))
    // The scan reports at most 1,000 findings, of which one is the missing VCALENDAR.
    #expect(events.components.isEmpty && events.diagnostics.count == 10_000)
    #expect(events.codes.count { $0 == "component-closed" } == 999)
    let alarms = try read(event(repeated("BEGIN:VALARM\n", 100_000)))
    #expect(alarms.components.map(\.alarms.count) == [1_000])
    #expect(alarms.findings.contains("alarms-cut@1006"))
  }

  @Test func `a line may be a million bytes long`() throws {
    let long = repeated("x", 1_000_000)
    let document = try read(
      event("SUMMARY:\(long)\nX-OTHER;X-A=\(long):b\n\(long)\nLOCATION;X-A=\"\(long):b"))
    #expect(document.components.first?.title.utf8.count == 1_000_000)
    #expect(document.codes == ["line-ignored"])
    let rule = try read(event("RRULE:\(long)"))
    #expect(rule.codes == ["rule-invalid"])
    for line in ["DTEND;TZID=\(long):20260105T090000", "DTEND:\(long)", "SEQUENCE:\(long)"] {
      let document = try read(event(line))
      #expect(document.components.count == 1)
      #expect(document.diagnostics.count == 1)
    }
  }

  @Test func `a hundred thousand dates may be in one line or in many`() throws {
    let dates = (0..<100_000).map { index in
      CivilDateTime(secondsSince1970: 1_767_600_000 + index * 3_600).basicFormat
    }
    let one = try read(event("EXDATE:" + dates.joined(separator: ",")))
    #expect(one.components.first?.exceptionDates.count == 100_000)
    let many = try read(
      event(dates.map { "RDATE;TZID=Europe/Berlin:\($0)" }.joined(separator: "\n")))
    #expect(many.components.first?.recurrenceDates.count == 100_000)
    let categories = try read(event("CATEGORIES:" + repeated("a,", 100_000)))
    #expect(categories.components.first?.categories.count == 1_000)
  }

  @Test(arguments: [
    "DTSTART", "DTSTART;", "DTSTART:", "DTSTART;:", "DTSTART;TZID", "DTSTART;TZID=", "DTSTART;=:",
    "DTSTART;;;;:20260105", "DTSTART;\"", "DTSTART;TZID=\":20260105", "DTSTART:\"", ":", ";", ";:",
    "\"", "BEGIN", "BEGIN:", "END", "END:", "BEGIN;X:VEVENT", "END;X=\":VEVENT", "SUMMARY;X",
    "SUMMARY:\\", "SUMMARY:\\\\\\", "CATEGORIES:,,,", "CATEGORIES:\\", "UID:\\", "TRIGGER:x",
    "RRULE:FREQ=DAILY;COUNT=99999999999999999999", "DURATION:P99999999999999999999W",
    "SEQUENCE:-9223372036854775809", "EXDATE:,", "RDATE:/", "RDATE:20260105/", "RDATE:/PT1H",
    "RECURRENCE-ID;RANGE=:20260105", "DTEND;TZID=a:b:c:20260105", "X-MOZ-SNOOZE-TIME-:",
    "X-MOZ-SNOOZE-TIME-\u{0}\u{0}:1",
    "DTEND;VALUE=DATE;VALUE=:20260105", "X-N=0:1", "DTEND;X-N=9999:20260105T090000",
    "DTEND;X-N=1:20260105T090000", "\u{0}\u{1}\u{7F}", "\u{FFFD}", "DTSTART:0000-00-00",
    "DTSTART:99991231T235959", "DTSTART:00010101", "DTEND:99991231T235960Z",
  ])
  func `an odd line never traps, and doesn't affect another component`(line: String) throws {
    let good = "BEGIN:VEVENT\nUID:good\nDTSTART:20260105\nEND:VEVENT\n"
    let odd = "BEGIN:VEVENT\nUID:odd\n\(line)\nBEGIN:VALARM\n\(line)\nEND:VALARM\nEND:VEVENT\n"
    for text in [odd + good, good + odd] {
      let whole = calendar(text)
      for variant in [whole, whole.replacing("\r\n", with: "\r")] {
        let document = try read(variant)
        #expect(document.components.contains { $0.uid == "good" })
      }
      _ = try read(String(whole.dropLast(30)))
    }
    _ = try? read(line)
    _ = try read(ZoneTests.text("Odd", ZoneTests.definition("Odd", extra: line)))
  }

  @Test func `every prefix of a calendar is read or rejected`() throws {
    let text = Array(
      (event("DTSTART;TZID=\"Europe/Berlin\":20260105T080000\nSUMMARY:a\n  b\nRRULE:FREQ=DAILY")
        + "\u{FEFF}").utf8)
    let reader = CalendarReader(zones: database)
    for end in text.indices {
      guard let scan = try? reader.scan(Array(text[..<end]), file: "a.ics") else { continue }
      #expect(reader.documents(selecting: [scan]).count == 1)
    }
  }

  @Test func `changed bytes never trap`() throws {
    let text = Array(
      calendar(
        ZoneTests.definition("Home")
          + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Home:20260105T080000\nRRULE:FREQ=DAILY;COUNT=3\n"
          + "EXDATE:20260106T080000\nSUMMARY:a\\,b\nBEGIN:VALARM\nTRIGGER:-PT5M\nREPEAT:2\n"
          + "DURATION:PT1M\nEND:VALARM\nEND:VEVENT\n"
      ).utf8)
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    var seed: UInt64 = 20_260_105
    func random(below count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let alphabet = Array("\r\n \t:;,=\"\\/-+0123456789BEGINDTSTARTPZ\u{0}\u{FF}".utf8)
    for _ in 0..<500 {
      var changed = text
      for _ in 0...random(below: 4) {
        changed[random(below: changed.count)] = alphabet[random(below: alphabet.count)]
      }
      guard let scan = try? reader.scan(changed, file: "a.ics") else { continue }
      #expect(reader.documents(selecting: [scan])[0].components.count <= 1, "seed \(seed)")
    }
  }

  @Test func `many short properties reach the limit like a few long ones`() throws {
    let document = try read(component(repeated("SEQUENCE:1\n", 1_000_000)))
    #expect(document.components.isEmpty)
    #expect(document.codes == ["component-too-large"])
  }

  @Test func `a component has at most a thousand alarms, and the rest is reported`() throws {
    let alarm = "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\n"
    let last = "BEGIN:VALARM\nTRIGGER:-PT9M\nBEGIN:X\nEND:X\nEND:VALARM\n"
    for (text, codes) in [(alarm, ["alarms-cut"]), ("", [])] {
      let document = try read(component(repeated(alarm, 999) + last + text + "SUMMARY:seen"))
      let component = try #require(document.components.first)
      #expect(component.alarms.count == 1_000 && component.alarms.allSatisfy { $0 != nil })
      #expect(component.title == "seen")
      #expect(document.codes == codes)
    }
  }

  @Test func `too many alarms are reported for past and future events`() throws {
    let alarms = repeated("BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\n", 1_001)
    for year in [1998, 2098] {
      let text =
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a@example.org\nDTSTART:\(year)0105T080000Z\n\(alarms)"
        + "END:VEVENT\nEND:VCALENDAR\n"
      let now = try #require(Instant(iso8601: "2026-01-05T08:00:00Z"))
      let reader = CalendarReader(zones: ZoneDatabase(), options: ReadingOptions(firesFrom: now))
      let scan = try reader.scan(Array(text.utf8), file: "a.ics")
      let document = reader.documents(selecting: [scan])[0]
      #expect(document.diagnostics.map(\.code) == ["alarms-cut"], "\(year)")
    }
  }

  @Test func `a time zone with too many rules or dates is not read`() throws {
    let rules = repeated("\nRRULE:FREQ=YEARLY;COUNT=1", 2_000)
    let dates = "\nRDATE:" + repeated("19700101T000000,", 3_000)
    for lines in [rules, dates] {
      let definition = ZoneTests.definition("Big", winter: "FREQ=YEARLY;COUNT=1" + lines)
      #expect(try read(ZoneTests.text("Big", definition)).codes == ["zone-invalid"])
    }
  }

  @Test func `the location of an oversized time zone is still read`() throws {
    let filler = repeated("X-FILLER:\(String(repeating: "x", count: 990))\n", 1_000)
    for (place, identifier, code) in [
      ("X-LIC-LOCATION:Europe/Berlin", "Europe/Berlin", "zone-replaced"),
      ("", Zone.gmt.identifier, "zone-invalid"),
    ] {
      let definition = ZoneTests.definition(
        "Big", extra: place + "\n", summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n" + filler)
      let document = try read(ZoneTests.text("Big", definition))
      #expect(document.codes == [code])
      let zone = document.components.first?.start?.zone(onDeviceIn: .gmt)
      #expect(zone?.identifier == identifier)
    }
  }

  @Test func `a time zone may have ten thousand observances`() throws {
    let observance =
      "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\n"
      + "END:STANDARD\n"
    let definition =
      "BEGIN:VTIMEZONE\nTZID:Big\n" + repeated(observance, 10_000) + "END:VTIMEZONE\n"
    let document = try read(ZoneTests.text("Big", definition))
    #expect(document.codes == ["zone-invalid"])
    #expect(document.components.count == 1)
  }

  /// Builds the text without the shared helpers, which are slow for a large text.
  private func component(_ lines: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260105\n" + lines
      + "\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  @Test func `a component may carry an attachment larger than its bound`() throws {
    let line = " " + repeated("QUJD", 250) + "\n"
    let document = try read(component("ATTACH;VALUE=BINARY:QUJD\n" + repeated(line, 40_000)))
    #expect(document.components.count == 1)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a component with too many properties is rejected by name`() throws {
    let document = try read(component("RDATE:" + repeated("20260105T080000,", 2_200_000)))
    #expect(document.components.isEmpty)
    #expect(document.codes == ["component-too-large"])
  }
}
