import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// A fingerprint depends on the parts of a request that the system receives, and on nothing else.
@Suite struct FingerprintTests {
  private func plan(
    now: String = "2026-01-01T00:00:00Z", start: String = "Europe/Berlin:20260105T090000",
    title: String = "Title", url: String? = nil
  ) throws -> Plan {
    var event = try TestCalendars.event(start: start, rule: "FREQ=WEEKLY", title: title)
    event.url = url
    return try TestCalendars.plan([event], now: now, zone: "Europe/Berlin")
  }

  private func fingerprint(_ plan: Plan) throws -> String {
    try #require(plan.requests.first).fingerprint
  }

  @Test func `a fingerprint is the same in every run, and after reading the plan`() throws {
    let plan = try plan()
    #expect(try fingerprint(plan).utf8.count == 16)
    #expect(try fingerprint(plan) == fingerprint(self.plan()))
    #expect(try fingerprint(plan) == fingerprint(self.plan(now: "2026-01-08T00:00:00Z")))
    #expect(try fingerprint(plan) == fingerprint(Plan(json: plan.json())))
  }

  @Test func `a fingerprint changes with the content and the trigger`() throws {
    let all = try [
      plan(), plan(title: "title"), plan(title: "Ti\u{301}tle"), plan(title: "T\u{ED}tle"),
      plan(url: "https://example.org/"), plan(start: "Europe/Berlin:20260105T090001"),
      plan(start: "Europe/London:20260105T090000"), plan(start: "Europe/Berlin:20260106T090000"),
    ].map(fingerprint)
    #expect(Set(all).count == all.count)
  }

  @Test func `a pending request with the same fingerprint is not replaced`() throws {
    let old = try plan()
    let request = try #require(old.requests.first)
    let same = PendingRequest(
      identifier: request.identifier, fingerprint: request.fingerprint)
    let other = PendingRequest(identifier: "other", fingerprint: request.fingerprint)
    func difference(_ pending: [PendingRequest], _ new: Plan) throws -> PlanDifference {
      try PlanDifference(from: StoredPlan(pending: pending), to: new)
    }
    let unchanged = try difference([other, same], old)
    #expect(unchanged.isEmpty && unchanged.untouched == [request.identifier, "other"])
    let changed = try plan(title: "Changed")
    #expect(try difference([same, other], changed).steps == [.replace(request.identifier)])
    let unknown = PendingRequest(identifier: request.identifier)
    #expect(try difference([unknown], old).replaced == [request.identifier])
    #expect(throws: StoredPlan.FormatError.repeated(identifier: request.identifier)) {
      try StoredPlan(pending: [same, unknown])
    }
  }

  @Test(arguments: 0..<8)
  func `the difference from a plan equals that from its pending requests`(_ seed: Int) throws {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    var options = calendar.options
    let old = Compilation(of: calendar.components, options).plan
    options.now = options.now + 3 * 86_400
    var components = calendar.components
    components[0].title += "!"
    let new = Compilation(of: components, options).plan
    let told = old.requests.map {
      PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint)
    }
    let one = try PlanDifference(from: StoredPlan(old), to: new)
    let other = try PlanDifference(from: StoredPlan(pending: told), to: new)
    #expect(Set(one.replaced) == Set(other.replaced), "seed \(seed): \(calendar)")
    #expect(Set(one.added) == Set(other.added) && Set(one.removed) == Set(other.removed))
    #expect(one.untouched == other.untouched)
    let json = try one.json()
    let read = try PlanDifference(json: json)
    #expect(read.steps == one.steps && read.untouched == one.untouched)
    #expect(try read.json() == json)
  }

  @Test func `a difference with inconsistent steps is rejected`() throws {
    let json = try PlanDifference(from: StoredPlan(pending: []), to: plan()).json()
    let text = String(decoding: json, as: UTF8.self)
    for (found, replacement, path) in [
      ("\"version\" : 1", "\"version\" : 9", "version"),
      ("\"add\" : \"ics2notify", "\"remove\" : \"ics2notify", "remove"),
      ("\"add\" : \"ics2notify", "\"add\" : \"2notify", "add"),
      ("\"add\" : \"ics2notify", "\"drop\" : \"ics2notify", "steps[0]"),
      ("\"content\"", "\"Content\"", "add"),
    ] {
      let wrong = text.replacing(found, with: replacement)
      #expect(wrong != text)
      let fault = #expect(throws: JSONFormatError.self) {
        try PlanDifference(json: Data(wrong.utf8))
      }
      #expect(fault?.path == path, "\(replacement)")
    }
  }
}

/// Compares the two JSON writers for texts: Foundation's encoder and the byte writer for lines.
@Suite struct JSONTextTests {
  private static func encoded(_ text: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](JSONText.visible(try encoder.encode([text])).dropFirst().dropLast())
  }

  private static func written(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return bytes
  }

  @Test func `each scalar is written as by the encoder, alone and in a text`() throws {
    // One text for each 256 scalars, since starting the encoder is slow.
    for block in 0..<0x1100 {
      let scalars = (0..<256).compactMap { Unicode.Scalar(UInt32(block * 256 + $0)) }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(try Self.written(text) == Self.encoded(text), "\(block)")
    }
    for scalar in (0..<0x2100).compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let text = "a\(Character(scalar))b"
      let bytes = Self.written(text)
      #expect(try bytes == Self.encoded(text), "\(scalar.value)")
      #expect(try JSONDecoder().decode(String.self, from: Data(bytes)) == text)
    }
  }
}

@Suite struct UIDListTests {
  @Test func `a rule for literal UIDs is read back`() throws {
    for uids in [["a"], ["habit.T083000", "b,c", "d%e", "é*?", "=UID:x"], ["\u{0}\n", " "]] {
      let level = LevelRule(.critical, uids: uids)
      #expect(LevelRule(level.description) == level)
      let body = BodyRule(rotating: [try BodyTemplate("Day {n}")], uids: uids)
      let json = try JSONEncoder().encode([body])
      #expect(try JSONDecoder().decode([BodyRule].self, from: json) == [body])
    }
  }

  @Test func `a list of UIDs is percent-encoded`() throws {
    let rule = LevelRule(.critical, uids: ["b,c", "a.T1"])
    #expect(rule.description == "critical=UIDS:a%2ET1,b%2Cc")
    for text in ["critical=UIDS:", "critical=UIDS:a.b", "critical=UIDS:%2", "critical=UIDS:%+1"] {
      #expect(LevelRule(text) == nil)
    }
  }
}

/// Compares the decoded value of a line with the writer of lines.
@Suite struct FireLineTests {
  /// Checks that a line decodes to the fire.
  private func check(_ fire: ListedFire, _ lines: FireLineWriter, _ zone: Zone) throws {
    let data = Data(lines.line(fire).utf8)
    let read = try JSONDecoder().decode(FireLine.self, from: data)
    #expect(read.at == fire.at && read.uid == fire.uid && read.alarm == fire.alarm)
    #expect(read.repetition == fire.repetition && read.title == fire.title)
    #expect(read.identifier == fire.identifier && read.movedFrom == fire.movedFrom)
    #expect(read.isEcho == fire.isEcho && read.isUnexpected == fire.isUnexpected)
    #expect(read.presentation == fire.presentation)
    let occurrence = fire.identifier == nil ? fire.occurrence : nil
    #expect(read.occurrence?.start == occurrence?.start && read.occurrence?.end == occurrence?.end)
    #expect(read.occurrence?.isAllDay == occurrence?.isAllDay)
    let start = read.occurrence?.startLocal
    let expected = occurrence?.start.map { zone.civil(at: $0) }
    #expect(occurrence?.isAllDay == true ? start?.date == expected?.date : start == expected)
  }

  @Test(arguments: 0..<25)
  func `each line of a random calendar is read back and written unchanged`(_ seed: Int) throws {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    let zone = calendar.options.deviceZone
    let lines = FireLineWriter(.jsonLines, zone: zone)
    var expected: [ListedFire] = []
    _ = FireListing(calendar.components, options: calendar.options.compiler).forEachBatch { fires in
      expected += fires.prefix(200)
    }
    let plan = Compilation(of: calendar.components, calendar.options).plan
    for fire in expected.prefix(200) + plan.simulated(onDeviceIn: zone).prefix(200) {
      try check(fire, lines, zone)
    }
    let focus = try #require(Focus("08:00-10:00=critical"))
    let controls = try #require(
      SystemControls(summary: SummarySchedule("09:00"), focuses: [focus]))
    let seen = Compilation(of: calendar.components, calendar.options).simulation(under: controls)
    for fire in seen.fires.prefix(200) {
      #expect(fire.presentation != nil)
      try check(fire, lines, zone)
    }
    let late = seen.fires.count { $0.presentation?.tooLateFor != nil }
    #expect(seen.delays?.tooLate == late)
    #expect(seen.delays?.delayed == seen.fires.count { $0.presentation?.isDelayed == true })
    #expect((seen.delays?.levelInTime == nil) == (late == 0))
  }

  @Test(arguments: [
    #"{"alarm":0,"at":"2026-01-05T08:00:00Z","repeat":0,"title":"A","uid":"a","version":2}"#,
    #"{"alarm":0,"at":"2026-01-05","repeat":0,"title":"A","uid":"a","version":1}"#,
    #"{"alarm":-1,"at":"2026-01-05T08:00:00Z","repeat":0,"title":"A","uid":"a","version":1}"#,
    #"{"verdict":{},"version":1}"#,
  ])
  func `a line of another form or version is rejected`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FireLine.self, from: Data(text.utf8))
    }
  }
}
