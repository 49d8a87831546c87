import CalendarReminders
import CivilTime
import Foundation
import ICalendar
import ICalendarReader
import NotificationTriggers
import ReminderCompiler
import Testing
import TimerCompiler

@Suite struct FindingTests {
  private static let findings: [Finding] = [
    .fileIgnored(kind: "a named pipe"), .compressionDamaged("it ends too early"),
    .encodingGuessed("Latin-1"), .lineEndsForgiven,
    .calendarUnended, .optionInvalid(option: "limit", value: "-1", expected: "0 or more"),
    .calendarMissing(name: "VEVENT"), .lineIgnored,
    .valueIgnored(property: "PRIORITY", value: "high"),
    .componentUnended(name: "VEVENT"), .componentClosed(end: "END:VALARM", before: 12),
    .componentMisplaced(name: "END:VALARM"), .alarmMisplaced,
    .valueForgiven(
      property: "COUNT", value: "-1", fault: "is not a number of occurrences",
      meaning: "no COUNT"),
    .componentTooLarge(name: "VEVENT", limit: 1_000), .alarmsCut(limit: 1_000),
    .correctionsCut(limit: 1_000),
    .lineUnreadable(name: "DTSTART", reason: "no colon"), .uidMissing, .uidLong,
    .startMissing(component: "VTODO"), .startMissing(component: "VEVENT"),
    .propertyRepeated(name: "DTSTART"), .dateTimeInvalid(property: "DTSTART", value: "today"),
    .durationInvalid(property: "DURATION", value: "P"),
    .numberInvalid(property: "REPEAT", value: "many"),
    .endForgiven(property: "DTEND", isBeforeStart: true, isDay: false),
    .endForgiven(property: "DURATION", isBeforeStart: false, isDay: true),
    .endForgiven(property: "DUE", isBeforeStart: true, isDay: false),
    .durationForgiven(property: "TRIGGER", value: "-15M", meaning: "-PT15M"),
    .dateForgiven(property: "EXDATE", value: "20260105T230000Z", meaning: "20260106"),
    .charsetUnknown(property: "SUMMARY", name: "GB2312"), .vCalendarUnsupported,
    .triggerTimeForgiven(
      value: "20260105", zone: "the device's time zone", instant: "2026-01-04T23:00:00Z"),
    .triggerOnce(component: "to-do"), .intervalForgiven(property: "RRULE", value: "0"),
    .overrideRemoved(CalendarComponent(uid: "a")),
    .duplicateReplaced(CalendarComponent(uid: "a")), .uidConflict(count: 2),
    .uidShared(with: "a.ics:2"),
    .methodIgnored("REPLY"), .identifierTaken(identifier: "ics2notify.a.T090000"),
    .overrideOrphaned, .ruleMismatch(start: "DTSTART:20260105T080000", ruleCount: 2),
    .rulesUnited(count: 2, component: "event", rule: "FREQ=DAILY"),
    .ruleEndsTwice(property: "RRULE"), .actionUnsupported(action: "PROCEDURE", component: "event"),
    .alarmsOff(count: 1), .alarmsOff(count: 2),
    .untilTypeForgiven(
      until: "20260105", start: "a DATE-TIME in UTC", meaning: "the end of that day"),
    .weekdayNumberIgnored(rule: "FREQ=WEEKLY;BYDAY=1MO"),
    .ruleNeverMatches(rule: "FREQ=DAILY;BYSETPOS=2"), .ruleReplaced(count: 3),
    .zoneUnknown(name: "Atlantis", used: .device),
    .zoneContradicted(name: "W. Europe Standard Time", identifier: "Europe/Berlin", line: 3),
    .zoneNewer(name: "Home", identifier: "Europe/Berlin", onset: .endOfProof, line: 3),
    .zoneInvalid(name: "Atlantis", cause: "it is empty", used: .offset(3_600), line: 3),
    .zoneReplaced(
      name: "Europe/Berlin", cause: "it is empty", identifier: "Europe/Berlin", line: 3),
    .floatingCalendarZone(calendar: "Europe/Rome", device: "Asia/Tokyo"),
    .floatingCalendarZone(calendar: "Europe/Rome", device: "Asia/Tokyo", isAllDay: true),
    .zoneAssumed("GMT", alerts: 1, texts: 0, isFromLines: false),
    .zoneAssumed("GMT", alerts: 0, texts: 4_988, isFromLines: false),
    .zoneAssumed("GMT", alerts: 12, texts: 4_988, isFromLines: false), .triggerMissing,
    .triggerInvalid(value: "soon"),
    .repeatIncomplete, .proximityUnsupported,
    .ruleImpossible("--only KIND:tea", reason: "KIND is never tea"),
    .ruleUnknown("x=FOO:y", property: "FOO"),
    .addressUnknown(["me@example.org"], invitations: 2),
    .firesCut(alarms: [0], limit: 600_000, from: .endOfProof), .dueNow(alarm: 0),
    .calendarsCut(limit: 250_000), .copiesKept(count: 5_000), .firesEqual(count: 2),
    .placeholderEmpty("count"),
    .soundUnusable("azan.caf"),
    .simulationCut(limit: 600_000, from: .endOfProof), .explanationCut(after: 10_000, rest: 2),
    .seenTooLate(count: 2, first: "“Tea” (seen 18:00, too late for 09:00)", level: .timeSensitive),
    .renewalMissing(by: .endOfProof),
    .zoneFileMissing(
      name: "US/Eastern", setting: "TZ", directory: "/usr/share/zoneinfo", used: "America/New_York"),
    .notificationsPlain(path: "/a$b"), .linesCut(from: .endOfProof),
    .patternsLimited(until: .endOfProof),
    .unitsMany(count: 1_002, limit: 1_000),
    .pathNotWatched(reason: "no unit can name it"), .pathsMany(count: 65, limit: 64),
    .triggersLimited(count: 2), .slotsLimited(.forAll(128, reminders: 1_001), of: 400),
    .slotsLimited(.each(64, reminders: 2), of: 400),
    .daysEmpty(of: "a.ics"),
    .daysEnd(of: "a.ics", after: CivilDate(dayNumber: 0), isInverted: true),
    .changeSpanned(count: 2, zone: "Europe/Rome"),
    .hoursSkipped(count: 2), .criticalOnly(count: 2, layer: "alarmkit"),
    .zoneFollowed(count: 2, zone: "Europe/Rome"),
    .zoneFixed(count: 1, zone: "Europe/Rome"), .deviceCalendar(count: 2),
    .triggerRefused(alarm: 0, trigger: "hour=9;minute=0;second=0", unexpected: .endOfProof),
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

  /// The codes in the sources, with their severities.
  private static func codes() throws -> [String: String] {
    let sources = Package.root.appending(path: "Sources")
    let paths = try #require(FileManager.default.subpaths(atPath: sources.path))
    var codes: [String: String] = [:]
    var count = 0
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /\bFinding\(\s*"([^"]*)",\s*\.([a-z]+)/) {
        let known = codes.updateValue(String(match.2), forKey: String(match.1))
        #expect(known == nil, "\(match.1) is repeated")
      }
      // A code that is written differently would be missed here and in the manual page.
      // A decoded diagnostic has any code.
      count += text.matches(of: /\bFinding\((?!\s*try )/).count
      if path.hasSuffix("Findings.swift") {
        #expect(text.firstMatch(of: /\bSelf\(|\.init\(/) == nil, "\(path)")
      }
    }
    #expect(count == codes.count)
    return codes
  }

  @Test func `the findings in these tests have every code in the sources`() throws {
    let findings = Dictionary(FindingTests.findings.map { ($0.code, "\($0.severity)") }) { $1 }
    #expect(try FindingTests.codes() == findings)
  }

  @Test func `the manual page has every code with its severity, and no other`() throws {
    let manual = try Package.text("man/ics2notify-diagnostics.7")
    let described = manual.matches(of: /(?m)^\.It Cm ([a-z-]+) Pq (note|warning|error)$/).map {
      (String($0.1), String($0.2))
    }
    #expect(try Dictionary(described) { $1 } == FindingTests.codes())
    #expect(described.count > 20)
  }

  @Test(arguments: FindingTests.findings)
  func `a message is in lower case without a full stop, and may name a section of an RFC`(
    _ finding: Finding
  ) throws {
    let message = finding.message
    let first = try #require(message.split(separator: " ").first)
    // Names of standards keep their capitals: `DTSTART`, `BYHOUR=24`, `"DAILY"`.
    #expect(first.first?.isUppercase == false || first == first.uppercased(), "\(message)")
    #expect(!message.hasSuffix("."), "\(message)")
    #expect(!message.contains("\n"), "\(message)")
    #expect(finding.section?.hasPrefix("RFC ") ?? true, "\(message)")
    let code = finding.code
    #expect(code.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
  }
}
