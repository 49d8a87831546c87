import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@Suite struct TriggerZoneTests {
  struct Row: Sendable {
    let start, rule, zone: String

    init(_ start: String, _ rule: String, is zone: String) {
      (self.start, self.rule, self.zone) = (start, rule, zone)
    }
  }

  @Test(arguments: [
    Row("20251201T090000", "FREQ=DAILY", is: "none"),
    Row("20251201T090000", "FREQ=WEEKLY", is: "none"),
    Row("20251201T090000", "FREQ=HOURLY", is: "none"),
    Row("20251201T090000", "FREQ=MONTHLY", is: "gregorian America/New_York"),
    Row("20250301T090000", "FREQ=YEARLY", is: "gregorian America/New_York"),
    Row("20260601T090000", "", is: "gregorian America/New_York"),
    Row("20251201", "FREQ=WEEKLY", is: "none"),
    Row("20250301", "FREQ=YEARLY", is: "gregorian America/New_York"),
    Row("Europe/Berlin:20251201T090000", "FREQ=DAILY", is: "gregorian Europe/Berlin"),
    Row("Europe/Berlin:20251201T090000", "FREQ=MONTHLY", is: "gregorian Europe/Berlin"),
    Row("Europe/Berlin:20260601T090000", "", is: "gregorian Europe/Berlin"),
    Row("20251201T090000Z", "FREQ=DAILY", is: "gregorian GMT"),
  ])
  func `a trigger has both calendar and zone, or neither`(_ row: Row) throws {
    let event = try TestCalendars.event(
      start: row.start, rule: row.rule.isEmpty ? nil : row.rule)
    let plan = try ReadPlan(
      of: [event],
      TestCalendars.options(
        now: "2026-01-01T00:00:00Z", zone: "America/New_York", horizon: "P200D"))
    let zones = Set(
      plan.requests.map(\.trigger.dateComponents).map { components in
        let parts = [components.calendar, components.timeZone].compactMap { $0 }
        return parts.isEmpty ? "none" : parts.joined(separator: " ")
      })
    #expect(zones == [row.zone])
  }

  @Test func `a fire in the second pass of a repeated hour is pinned to GMT`() throws {
    // An hour before 03:30 CET is 02:30 CET, which the clock shows for the second time.
    let event = try TestCalendars.event(start: "Europe/Berlin:20261025T033000", alarms: ["-PT1H"])
    let plan = try ReadPlan(of: [event], TestCalendars.options(now: "2026-10-01T00:00:00Z"))
    let components = plan.requests.map(\.trigger.dateComponents)
    #expect(components.map(\.text) == ["year=2026 month=10 day=25 hour=1 minute=30 second=0"])
    #expect(components.map(\.timeZone) == ["GMT"])
    #expect(plan.exactUntil == nil)
  }

  @Test func `a daily fire in a gap stays one trigger that fires an hour later that day`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T023000", rule: "FREQ=DAILY")
    let plan = try TestCalendars.plan([event], now: "2026-01-01T00:00:00Z")
    #expect(plan.requests.count == 1)
    #expect(plan.exactUntil == nil)
    // 03:30 summer time on 29 March 2026.
    let fires = plan.simulated(onDeviceIn: plan.deviceZone).map(\.at.description)
    #expect(fires.contains("2026-03-29T01:30:00Z"))
    #expect(fires.count == 365)
  }

  @Test func `an alarm an exact hour before a nominal time splits around the clock change`() throws
  {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T031500", rule: "FREQ=DAILY", alarms: ["-PT1H"])
    let options = try TestCalendars.options(now: "2026-03-01T00:00:00Z", horizon: "P45D")
    let fires = TestCalendars.fires([event], options.compiler).map(\.at.description)
    // 29 March: 03:15 CEST less an hour is 01:15 CET, not 02:15, which the clock skips.
    #expect(fires.contains("2026-03-29T00:15:00Z"))
    let plan = Compilation(of: [event], options).plan
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at.description) == fires)
    #expect(plan.exactUntil == nil)
  }

  /// 02:15 in both passes, and the last minute of the repeated hour.
  @Test(arguments: ["00:15", "00:45", "01:15", "01:59"])
  func `a plan made in a repeated hour repeats on the other weekdays`(_ time: String)
    throws
  {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T023000", rule: "FREQ=DAILY")
    let now = "2026-10-25T\(time):00Z"
    let options = try TestCalendars.options(now: now, horizon: "P40D")
    let plan = Compilation(of: [event], options).plan
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.exactUntil == nil)
    // 02:30 fires at 00:30 UTC. A daily trigger added after that and before 01:30 would fire again
    // today, a Sunday; five more Sundays follow within forty days.
    let isBetween = time == "00:45" || time == "01:15"
    #expect(plan.requests.count == (isBetween ? 6 + 5 : 1))
    let weekly = plan.requests.count {
      if case .weekday = $0.trigger.calendar?.pattern.days { true } else { false }
    }
    #expect(weekly == (isBetween ? 6 : 0))
    #expect(
      plan.simulated(onDeviceIn: options.deviceZone).map(\.at)
        == TestCalendars.fires([event], options.compiler).map(\.at))
  }

  @Test func `a time that a gap moves to that of another fire has one request`() throws {
    // Every hour: on 14 March 2027 New York's clock changes from 01:59 to 03:00, so the fire at
    // 02:00 moves to 03:00, where the hourly series has one anyway.
    let event = try TestCalendars.event(
      start: "America/New_York:20251108T020000", rule: "FREQ=HOURLY",
      alarms: ["-PT1H"])
    let plan = try TestCalendars.plan(
      [event], now: "2027-03-10T07:10:00Z", zone: "America/New_York", horizon: "P7D")
    #expect(plan.diagnostics.isEmpty)
    let fires = plan.simulated(onDeviceIn: plan.deviceZone).map(\.at)
    #expect(Set(fires).count == fires.count)
  }
}

/// Offsets that aren't whole minutes: local mean time, and Liberia's until 7 January 1972.
///
/// With such offsets, Foundation's search returns nil for many valid dates.
@Suite struct OddOffsetTests {
  @Test(arguments: [
    ("Europe/Paris", "1905-01-01T00:00:00Z"), ("Asia/Kolkata", "1905-01-01T00:00:00Z"),
    ("Europe/Dublin", "1916-05-01T00:00:00Z"), ("Africa/Monrovia", "1971-12-20T00:00:00Z"),
    ("Africa/Monrovia", "1972-01-06T23:00:00Z"),
  ])
  func `a plan in a time of odd offsets matches Foundation`(
    zone: String, now: String
  ) throws {
    for time in ["090030", "003000"] {
      for rule in ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=HOURLY;INTERVAL=7"] {
        for start in ["\(zone):19050110T\(time)", "19050110T\(time)"] {
          let event = try TestCalendars.event(start: start, rule: rule)
          let options = try TestCalendars.options(now: now, zone: zone, horizon: "P2M")
          let plan = try ReadPlan(Compilation(of: [event], options).plan)
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

  @Test func `repeating triggers are used once all offsets are whole minutes`() throws {
    // Liberia's offset has been zero since 7 January 1972.
    let event = try TestCalendars.event(
      start: "Africa/Monrovia:19710110T090000", rule: "FREQ=DAILY")
    let options = try TestCalendars.options(
      now: "1972-01-08T00:00:00Z", zone: "Africa/Monrovia", horizon: "P2M")
    let plan = try ReadPlan(Compilation(of: [event], options).plan)
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    let device = try #require(FoundationDevice(zoneNamed: "Africa/Monrovia"))
    let fires = try #require(
      plan.requests.first.flatMap {
        device.fires(
          of: $0.trigger, addedAt: plan.now, until: options.window.upperBound.date)
      })
    #expect(fires.map { Instant($0) } == TestCalendars.fires([event], options.compiler).map(\.at))
  }
}
