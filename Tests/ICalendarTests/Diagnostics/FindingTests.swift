import CivilTime
import ICalendar
import Testing

/// Every code has a finding, and every finding has its English.
@Suite struct FindingTests {
  private static let findings: [Finding] = [
    .fileIgnored(kind: "a named pipe"), .encodingGuessed("Latin-1"), .lineEndsForgiven,
    .calendarUnended, .optionInvalid(option: "limit", value: "-1", expected: "0 or more"),
    .calendarMissing(name: "VEVENT"), .lineIgnored,
    .valueIgnored(property: "PRIORITY", value: "high"),
    .componentUnended(name: "VEVENT"), .componentMisplaced(name: "VALARM"),
    .componentTooLarge(name: "VEVENT", limit: 1_000),
    .lineUnreadable(name: "DTSTART", reason: "no colon"), .uidMissing,
    .startMissing(component: "VTODO"), .startMissing(component: "VEVENT"),
    .propertyRepeated(name: "DTSTART"), .dateTimeInvalid(property: "DTSTART", value: "today"),
    .durationInvalid(property: "DURATION", value: "P"),
    .numberInvalid(property: "REPEAT", value: "many"), .endBeforeStart(property: "DTEND"),
    .duplicateReplaced, .uidConflict(count: 2), .uidShared(with: "a.ics:2"),
    .methodIgnored("REPLY"), .identifierTaken(identifier: "ics2notify.a.T090000"),
    .overrideOrphaned, .ruleMismatch(start: "20260105"),
    .untilTypeForgiven(until: "20260105", start: "20260105T080000Z"),
    .weekdayNumberIgnored(rule: "FREQ=WEEKLY;BYDAY=1MO"),
    .ruleNeverMatches(rule: "FREQ=DAILY;BYSETPOS=2"), .zoneUnknown(name: "Atlantis"),
    .zoneContradicted(name: "W. Europe Standard Time", identifier: "Europe/Berlin"),
    .zoneInvalid(name: "Atlantis"), .triggerMissing, .triggerInvalid(value: "soon"),
    .repeatIncomplete, .proximityUnsupported,
    .firesCut(alarm: 0, limit: 600_000, from: .endOfProof), .dueNow(alarm: 0),
    .renewalMissing(by: .endOfProof),
    .linesCut(limit: 1_000, from: .endOfProof), .unitsMany(count: 1_002, limit: 1_000),
    .zoneDataDiffers(own: "2025b", system: "2024a"), .zoneDataDiffers(own: "2025b", system: nil),
    .zoneNotInstalled(name: "Asia/Calcutta"),
    .triggerRefused(alarm: 0, trigger: "hour=9;minute=0;second=0", unasked: .endOfProof),
    .ruleInvalid(property: "RRULE", error: .notAPart("DAILY")),
    .ruleInvalid(property: "RRULE", error: .unknownPart("BYEASTER")),
    .ruleInvalid(property: "RRULE", error: .repeatedPart("FREQ")),
    .ruleInvalid(property: "RRULE", error: .missingFrequency),
    .ruleInvalid(
      property: "EXRULE",
      error: .invalidValue(part: "BYHOUR", value: "24", expected: "in 0…23")),
    .ruleInvalid(
      property: "RRULE", error: .notAllowed(part: "BYWEEKNO", frequency: "DAILY")),
    .ruleInvalid(property: "RRULE", error: .unsupportedCalendar("HEBREW")),
  ]

  @Test func `every code is the code of a finding`() {
    #expect(Set(FindingTests.findings.map(\.code)) == Set(DiagnosticCode.allCases))
  }

  @Test(arguments: FindingTests.findings)
  func `a message is lower case, without a full stop, and says where the standard speaks`(
    _ finding: Finding
  ) throws {
    let message = finding.message
    let first = try #require(message.split(separator: " ").first)
    // Names of the standards keep their capitals: `DTSTART`, `BYHOUR=24`, `"DAILY"`.
    #expect(first.first?.isUppercase == false || first == first.uppercased(), "\(message)")
    #expect(!message.hasSuffix("."), "\(message)")
    #expect(!message.contains("\n"), "\(message)")
    #expect(finding.section?.hasPrefix("RFC ") ?? true, "\(message)")
    let code = finding.code.rawValue
    #expect(code.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
  }

  @Test func `a diagnostic passes on what its finding says`() {
    let place = SourceLocation(file: "a.ics", line: 14)
    let diagnostic = Diagnostic(
      .ruleInvalid(property: "EXRULE", error: .unsupportedCalendar("HEBREW")), at: place,
      uid: "a@example.org")
    #expect(diagnostic.code == "rule-invalid")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.property == "EXRULE")
    #expect(diagnostic.section == "RFC 7529, 4.1")
    #expect(diagnostic.message == "RSCALE=HEBREW is not supported, only GREGORIAN")
    #expect(diagnostic.location == place)
    #expect(diagnostic.uid == "a@example.org")
  }

  @Test func `severities and places have an order`() {
    #expect([Diagnostic.Severity.error, .note, .warning].sorted() == [.note, .warning, .error])
    let places = [("b", 1), ("a", 10), ("a", 9)].map { SourceLocation(file: $0.0, line: $0.1) }
    #expect(places.sorted().map(\.line) == [9, 10, 1])
  }
}
