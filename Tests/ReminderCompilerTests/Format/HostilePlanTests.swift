import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ReminderCompiler
import SeededRandom
import Testing

/// Anybody may have written a plan that is read.
@Suite struct HostilePlanTests {
  private static let zones = ZoneDatabase()

  /// A plan with a request of each kind of trigger.
  private static func json() throws -> Data {
    let weekly = try TestCalendars.event(
      "weekly", start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", alarms: ["-PT10M"])
    let single = try TestCalendars.event("single", start: "Europe/Berlin:20260106T090000")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: "Europe/Berlin")
    return try Compiler.plan(for: [weekly, single], options).json()
  }

  @Test func `no beginning of a plan is a plan`() throws {
    let json = try HostilePlanTests.json()
    for length in 0..<(json.count - 2) {
      #expect(throws: JSONFault.self, "\(length) bytes") {
        try Plan(json: json.prefix(length), zones: HostilePlanTests.zones)
      }
    }
  }

  @Test func `of a plan with another byte what is read reads back to the same bytes`() throws {
    let json = try HostilePlanTests.json()
    var random = SplitMix(seed: 16)
    var readCount = 0
    for _ in 0..<2_000 {
      var mutant = json
      let place = random.number(0...(json.count - 1))
      let digits = Array("0123456789-\"{}[],:nt.eE".utf8)
      mutant[place] =
        random.oneIn(2) ? UInt8(random.number(0...255)) : random.pick(digits) ?? 0
      guard let read = try? Plan(json: mutant, zones: HostilePlanTests.zones) else { continue }
      readCount += 1
      let written = try read.json()
      let again = try Plan(json: written, zones: HostilePlanTests.zones)
      #expect(try again.json() == written, "byte \(place) is \(mutant[place])")
    }
    // Titles and the like may be anything.
    #expect(readCount > 100 && readCount < 1_900)
  }

  @Test(arguments: [
    (#""version" : 1"#, #""version" : 2"#, "version: is 2; this library reads version 1"),
    (#""now" : "2026"#, #""now" : "1816"#, "now: is not between the years 1900 and 2399"),
    (#""horizonEnd" : "2027"#, #""horizonEnd" : "2025"#, "horizonEnd: is before now"),
    (#""limit" : 64"#, #""limit" : 129"#, "limit: 129 is outside of 0…128"),
    (#""limit" : 64"#, #""limit" : 1"#, "slots: 64 is outside of 0…1"),
    (#""limit" : 64"#, #""limit" : "64""#, "limit: is of another type"),
    (#""rank" : 1"#, #""rank" : 3"#, "requests: don't stand by rank: [0] has 3"),
    (#""rank" : 1"#, #""rank" : null"#, "requests[0].rank: is null"),
    (#""rank""#, #""place""#, "requests[0].rank: is missing"),
    (
      #""timeZone" : "Europe/Berlin""#, #""timeZone" : "Europe/Atlantis""#,
      "requests[0].trigger.dateComponents.timeZone: is no IANA time zone"
    ),
    (
      #""calendar" : "gregorian""#, #""calendar" : "buddhist""#,
      "requests[0].trigger.dateComponents: needs both the calendar gregorian and a time zone"
    ),
    (
      #""month" : 1"#, #""month" : 13"#,
      "requests[1].trigger.dateComponents: has components that the system doesn't answer as they say"
    ),
    (
      #""repeats" : false"#, #""repeats" : true"#,
      "requests[1].trigger: is for one date, and says that it repeats"
    ),
    (
      #""dateComponents""#, #""dateComponent""#,
      "requests[0].trigger: needs one of dateComponents and timeInterval"
    ),
    (
      #""url" : null"#, #""url" : "javascript:alert(1)""#,
      "requests[0].content.url: is no link that may be opened"
    ),
    (
      #""relevanceScore" : 0.5"#, #""relevanceScore" : 1.5"#,
      "requests[0].content.relevanceScore: 1.5 is not from 0 to 1"
    ),
    (
      #""startLocal" : "2026-01-06T09:00:00""#, #""startLocal" : null"#,
      "requests[1].startLocal: is no local time beside an instant, or nothing beside nothing"
    ),
  ])
  func `what is wrong is said with its place`(
    _ found: String, _ replacement: String, _ message: String
  ) throws {
    let text = try String(decoding: HostilePlanTests.json(), as: UTF8.self)
    let range = try #require(text.firstRange(of: found))
    let wrong = text.replacingCharacters(in: range, with: replacement)
    let fault = #expect(throws: JSONFault.self) {
      try Plan(json: Data(wrong.utf8), zones: HostilePlanTests.zones)
    }
    #expect(fault.map { "\($0)" } == message)
  }

  @Test func `two requests have no identifier in common, and none is another app's`() throws {
    let json = try HostilePlanTests.json()
    let identifiers = try Plan(json: json).requests.map(\.identifier)
    let text = String(decoding: json, as: UTF8.self)
    try #require(identifiers.count == 2)
    let twice = text.replacing("\"\(identifiers[1])\"", with: "\"\(identifiers[0])\"")
    let fault = #expect(throws: JSONFault.self) { try Plan(json: Data(twice.utf8)) }
    #expect(
      fault.map { "\($0)" } == "requests: [1] has an identifier that stands there twice")
    let others = text.replacing("\"\(identifiers[1])\"", with: "\"drink water\"")
    let other = #expect(throws: JSONFault.self) { try Plan(json: Data(others.utf8)) }
    #expect(other.map { "\($0)" } == "requests[1].identifier: names a request of others")
  }

  @Test(arguments: ["", "{", "[", "1", "null", String(repeating: "[", count: 100_000)])
  func `what is no object is no plan`(_ text: String) {
    #expect(throws: JSONFault.self) { try Plan(json: Data(text.utf8)) }
  }
}
