import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@Suite struct BadgeTests {
  /// One-shots with repeats, and two alerts that are due at the same time; daily ones.
  private static func events() throws -> [CalendarComponent] {
    [
      try TestCalendars.event("a", start: "20280105T080000", alarms: ["PT0S+2xPT10M"]),
      try TestCalendars.event("b", start: "20280105T080000"),
      try TestCalendars.event("c", start: "20280105T235900", alarms: ["PT0S", "PT2M"]),
      try TestCalendars.event("d", start: "20280103T060000", rule: "FREQ=DAILY"),
    ]
  }

  @Test func `the count is that of the alerts of the day so far`() throws {
    var options = try TestCalendars.options(now: "2028-01-03T04:00:00Z", horizon: "P9D")
    options.badge = .count
    let events = try Self.events()
    let plan = Compilation(of: events, options).plan
    // 05:00 UTC is 06:00 in Berlin. The daily alert is the first one of each day.
    let badges = Dictionary(
      plan.requests.map { ("\($0.nextFire)", $0.content.badge ?? -1) }, uniquingKeysWith: max)
    #expect(
      badges == [
        "2028-01-03T05:00:00Z": 1, "2028-01-05T07:00:00Z": 3, "2028-01-05T07:10:00Z": 3,
        "2028-01-05T07:20:00Z": 3, "2028-01-05T22:59:00Z": 4, "2028-01-05T23:01:00Z": 1,
      ])
    // The same numbers from the listed fires.
    let alerts = TestCalendars.fires(events, options.compiler).filter { $0.repetition == 0 }
    for request in plan.requests where !request.trigger.repeats {
      let day = options.deviceZone.civil(at: request.nextFire).date
      let count = alerts.count {
        $0.at <= request.nextFire && options.deviceZone.civil(at: $0.at).date == day
      }
      #expect(request.content.badge == count)
    }
  }

  @Test(arguments: [(nil, nil), (.number(0), 0), (.number(7), 7)] as [(Badge?, Int?)])
  func `a number is the same for all requests`(badge: Badge?, number: Int?) throws {
    var options = try TestCalendars.options(now: "2028-01-03T04:00:00Z", horizon: "P9D")
    options.badge = badge
    let plan = Compilation(of: try Self.events(), options).plan
    #expect(plan.requests.allSatisfy { $0.content.badge == number })
    let read = try Plan(json: plan.json())
    #expect(read.requests.map(\.content) == plan.requests.map(\.content))
  }

  @Test(arguments: ["count", "0", "9999"]) func `a badge has a text`(_ text: String) {
    #expect(Badge(text)?.description == text)
  }

  @Test(arguments: ["", "-1", "10000", "+1", "01", "1.5", "Count", "ten"])
  func `other texts are no badge`(_ text: String) { #expect(Badge(text) == nil) }
}
