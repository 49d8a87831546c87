import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Which to-dos are nagged about, and what that takes from the others.
@Suite struct OverdueToDoTests {
  private func toDo(
    _ uid: String = "to-do", start: String? = nil, due: String? = nil, rule: String? = nil
  ) throws -> CalendarComponent {
    var toDo = CalendarComponent(.toDo, uid: uid, start: try start.map(TestCalendars.time))
    if let due { toDo.extent = .until(try TestCalendars.time(due)) }
    toDo.rules = try rule.map { [try RecurrenceRule($0)] } ?? []
    toDo.title = "File the taxes"
    return toDo
  }

  private func options(limit: Int = 64) throws -> NotificationOptions {
    var options = try TestCalendars.options(
      now: "2026-01-10T12:00:00Z", horizon: "P30D", limit: limit)
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    return options
  }

  @Test func `an overdue to-do takes one request that repeats from now on`() throws {
    let plan = Compiler.plan(for: [try toDo(due: "20260101T090000")], try options())
    let request = try #require(plan.requests.first)
    #expect(plan.requests.count == 1)
    #expect(request.trigger == .timeInterval(try #require(options().overdueNag)))
    #expect(request.alarm == nil)
    #expect(request.nextFire == (try TestCalendars.instant("2026-01-10T12:05:00Z")))
    #expect(request.identifier.hasPrefix(RequestIdentifier.prefix(ofUID: "to-do")))
    // It has no part in what a plan promises.
    #expect(plan.exactUntil == nil && plan.fireCount == 0 && plan.verdict.spurious == 0)
    #expect(plan.simulated(onDeviceIn: try options().deviceZone).count == 30 * 288 - 1)
  }

  @Test func `a to-do that is done, not yet due, or never due is left alone`() throws {
    var done = try toDo("done", due: "20260101T090000")
    done.isSilent = true
    let later = try toDo("later", due: "20260110T130001Z")
    let open = try toDo("open", start: "20260101T090000")
    var event = try TestCalendars.event("event", start: "20260101T090000", alarms: [])
    event.extent = .lasting(try TestCalendars.duration("PT1H"))
    let plan = Compiler.plan(for: [done, later, open, event], try options())
    #expect(plan.requests.isEmpty)
  }

  @Test func `what is due at now is overdue`() throws {
    let plan = Compiler.plan(for: [try toDo(due: "20260110T120000Z")], try options())
    #expect(plan.requests.count == 1)
  }

  @Test func `of a to-do that recurs the latest occurrence that was due counts`() throws {
    var series = try toDo(start: "20260101T080000", rule: "FREQ=DAILY")
    series.extent = .lasting(try TestCalendars.duration("PT1H"))
    #expect(Compiler.plan(for: [series], try options()).requests.count == 1)
    var done = try toDo(start: "20260110T080000")
    done.extent = .lasting(try TestCalendars.duration("PT1H"))
    done.recurrenceID = .init(try TestCalendars.time("20260110T080000"))
    done.isSilent = true
    // The one of 10 January was due at 09:00 and is done; those before have been overtaken.
    #expect(Compiler.plan(for: [series, done], try options()).requests.isEmpty)
    done.start = try TestCalendars.time("20260108T080000")
    done.recurrenceID = .init(try TestCalendars.time("20260108T080000"))
    #expect(Compiler.plan(for: [series, done], try options()).requests.count == 1)
  }

  @Test func `it comes after first alerts before the renewal and before repeats`() throws {
    let meeting = try TestCalendars.event(
      "meeting", start: "20260112T090000", alarms: ["PT0S+1xPT5M"])
    let components = [meeting, try toDo(due: "20260101T090000")]
    func kinds(_ limit: Int) throws -> [String] {
      Compiler.plan(for: components, try options(limit: limit)).requests.map {
        $0.alarm == nil ? "nag" : "\($0.repetition)"
      }
    }
    #expect(try kinds(1) == ["0"])
    #expect(try kinds(2) == ["0", "nag"])
    #expect(try kinds(3) == ["0", "nag", "1"])
  }

  @Test func `the last slot asks to open the app when the plan ends`() throws {
    let event = try TestCalendars.event(start: "20260112T090000Z", rule: "FREQ=DAILY;INTERVAL=2")
    var options = try TestCalendars.options(
      now: "2026-01-10T12:00:00Z", horizon: "P30D", limit: 5)
    options.nudgesRenewal = true
    let plan = Compiler.plan(for: [event], options)
    #expect(plan.requests.count == 5)
    let nudge = try #require(plan.requests.last)
    #expect(nudge.identifier == "ics2notify.renewal")
    #expect(nudge.uid == nil && nudge.alarm == nil && nudge.rank == 5)
    // Four one-shots on 12, 14, 16 and 18 January; the one of the 20th is missed.
    #expect(nudge.nextFire == (try TestCalendars.instant("2026-01-20T09:00:00Z")))
    #expect(plan.renewBy == nudge.nextFire)
    #expect(plan.verdict.spurious == 0)
    // A plan that never ends has nothing to ask for, and its last slot to itself.
    options.limit = 15
    let whole = Compiler.plan(for: [event], options)
    #expect(whole.requests.count == 15 && whole.renewBy == nil)
    #expect(whole.requests.allSatisfy { $0.alarm == 0 })
  }
}
