import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

@Suite struct PlanFormatTests {
  @Test(arguments: 0..<60)
  func `a random plan is read back unchanged`(_ seed: Int) throws {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    let plan = Compilation(of: calendar.components, calendar.options).plan
    let json = try plan.json()
    let read = try Plan(json: json, zones: TestCalendars.zones)
    #expect(try read.json() == json, "seed \(seed): \(calendar)")
    #expect(read.verdict == plan.verdict, "seed \(seed): \(calendar)")
    let keys = String(decoding: json, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("  \"")
    }.compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    #expect(keys.last == "categories" && keys.dropLast().elementsEqual(keys.dropLast().sorted()))
    #expect(read.fireCount == plan.fireCount && read.renewal == plan.renewal)
    #expect(read.renewBy == plan.renewBy && read.deviceZone == plan.deviceZone)
    #expect(read.requests.map(\.trigger) == plan.requests.map(\.trigger))
    #expect(read.requests.map(\.content) == plan.requests.map(\.content))
    #expect(read.requests.map(\.occurrence) == plan.requests.map(\.occurrence))
    #expect(read.requests.map(\.echoes) == plan.requests.map(\.echoes))
    #expect(read.dropped.map(\.title) == plan.dropped.map(\.title))
    // The app's own decoder, and a plan inside another value.
    let stored = try JSONEncoder().encode(["plan": plan])
    let other = try JSONDecoder().decode([String: Plan].self, from: stored)
    #expect(try other["plan"]?.json() == json)
  }

  @Test func `a plan that is read back has the same fires, including echoes`()
    throws
  {
    // Each hour of a Sunday on which Berlin repeats an hour.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20261024T003000", rule: "FREQ=HOURLY", title: "Hourly")
    let plan = try TestCalendars.plan(
      [event], now: "2026-10-24T00:00:00Z", zone: "Europe/Berlin", horizon: "P3D")
    let read = try Plan(json: plan.json())
    #expect(plan.verdict.echoes == 1)
    #expect(read.verdict.echoes == 1)
    let fires = read.simulated(onDeviceIn: read.deviceZone)
    #expect(fires == plan.simulated(onDeviceIn: plan.deviceZone))
    #expect(fires.filter(\.isEcho).map(\.at.description) == ["2026-10-25T01:30:00Z"])
  }

  /// A plan with every feature.
  ///
  /// It has a link, a critical sound, a repeated alarm, an overdue to-do, dropped fires and
  /// diagnostics.
  private func full() throws -> Plan {
    var event = try TestCalendars.event(
      "full", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU",
      alarms: ["-PT10M+2xPT5M"], title: "Full \u{202E}title")
    event.url = "https://example.org/"
    event.conference = "https://meet.example.org/1"
    event.categories = ["medication", "é"]
    event.calendarName = "Home"
    event.priority = 1
    let single = try TestCalendars.event("single", start: "Europe/Berlin:20260106T090000")
    let allDay = try TestCalendars.event("day", start: "20260301", alarms: ["-PT12H"])
    let broken = CalendarComponent(uid: "no-start")
    var options = try TestCalendars.options(
      now: "2026-01-05T08:00:00Z", zone: "Europe/Berlin", limit: 5)
    options.nudgesRenewal = true
    options.levels = [try #require(LevelRule("critical=CATEGORIES:medication"))]
    options.pending = PendingIdentifiers(["other"])
    return Compilation(of: [event, single, allDay, broken], options).plan
  }

  @Test func `links, sounds, findings and dropped fires are read back`() throws {
    let plan = try full()
    let read = try Plan(json: plan.json())
    #expect(try read.json() == plan.json())
    #expect(read.diagnostics.map(\.code) == plan.diagnostics.map(\.code))
    #expect(!read.diagnostics.isEmpty && !read.dropped.isEmpty && read.categories.count == 12)
    let first = try #require(read.requests.first)
    #expect(first.content.sound?.criticalVolume == 1)
    #expect(first.content.link == "https://meet.example.org/1")
    #expect(first.tags == ["medication", "é"] && first.calendarName == "Home")
    #expect(first.priority == 1 && read.slots == 4 && read.limit == 5)
    #expect(read.request(withIdentifier: "ics2notify.renewal")?.uid == nil)
    #expect(read.request(withIdentifier: "ics2notify.renewal") != nil)
    #expect(read.request(withIdentifier: "other") == nil)
  }

  @Test func `a plan without newer keys is read`() throws {
    let plan = try full()
    var object = try #require(
      JSONSerialization.jsonObject(with: plan.json()) as? [String: Any])
    for key in ["renewal", "fireCount", "spurious", "slots", "categories"] { object[key] = nil }
    object["groups"] = nil
    object["a key of a later version"] = ["x": 1]
    let old = try Plan(json: JSONSerialization.data(withJSONObject: object))
    #expect(old.requests.map(\.identifier) == plan.requests.map(\.identifier))
    // Dropped fires count as expected; by default a plan is renewed after a week.
    #expect(old.fireCount == plan.dropped.reduce(0) { $0 + $1.count })
    #expect(old.renewal.description == "2026-01-12T08:00:00Z")
    #expect(old.slots == 5 && old.categories.isEmpty)
  }

  @Test func `derived values are computed again`() throws {
    let plan = try full()
    let text = try String(decoding: plan.json(), as: UTF8.self)
    let renewBy = try #require(plan.renewBy)
    let lying = text.replacing("\"renewBy\" : \"\(renewBy)\"", with: "\"renewBy\" : null")
    #expect(lying != text)
    #expect(try Plan(json: Data(lying.utf8)).renewBy == renewBy)
  }
}

@Suite struct HostilePlanTests {
  /// A plan with one request of each kind of trigger.
  private static func json() throws -> Data {
    let weekly = try TestCalendars.event(
      "weekly", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", alarms: ["-PT10M"])
    let single = try TestCalendars.event("single", start: "Europe/Berlin:20260106T090000")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: "Europe/Berlin")
    return try Compilation(of: [weekly, single], options).plan.json()
  }

  @Test func `a truncated plan is rejected`() throws {
    let json = try HostilePlanTests.json()
    for length in 0..<(json.count - 2) {
      #expect(throws: JSONFormatError.self, "\(length) bytes") {
        try Plan(json: json.prefix(length), zones: TestCalendars.zones)
      }
    }
  }

  @Test func `a plan with a changed byte is rejected, or read and written consistently`() throws {
    let json = try HostilePlanTests.json()
    var random = SplitMix(seed: 16)
    var readCount = 0
    for _ in 0..<2_000 {
      var mutant = json
      let place = random.number(0...(json.count - 1))
      let digits = Array("0123456789-\"{}[],:nt.eE".utf8)
      mutant[place] =
        random.oneIn(2) ? UInt8(random.number(0...255)) : random.pick(digits) ?? 0
      guard let read = try? Plan(json: mutant, zones: TestCalendars.zones) else { continue }
      readCount += 1
      let written = try read.json()
      let again = try Plan(json: written, zones: TestCalendars.zones)
      #expect(try again.json() == written, "byte \(place) is \(mutant[place])")
    }
    // Titles and similar texts accept any value.
    #expect(readCount > 100 && readCount < 1_900)
  }

  @Test(arguments: [
    (#""version" : 1"#, #""version" : 2"#, "version: is 2; this library reads version 1"),
    (#""now" : "2026"#, #""now" : "1816"#, "now: is not between the years 1900 and 2399"),
    (#""horizonEnd" : "2027"#, #""horizonEnd" : "2025"#, "horizonEnd: is before now"),
    (#""limit" : 64"#, #""limit" : 129"#, "limit: 129 is outside of 0…128"),
    (#""limit" : 64"#, #""limit" : 1"#, "slots: 64 is outside of 0…1"),
    (#""limit" : 64"#, #""limit" : "64""#, "limit: is of another type"),
    (#""rank" : 1"#, #""rank" : 3"#, "requests: are not in the order of rank: [0] has 3"),
    (#""rank" : 1"#, #""rank" : null"#, "requests[0].rank: is null"),
    (#""rank""#, #""place""#, "requests[0].rank: is missing"),
    (
      #""timeZone" : "Europe/Berlin""#, #""timeZone" : "Europe/Atlantis""#,
      "requests[0].trigger.dateComponents.timeZone: is not an IANA time zone"
    ),
    (
      #""calendar" : "gregorian""#, #""calendar" : "buddhist""#,
      "requests[0].trigger.dateComponents: needs both the calendar gregorian and a time zone"
    ),
    (
      #""month" : 1"#, #""month" : 13"#,
      "requests[1].trigger.dateComponents: has date components that the system interprets differently"
    ),
    (
      #""repeats" : false"#, #""repeats" : true"#,
      "requests[1].trigger: has date components of one date, but repeats is true"
    ),
    (
      #""dateComponents""#, #""dateComponent""#,
      "requests[0].trigger: needs one of dateComponents and timeInterval"
    ),
    (
      #""url" : null"#, #""url" : "javascript:alert(1)""#,
      "requests[0].content.url: is not a safe link"
    ),
    (
      #""relevanceScore" : 0.5"#, #""relevanceScore" : 1.5"#,
      "requests[0].content.relevanceScore: 1.5 is not from 0 to 1"
    ),
    (
      #""startLocal" : "2026-01-06T09:00:00""#, #""startLocal" : null"#,
      "requests[1].startLocal: must be a local time if there is an instant, and absent otherwise"
    ),
  ])
  func `an error is reported with its path`(
    found: String, replacement: String, message: String
  ) throws {
    let text = try String(decoding: HostilePlanTests.json(), as: UTF8.self)
    let range = try #require(text.firstRange(of: found))
    let wrong = text.replacingCharacters(in: range, with: replacement)
    let fault = #expect(throws: JSONFormatError.self) {
      try Plan(json: Data(wrong.utf8), zones: TestCalendars.zones)
    }
    #expect(fault.map { "\($0)" } == message)
  }

  @Test func `repeated and foreign identifiers are rejected`() throws {
    let json = try HostilePlanTests.json()
    let identifiers = try Plan(json: json).requests.map(\.identifier)
    let text = String(decoding: json, as: UTF8.self)
    try #require(identifiers.count == 2)
    let twice = text.replacing("\"\(identifiers[1])\"", with: "\"\(identifiers[0])\"")
    let fault = #expect(throws: JSONFormatError.self) { try Plan(json: Data(twice.utf8)) }
    #expect(
      fault.map { "\($0)" } == "requests: [1] has the identifier of another request")
    let others = text.replacing("\"\(identifiers[1])\"", with: "\"drink water\"")
    let other = #expect(throws: JSONFormatError.self) { try Plan(json: Data(others.utf8)) }
    #expect(other.map { "\($0)" } == "requests[1].identifier: names a request of others")
  }

  @Test(arguments: ["", "{", "[", "1", "null", String(repeating: "[", count: 100_000)])
  func `a text that is not an object is rejected`(_ text: String) {
    #expect(throws: JSONFormatError.self) { try Plan(json: Data(text.utf8)) }
  }
}
