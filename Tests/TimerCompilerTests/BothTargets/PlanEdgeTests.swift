import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler

/// Plans without requests, with alarms from the options, and with fires that no trigger can cover.
@Suite struct PlanEdgeTests {
  @Test func `a plan is inexact from now if its fires are cut before the first one`() throws {
    // Each minute's repeats have fired every second for a long time: nothing is known from now on.
    let event = try TestCalendars.event(
      start: "20200101T000000Z", rule: "FREQ=MINUTELY", alarms: ["PT0S+2147483647xPT1S"])
    let options = try TestCalendars.options(now: "2026-01-05T12:00:00Z", zone: "GMT")
    let plan = Compilation(of: [event], options).plan
    let timers = TimerPlan(of: [event], TimerOptions(options.compiler))
    #expect(plan.exactUntil == options.now)
    #expect(timers.exactUntil == options.now)
    #expect(timers.diagnostics.contains { $0.code == "fires-cut" })
  }

  @Test func `a calendar without components gives an empty, exact plan`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    let plan = Compilation(of: [], options).plan
    #expect(plan.requests.isEmpty)
    #expect(plan.dropped.isEmpty)
    #expect(plan.exactUntil == nil)
    #expect(plan.repeatsUntil == nil)
    #expect(plan.renewBy == nil)
    #expect(plan.fireCount == 0)
    #expect(TimerPlan(of: [], options.timers).files.isEmpty)
  }

  @Test(arguments: ["", "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;UNTIL=20251231T235959Z"])
  func `a past calendar gives an empty plan`(_ rule: String) throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: rule.isEmpty ? nil : rule)
    let plan = Compilation(of: [event], try TestCalendars.options(now: "2026-01-01T00:00:00Z")).plan
    #expect(plan.requests.isEmpty)
    #expect(plan.dropped.isEmpty)
    #expect(plan.exactUntil == nil)
  }

  @Test func `a fire that is due now is dropped with a diagnostic, and the next one is planned`()
    throws
  {
    let event = try TestCalendars.event(start: "20251201T090000Z", rule: "FREQ=DAILY")
    let plan = Compilation(
      of: [event], try TestCalendars.options(now: "2026-01-05T09:00:00Z", horizon: "P10D")
    ).plan
    #expect(plan.requests.map(\.nextFire) == [try TestCalendars.instant("2026-01-06T09:00:00Z")])
    #expect(plan.dropped.map(\.reason) == [.dueNow])
    #expect(plan.dropped.map(\.first) == [try TestCalendars.instant("2026-01-05T09:00:00Z")])
    #expect(plan.diagnostics.map(\.code) == ["due-now"])
    // The plan is measured strictly after now, so this is not a miss.
    #expect(plan.exactUntil == nil)
  }

  @Test func `an old series with too many fires is listed up to the limit`()
    throws
  {
    let event = try TestCalendars.event(start: "20200101T000000Z", rule: "FREQ=SECONDLY")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P20D")
    var count = 0
    var last: ListedFire?
    let cuts = FireListing([event], options: options.compiler).forEachBatch {
      count += $0.count
      last = $0.last
    }
    #expect(count == 600_000)
    #expect(last?.at == options.now + 599_999)
    #expect(cuts.map(\.code) == ["fires-cut"])
  }

  @Test func `a repeat a nominal day later is 25 hours later when the clock goes back`() throws {
    // Noon on 24 October in Berlin is 10:00Z, noon on the 25th 11:00Z.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20261024T120000", rule: "FREQ=YEARLY", alarms: ["PT0S+1xP1D"])
    let plan = Compilation(
      of: [event], try TestCalendars.options(now: "2026-10-25T10:30:00Z", horizon: "P1D")
    ).plan
    #expect(plan.requests.map(\.nextFire.description) == ["2026-10-25T11:00:00Z"])
  }

  @Test func `default alarms apply to series without alarms`() throws {
    let silent = try TestCalendars.event("silent", start: "20260105T090000Z", alarms: [])
    let loud = try TestCalendars.event("loud", start: "20260105T090000Z", alarms: ["-PT1H"])
    var disabled = try TestCalendars.event("disabled", start: "20260105T090000Z", alarms: [])
    disabled.alarms = [nil]
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    options.defaultAlarms = [
      try TestCalendars.duration("-PT15M"), try TestCalendars.duration("-P1D"),
    ]
    let plan = Compilation(of: [silent, loud, disabled], options).plan
    #expect(
      plan.requests.map { "\($0.uid ?? "") \($0.alarm ?? -1) \($0.nextFire)" }.sorted() == [
        "loud 0 2026-01-05T08:00:00Z", "silent 0 2026-01-05T08:45:00Z",
        "silent 1 2026-01-04T09:00:00Z",
      ])
  }

  @Test func `the alarm of all-day events is a wall-clock time, also for changed occurrences`()
    throws
  {
    // 29 March 2026 is the day on which Berlin's clocks go forward at 02:00.
    let event = try TestCalendars.event(start: "20260328", rule: "FREQ=DAILY;COUNT=3", alarms: [])
    var options = try TestCalendars.options(now: "2026-03-01T00:00:00Z", horizon: "P60D")
    options.allDayAlarm = TimeOfDay(hour: 9)
    let plan = Compilation(of: [event], options).plan
    #expect(
      plan.requests.map(\.nextFire.description) == [
        "2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z",
      ])
  }

  @Test
  func `the all-day alarm doesn't apply to timed events, nor the default alarm to all-day ones`()
    throws
  {
    let timed = try TestCalendars.event("timed", start: "20260105T090000Z", alarms: [])
    let allDay = try TestCalendars.event("all-day", start: "20260105", alarms: [])
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: "GMT")
    options.allDayAlarm = TimeOfDay(hour: 9)
    #expect(Compilation(of: [timed, allDay], options).plan.requests.map(\.uid) == ["all-day"])
    options.defaultAlarms = [try TestCalendars.duration("-PT15M")]
    let plan = Compilation(of: [timed, allDay], options).plan
    #expect(
      plan.requests.map { "\($0.uid ?? "") \($0.nextFire)" }.sorted() == [
        "all-day 2026-01-05T09:00:00Z", "timed 2026-01-05T08:45:00Z",
      ])
  }

  @Test func `cancelled events and occurrences don't fire`() throws {
    let event = try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=WEEKLY;COUNT=3")
    let cancelled = try TestCalendars.override(at: "20260112T090000Z", isSilent: true)
    var gone = try TestCalendars.event("gone", start: "20260105T090000Z")
    gone.isSilent = true
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = Compilation(of: [event, cancelled, gone], options).plan
    #expect(
      plan.requests.map(\.nextFire.description).sorted()
        == ["2026-01-05T09:00:00Z", "2026-01-19T09:00:00Z"])
  }
}
