import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Occurrences that the user marks as done before they are due.
@Suite struct DoneEarlyTests {
  @Test(arguments: [
    // 09:00 in Berlin is 08:00 UTC in January.
    ("Europe/Berlin:20280101T090000", "2028-01-04T08:00:00Z"),
    ("20280101T090000", "2028-01-04T09:00:00"),
  ])
  func `an occurrence that is done early doesn't ring, and the others do`(
    start: String, occurrence: String
  ) throws {
    let event = try TestCalendars.event(
      start: start, rule: "FREQ=DAILY", alarms: ["-PT10M", "PT1H"])
    var options = try TestCalendars.options(now: "2028-01-03T05:00:00Z", horizon: "P3D")
    let isKnown = options.handled.markDone(uid: "event", occurrence: occurrence)
    #expect(isKnown)
    let expected = [
      "2028-01-03T07:50:00Z", "2028-01-03T09:00:00Z", "2028-01-05T07:50:00Z",
      "2028-01-05T09:00:00Z",
    ]
    #expect(TestCalendars.fires([event], options.compiler).map(\.at.description) == expected)
    let plan = Compilation(of: [event], options).plan
    #expect(plan.exactUntil == nil)
    #expect(
      plan.simulated(onDeviceIn: options.deviceZone).map(\.at.description) == expected)
  }

  @Test func `an unknown name is refused, and a mark is forgotten after a year`() throws {
    var handled = HandledReminders()
    let isKnown = handled.markDone(uid: "event", occurrence: "tomorrow")
    #expect(!isKnown && handled.isEmpty)
    handled.markDone(uid: "event", occurrence: "2028-01-04")
    handled.forget(before: try TestCalendars.instant("2029-01-01T00:00:00Z"))
    #expect(handled.count == 1)
    handled.forget(before: try TestCalendars.instant("2029-01-10T00:00:00Z"))
    #expect(handled.isEmpty)
  }
}
