import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// To-dos are reminded of the time at which they are due.
@Suite struct ToDoTests {
  private func toDo(
    _ start: String?, due: String? = nil, lasting duration: String? = nil, rule: String? = nil
  ) throws -> CalendarComponent {
    var toDo = CalendarComponent(.toDo, uid: "a", start: try start.map(TestCalendars.time))
    toDo.title = "Tax"
    if let due { toDo.extent = .until(try TestCalendars.time(due)) }
    if let duration { toDo.extent = .lasting(try TestCalendars.duration(duration)) }
    toDo.rules = try rule.map { [try RecurrenceRule($0)] } ?? []
    return toDo
  }

  private func options(ruled: Bool = false) throws -> NotificationOptions {
    var options = try TestCalendars.options(now: "2026-11-28T08:00:00Z", horizon: "P40D")
    let before = try TestCalendars.duration("-PT15M")
    let nine = try #require(TimeOfDay("09:00"))
    if ruled {
      options.compiler.ruledDefaultAlarms = [
        try #require(DefaultAlarm("-PT15M=KIND:timed")),
        try #require(DefaultAlarm("09:00=KIND:all-day")),
      ]
    } else {
      options.compiler.defaultAlarms = [before]
      options.compiler.allDayAlarm = nine
    }
    return options
  }

  @Test(
    arguments: [
      // 12:00 in Berlin is 11:00 UTC.
      ("20261128T073000", "20261221T120000", nil, nil, ["12-21T10:45 Due today 12:00"]),
      (nil, "20261221T120000", nil, nil, ["12-21T10:45 Due today 12:00"]),
      (
        "Europe/Berlin:20261230T080000", "Europe/Berlin:20261203T170000", nil, nil,
        ["12-03T15:45 Due today 17:00"]
      ),
      // On the day of a date.
      ("20261128T073000", "20261220", nil, nil, ["12-20T08:00 Due today"]),
      ("20261218", "20261220", nil, nil, ["12-20T08:00 Due today"]),
      (nil, "20261220", nil, nil, ["12-20T08:00 Due today"]),
      ("20261218", "20261220T120000", nil, nil, ["12-20T10:45 Due today 12:00"]),
      // DURATION gives a due time.
      ("20261218T120000", nil, "PT2H", nil, ["12-18T12:45 Due today 14:00"]),
      ("20261218", nil, "P2D", nil, ["12-20T08:00 Due today"]),
      ("20261218", nil, "PT14H", nil, ["12-18T12:45 Due today 14:00"]),
      // Without a due time, the start counts.
      ("20261218T120000", nil, nil, nil, ["12-18T10:45 Today 12:00"]),
      ("20261218", nil, nil, nil, ["12-18T08:00 Today"]),
      // Each occurrence has its own due time.
      (
        "20261128T073000", "20261201T120000", nil, "FREQ=WEEKLY;COUNT=3",
        [
          "12-01T10:45 Due today 12:00", "12-08T10:45 Due today 12:00",
          "12-15T10:45 Due today 12:00",
        ]
      ),
      (
        "20261128T073000", "20261201", nil, "FREQ=WEEKLY;COUNT=2",
        ["12-01T08:00 Due today", "12-08T08:00 Due today"]
      ),
    ] as [(String?, String?, String?, String?, [String])])
  func `a default alarm is before the due time, or on its day`(
    start: String?, due: String?, duration: String?, rule: String?, fires: [String]
  ) throws {
    let toDo = try toDo(start, due: due, lasting: duration, rule: rule)
    for ruled in [false, true] {
      let plan = Compilation(of: [toDo], try options(ruled: ruled)).plan
      #expect(plan.exactUntil == nil)
      let texts = plan.requests.sorted { $0.nextFire < $1.nextFire }.map {
        "\($0.nextFire.description.dropFirst(5).dropLast(4)) \($0.content.subtitle)"
      }
      #expect(texts == fires, "\(ruled)")
    }
  }

  @Test func `a to-do that is due on a day is all-day for rules, whatever its start is`() throws {
    let allDay = try #require(ReminderRule("KIND:all-day"))
    #expect(allDay.matches(try toDo("20261128T073000", due: "20261220")))
    #expect(!allDay.matches(try toDo("20261128", due: "20261220T120000")))
    #expect(allDay.matches(try toDo("20261128")))
  }

  @Test func `an alarm at midnight of the due date moves to the time of the day`() throws {
    var toDo = try toDo("20261128T073000", due: "20261220")
    toDo.alarms = try ["END -P1D", "END -PT15M", "-P1D"].map(TestCalendars.alarm)
    var options = try TestCalendars.options(now: "2026-11-20T08:00:00Z", horizon: "P60D")
    options.compiler.allDayMoves = [try #require(AllDayMove("09:00"))]
    #expect(
      TestCalendars.fires([toDo], options.compiler).map(\.at.description)
        == ["2026-11-27T06:30:00Z", "2026-12-19T08:00:00Z", "2026-12-19T22:45:00Z"])
  }

  @Test func `a due to-do nags from its due time, before its start`() throws {
    var options = try TestCalendars.options(now: "2026-12-04T08:00:00Z", horizon: "P40D")
    options.overdueNag = TimeIntervalTrigger(interval: 3_600, repeats: true)
    let late = try toDo("20261210T080000", due: "20261203T170000")
    let plan = Compilation(of: [late], options).plan
    #expect(plan.requests.map(\.content.subtitle) == ["Due Thursday 3 December, 17:00"])
    let early = try toDo("20261201T080000", due: "20261210T170000")
    #expect(Compilation(of: [early], options).plan.requests.isEmpty)
  }

  @Test func `a done occurrence is neither overdue nor nags`() throws {
    var options = try TestCalendars.options(now: "2026-12-09T08:00:00Z", horizon: "P62D")
    options.overdueNag = TimeIntervalTrigger(interval: 3_600, repeats: true)
    var toDo = try toDo(
      "20260908T110000", due: "20260908T120000", rule: "FREQ=MONTHLY;BYMONTHDAY=8")
    #expect(
      Compilation(of: [toDo], options).plan.requests.map(\.content.subtitle)
        == ["Due Tuesday 8 December, 12:00"])
    toDo.firstOpen = try TestCalendars.time("20270108T110000")
    #expect(Compilation(of: [toDo], options).plan.requests.isEmpty)
    toDo.firstOpen = try TestCalendars.time("20261208T110000")
    #expect(Compilation(of: [toDo], options).plan.requests.count == 1)
    // The number of an occurrence counts the done ones.
    toDo.firstOpen = try TestCalendars.time("20270108T110000")
    toDo.alarms = [try TestCalendars.alarm("END PT0S")]
    options.compiler.bodies = [try BodyRule("{n}")]
    #expect(Compilation(of: [toDo], options).plan.requests.map(\.content.body) == ["5", "6"])
  }
}
