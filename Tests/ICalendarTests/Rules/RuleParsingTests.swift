import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct RuleParsingTests {
  @Test func `every part of a rule is read`() throws {
    let rule = try RecurrenceRule(
      "FREQ=YEARLY;INTERVAL=2;COUNT=7;BYSECOND=1,0;BYMINUTE=2;BYHOUR=3,23;BYDAY=-1SU,MO;"
        + "BYMONTHDAY=-31,31;BYYEARDAY=366,-366;BYWEEKNO=53,-53;BYMONTH=12,1;BYSETPOS=-366,1;"
        + "WKST=SU;RSCALE=GREGORIAN;SKIP=FORWARD")
    #expect(rule.frequency == .yearly)
    #expect(rule.interval == 2)
    #expect(rule.count == 7)
    #expect(rule.seconds == [0, 1])
    #expect(rule.minutes == [2])
    #expect(rule.hours == [3, 23])
    #expect(rule.weekdays.map(\.description) == ["-1SU", "MO"])
    #expect(rule.daysOfTheMonth == [-31, 31])
    #expect(rule.daysOfTheYear == [-366, 366])
    #expect(rule.weeks == [-53, 53])
    #expect(rule.months == [1, 12])
    #expect(rule.setPositions == [-366, 1])
    #expect(rule.weekStart == .sunday)
    #expect(rule.skip == .forward)
  }

  @Test(arguments: [
    ("FREQ=DAILY;UNTIL=20261224", "2026-12-24T00:00:00", RecurrenceRule.Until.Kind.date),
    // Google writes dates with a Z.
    ("FREQ=DAILY;UNTIL=20261224Z", "2026-12-24T00:00:00", .date),
    ("FREQ=DAILY;UNTIL=20261224T235959", "2026-12-24T23:59:59", .local),
    ("FREQ=DAILY;UNTIL=20261224T235959Z", "2026-12-24T23:59:59", .utc),
    ("FREQ=DAILY;UNTIL=20161231T235960Z", "2016-12-31T23:59:59", .utc),
  ])
  func `UNTIL is a date, a local time or an instant`(
    text: String, civil: String, kind: RecurrenceRule.Until.Kind
  ) throws {
    let until = try #require(try RecurrenceRule(text).until)
    #expect(until.civil.description == civil)
    #expect(until.kind == kind)
  }

  @Test(arguments: [
    ("freq=weekly;byday=mo,we", "FREQ=WEEKLY;BYDAY=MO,WE"),
    ("BYDAY=WE,MO;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE"),
    ("FREQ=WEEKLY;", "FREQ=WEEKLY"), (";;FREQ=WEEKLY", "FREQ=WEEKLY"),
    (" FREQ = WEEKLY ; BYDAY = MO, WE ", "FREQ=WEEKLY;BYDAY=MO,WE"),
    ("FREQ=WEEKLY;BYDAY=;BYHOUR=", "FREQ=WEEKLY"), ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
    ("FREQ=DAILY;BYMONTH=3,1,3,03", "FREQ=DAILY;BYMONTH=1,3"),
    ("FREQ=MONTHLY;BYDAY=+1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYMONTHDAY=+15", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("FREQ=MINUTELY;BYSECOND=60,59", "FREQ=MINUTELY;BYSECOND=59"),
    ("FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=1MO"), ("FREQ=DAILY;WKST=MO", "FREQ=DAILY"),
    ("RSCALE=gregorian;FREQ=YEARLY;SKIP=OMIT", "FREQ=YEARLY"),
    ("FREQ=DAILY;COUNT=3;UNTIL=20260101", "FREQ=DAILY;COUNT=3;UNTIL=20260101"),
    ("FREQ=DAILY;INTERVAL=2147483647", "FREQ=DAILY;INTERVAL=2147483647"),
  ])
  func `harmless deviations in a rule are accepted`(text: String, canonical: String) throws {
    #expect(try RecurrenceRule(text).description == canonical)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    let error: RecurrenceRuleError
    var testDescription: String { text }

    init(_ text: String, _ error: RecurrenceRuleError) {
      (self.text, self.error) = (text, error)
    }
  }

  @Test(arguments: [
    Refusal("", .missingFrequency), Refusal(";", .missingFrequency),
    Refusal("INTERVAL=2", .missingFrequency), Refusal("DAILY", .notAPart("DAILY")),
    Refusal("FREQ=DAILY;BYDAY", .notAPart("BYDAY")),
    Refusal("FREQ=DAILY;BYEASTER=0", .unknownPart("BYEASTER")),
    Refusal("FREQ=DAILY;X-A=1", .unknownPart("X-A")), Refusal("=DAILY", .unknownPart("")),
    Refusal("FREQ=DAILY;FREQ=DAILY", .repeatedPart("FREQ")),
    Refusal("FREQ=DAILY;BYHOUR=1;byhour=2", .repeatedPart("BYHOUR")),
    Refusal("RSCALE=HEBREW;FREQ=YEARLY", .unsupportedCalendar("HEBREW")),
    Refusal("FREQ=DAILY;BYWEEKNO=1", .notAllowed(part: "BYWEEKNO", frequency: "DAILY")),
    Refusal("FREQ=MONTHLY;BYWEEKNO=1", .notAllowed(part: "BYWEEKNO", frequency: "MONTHLY")),
    Refusal("FREQ=MONTHLY;BYYEARDAY=1", .notAllowed(part: "BYYEARDAY", frequency: "MONTHLY")),
    Refusal("FREQ=WEEKLY;BYYEARDAY=1", .notAllowed(part: "BYYEARDAY", frequency: "WEEKLY")),
    Refusal("FREQ=DAILY;BYYEARDAY=1", .notAllowed(part: "BYYEARDAY", frequency: "DAILY")),
    Refusal("FREQ=WEEKLY;BYMONTHDAY=1", .notAllowed(part: "BYMONTHDAY", frequency: "WEEKLY")),
  ])
  func `an invalid rule is rejected with a reason`(_ row: Refusal) {
    #expect(throws: row.error) { try RecurrenceRule(row.text) }
  }

  @Test(arguments: [
    ("FREQ", ["", "FORTNIGHTLY", "DAILY,WEEKLY", "1"]),
    ("INTERVAL", ["0", "-1", "2147483648", "1.5", "A", "99999999999999999999"]),
    ("COUNT", ["", "0", "-1", "2147483648", "TEN"]),
    ("UNTIL", ["", "2026", "20260230", "20260101T2400", "TOMORROW"]),
    ("BYSECOND", ["61", "-1"]), ("BYMINUTE", ["60", "-1"]), ("BYHOUR", ["24", "-1"]),
    ("BYDAY", ["XX", "M", "0MO", "54MO", "-54MO", "MO TU", "1", "-9223372036854775808MO"]),
    ("BYMONTHDAY", ["0", "32", "-32", "-9223372036854775808", "9223372036854775807"]),
    ("BYYEARDAY", ["0", "367", "-367", "-9223372036854775808"]),
    ("BYWEEKNO", ["0", "54", "-54", "-9223372036854775808"]), ("BYMONTH", ["0", "13", "-1", "5L"]),
    ("BYSETPOS", ["0", "367", "-367", "-9223372036854775808"]), ("WKST", ["XX", "1MO"]),
    ("SKIP", ["CLAMP"]),
  ])
  func `a value out of range is rejected with the name of its part`(
    part: String, values: [String]
  ) {
    for value in values {
      let text = part == "FREQ" ? "FREQ=\(value)" : "FREQ=YEARLY;\(part)=\(value)"
      let error = #expect(throws: RecurrenceRuleError.self, "\(text)") {
        try RecurrenceRule(text)
      }
      guard case .invalidValue(let name, _, let expected) = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(name == part)
      #expect(!expected.isEmpty)
    }
  }

  @Test(arguments: [
    ("freq=daily; until= NaN nan", "UNTIL=NaN nan is not a DATE or DATE-TIME"),
    ("freq=Lunar_Yearly", "FREQ=Lunar_Yearly is not one of SECONDLY to YEARLY"),
    ("FREQ=DAILY;byday=mo,xx", "BYDAY=xx is not a weekday, MO to SU, with a number or not"),
    ("FREQ=DAILY;x-until=1", "x-until is not a part of a recurrence rule"),
    ("FREQ=DAILY;COUNT=", "COUNT= is not a number from 1 to 2147483647"),
    ("freq=daily; until= Mañana", "UNTIL=Mañana is not a DATE or DATE-TIME"),
    ("freq=daily;x-\u{E9}=1; count=x", "x-\u{E9} is not a part of a recurrence rule"),
    ("\u{A0}freq=daily;\u{3000}wkst=mon\u{A0}", "WKST=mon is not a weekday, MO to SU"),
  ])
  func `an error quotes the text of the rule`(text: String, message: String) {
    let error = #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(text) }
    #expect(error?.description == message)
  }

  // The end of an event's rule is never dropped. A VTIMEZONE is better than none.
  @Test(arguments: [("UNTIL=", "UNTIL"), ("count = ", "COUNT")])
  func `an empty end is refused unless the caller allows it`(part: String, name: String) throws {
    let text = Array("FREQ=YEARLY;INTERVAL=0;\(part)".utf8)[...]
    var findings: [Finding] = []
    #expect(throws: RecurrenceRuleError.self) {
      try RecurrenceRule(text, of: "RRULE", findings: &findings)
    }
    #expect(findings.isEmpty)
    let rule = try RecurrenceRule(text, of: "RRULE", allowsEmptyEnd: true, findings: &findings)
    #expect(rule == RecurrenceRule(.yearly))
    #expect(findings.map(\.code) == ["interval-forgiven", "value-forgiven"])
    #expect(findings.last?.message.hasSuffix("is empty; read as no \(name)") == true)
  }

  @Test func `an error quotes a bounded part of a long value`() {
    let error = #expect(throws: RecurrenceRuleError.self) {
      try RecurrenceRule("FREQ=DAILY;UNTIL=" + String(repeating: "x", count: 1_000_000))
    }
    #expect((error?.description.count ?? 0) < 100)
  }

  @Test func `the text of a rule is parsed to the same rule`() throws {
    let seed: UInt64 = 3
    var random = RandomRule(seed: seed)
    for _ in 0..<3_000 {
      let rule = random.anyRule()
      #expect(try RecurrenceRule(rule.description) == rule, "seed \(seed): \(rule)")
      #expect(try RecurrenceRule(rule.description.lowercased()) == rule, "seed \(seed): \(rule)")
    }
  }
}
