import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ReminderCompiler
import Testing

/// Offsets that are no whole minutes: local mean time, and Liberia's until 7 January 1972.
///
/// In such times Foundation's search answers nil for many dates that there are.
@Suite struct OddOffsetTests {
  @Test(arguments: [
    ("Europe/Paris", "1905-01-01T00:00:00Z"), ("Asia/Kolkata", "1905-01-01T00:00:00Z"),
    ("Europe/Dublin", "1916-05-01T00:00:00Z"), ("Africa/Monrovia", "1971-12-20T00:00:00Z"),
    ("Africa/Monrovia", "1972-01-06T23:00:00Z"),
  ])
  func `a plan in a time of odd offsets fires as it says, by Foundation`(
    _ zone: String, _ now: String
  ) throws {
    for time in ["090000", "090030", "003000", "235959"] {
      for rule in ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=HOURLY;INTERVAL=7"] {
        for start in ["\(zone):19050110T\(time)", "19050110T\(time)"] {
          let event = try TestCalendars.event(start: start, rule: rule)
          let options = try TestCalendars.options(now: now, zone: zone, horizon: "P2M")
          let plan = try ReadPlan(Compiler.plan(for: [event], options), timeZone: zone)
          #expect(!plan.requests.isEmpty)
          let device = try #require(FoundationDevice(zoneNamed: zone))
          for request in plan.requests {
            let fires = device.fires(
              of: request.trigger, addedAt: plan.now, until: options.window.upperBound.date)
            #expect(fires?.first == request.nextFire, "\(start) \(rule): \(request.identifier)")
            #expect(request.trigger.dateComponents.timeZone == "GMT", "\(request.identifier)")
          }
        }
      }
    }
  }

  @Test func `once offsets are whole minutes for good, what repeats is used`() throws {
    // Liberia's clock has been Greenwich's since 7 January 1972.
    let event = try TestCalendars.event(
      start: "Africa/Monrovia:19710110T090000", rule: "FREQ=DAILY")
    let options = try TestCalendars.options(
      now: "1972-01-08T00:00:00Z", zone: "Africa/Monrovia", horizon: "P2M")
    let plan = try ReadPlan(Compiler.plan(for: [event], options), timeZone: "Africa/Monrovia")
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    let device = try #require(FoundationDevice(zoneNamed: "Africa/Monrovia"))
    let fires = try #require(
      plan.requests.first.flatMap {
        device.fires(
          of: $0.trigger, addedAt: plan.now, until: options.window.upperBound.date)
      })
    #expect(fires.map { Instant($0) } == TestCalendars.fires([event], options.compiler).map(\.at))
  }

  @Test func `Foundation finds no half past midnight in Paris in 1905`() throws {
    let device = try #require(FoundationDevice(zoneNamed: "Europe/Paris"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = device.timeZone
    let now = try TestCalendars.instant("1905-01-01T00:00:00Z")
    #expect(
      calendar.nextDate(
        after: now.date,
        matching: DateComponents(year: 1905, month: 1, day: 1, hour: 9, minute: 0, second: 30),
        matchingPolicy: .nextTimePreservingSmallerComponents) == nil)
  }
}
