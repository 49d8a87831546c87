import CalendarReminders
import Testing

/// What an app that knows one module finds in it.
@Suite struct OneImportTests {
  @Test func `one import brings all that a plan takes`() throws {
    let start = try CalendarTime(#require(CivilDateTime(iso8601: "2028-01-03T08:00")))
    var event = CalendarComponent(uid: "event@example.org", start: start)
    event.alarms = [Alarm(.relative(CalendarDuration(days: 0), to: .start))]
    let now = try #require(Instant(iso8601: "2028-01-01T00:00:00Z"))
    let plan = Compiler.plan(for: [event], NotificationOptions(now: now, deviceZone: .gmt))
    #expect(plan.requests.map(\.nextFire) == [Instant(iso8601: "2028-01-03T08:00:00Z")])
  }
}
