import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// A plan that is read says what the plan said that was written.
@Suite struct PlanFormatTests {
  private static let zones = ZoneDatabase()

  @Test(arguments: 0..<60)
  func `what is written of a random plan reads back to the same plan`(_ seed: Int) throws {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    let plan = Compiler.plan(for: calendar.components, calendar.options)
    let json = try plan.json()
    let read = try Plan(json: json, zones: PlanFormatTests.zones)
    #expect(try read.json() == json, "seed \(seed): \(calendar)")
    #expect(read.verdict == plan.verdict, "seed \(seed): \(calendar)")
    #expect(read.fireCount == plan.fireCount && read.renewal == plan.renewal)
    #expect(read.renewBy == plan.renewBy && read.deviceZone == plan.deviceZone)
    #expect(read.requests.map(\.trigger) == plan.requests.map(\.trigger))
    #expect(read.requests.map(\.content) == plan.requests.map(\.content))
    #expect(read.requests.map(\.occurrence) == plan.requests.map(\.occurrence))
    #expect(read.requests.map(\.echoes) == plan.requests.map(\.echoes))
    #expect(read.dropped.map(\.title) == plan.dropped.map(\.title))
    // A decoder of the app's own, and a plan among other things.
    let stored = try JSONEncoder().encode(["plan": plan])
    let other = try JSONDecoder().decode([String: Plan].self, from: stored)
    #expect(try other["plan"]?.json() == json)
  }

  @Test func `a plan that is read fires what the plan fires that was written, echoes and all`()
    throws
  {
    // Each hour of a Sunday on which Berlin repeats one.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20261024T003000", rule: "FREQ=HOURLY", title: "Hourly")
    let options = try TestCalendars.options(
      now: "2026-10-24T00:00:00Z", zone: "Europe/Berlin", horizon: "P3D")
    let plan = Compiler.plan(for: [event], options)
    let read = try Plan(json: plan.json())
    #expect(plan.verdict.echoes == 1)
    #expect(read.verdict.echoes == 1)
    let fires = read.simulated(onDeviceIn: read.deviceZone)
    #expect(fires == plan.simulated(onDeviceIn: plan.deviceZone))
    #expect(fires.filter(\.isEcho).map(\.at.description) == ["2026-10-25T01:30:00Z"])
  }

  /// A plan with all that there is: a link, a critical sound, a nag, a to-do that is overdue, fires
  /// that are dropped, and something found.
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
    return Compiler.plan(for: [event, single, allDay, broken], options)
  }

  @Test func `links, sounds, findings and what is dropped read back`() throws {
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

  @Test func `a plan of a program that didn't write the newer keys is read`() throws {
    let plan = try full()
    var object = try #require(
      JSONSerialization.jsonObject(with: plan.json()) as? [String: Any])
    for key in ["renewal", "fireCount", "spurious", "slots", "categories"] { object[key] = nil }
    object["groups"] = nil
    object["a key of a later version"] = ["x": 1]
    let old = try Plan(json: JSONSerialization.data(withJSONObject: object))
    #expect(old.requests.map(\.identifier) == plan.requests.map(\.identifier))
    // What is left out is asked for, too; by default a plan is made anew after a week.
    #expect(old.fireCount == plan.dropped.reduce(0) { $0 + $1.count })
    #expect(old.renewal.description == "2026-01-12T08:00:00Z")
    #expect(old.slots == 5 && old.categories.isEmpty)
  }

  @Test func `what follows from the rest is made anew`() throws {
    let plan = try full()
    let text = try String(decoding: plan.json(), as: UTF8.self)
    let renewBy = try #require(plan.renewBy)
    let lying = text.replacing("\"renewBy\" : \"\(renewBy)\"", with: "\"renewBy\" : null")
    #expect(lying != text)
    #expect(try Plan(json: Data(lying.utf8)).renewBy == renewBy)
  }
}
