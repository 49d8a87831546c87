import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

@Suite struct NamesakeTests {
  private static let victim = "Europe/Berlin:20260101T090000"

  private func options() throws -> NotificationOptions {
    try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P60D", limit: 128)
  }

  private func from(_ source: String, _ components: [CalendarComponent]) -> [CalendarComponent] {
    components.map {
      var component = $0
      component.source = source
      return component
    }
  }

  /// The listed fires without duplicates.
  private func lines(_ components: [CalendarComponent]) throws -> Set<String> {
    Set(
      TestCalendars.fires(components, try options().compiler).map {
        "\($0.at) \($0.uid ?? "") \($0.repetition) \($0.title)"
      })
  }

  @Test(arguments: ["evil", "z"])
  func `another source can't remove a reminder`(_ attacker: String) throws {
    let own = from("victim", [try TestCalendars.event(start: Self.victim, rule: "FREQ=DAILY")])
    var later = try TestCalendars.override(at: "Europe/Berlin:20260110T090000", alarms: [])
    later.recurrenceID?.isThisAndFuture = true
    var cancelled = try TestCalendars.event(start: Self.victim, rule: "FREQ=DAILY", alarms: [])
    cancelled.sequence = 99
    cancelled.isSilent = true
    for attack in [[later], [cancelled], [cancelled, later]] {
      let both = own + from(attacker, attack)
      #expect(try lines(both) == (try lines(own)))
      let plan = Compilation(of: both, try options()).plan
      #expect(plan.exactUntil == nil)
      #expect(
        plan.requests.map(\.identifier)
          == Compilation(of: own, try options()).plan.requests.map(\.identifier))
      #expect(plan.diagnostics.contains { $0.code == "uid-shared" })
      // Within one source the second series is a revision and replaces fires of the first.
      #expect(try lines(from("one", both)).count < lines(own).count)
    }
  }

  @Test func `an event in two calendars fires once, with a note`() throws {
    let event = try TestCalendars.event(start: Self.victim, rule: "FREQ=WEEKLY")
    var copy = event
    copy.calendarName = "Somebody else's"
    copy.sequence = 3
    copy.alarms[0]?.uid = "another"
    let both = from("a", [event]) + from("b", [copy])
    let fires = TestCalendars.fires(both, try options().compiler)
    #expect(fires.count == Set(fires).count)
    #expect(fires.map(\.at) == TestCalendars.fires([event], try options().compiler).map(\.at))
    let plan = Compilation(of: both, try options()).plan
    #expect(
      plan.requests.map(\.identifier)
        == Compilation(of: [event], try options()).plan.requests.map(\.identifier))
    #expect(plan.diagnostics.map(\.code) == ["fires-equal"])
  }

  @Test func `a snooze without an alarm is ignored, also with another source`() throws {
    var snoozed = try TestCalendars.event(start: Self.victim, alarms: [])
    snoozed.snoozedUntil = [try TestCalendars.instant("2026-01-06T12:00:00Z")]
    let other = try TestCalendars.event(start: "Europe/Berlin:20260108T090000", title: "Other")
    #expect(try lines(from("a", [snoozed])).isEmpty)
    #expect(try lines(from("a", [snoozed]) + from("b", [other])) == (try lines([other])))
  }

  @Test func `an alarm or a title that differs adds fires`() throws {
    let first = try TestCalendars.event(
      start: Self.victim, rule: "FREQ=WEEKLY", alarms: ["-PT10M", "PT0S"])
    let second = try TestCalendars.event(
      start: Self.victim, rule: "FREQ=WEEKLY", alarms: ["PT0S", "PT5M"])
    var third = second
    third.title = "Another title"
    let all = from("a", [first]) + from("b", [second]) + from("c", [third])
    let weeks = 8
    #expect(TestCalendars.fires(all, try options().compiler).count == weeks * 5)
    let plan = Compilation(of: all, try options()).plan
    #expect(plan.requests.count == 5 && Set(plan.requests.map(\.identifier)).count == 5)
    #expect(plan.exactUntil == nil)
  }

  @Test func `a series with another occurrence rings beside a similar one`() throws {
    let master = try TestCalendars.event(start: Self.victim, rule: "FREQ=DAILY")
    let moved = try TestCalendars.override(
      at: "Europe/Berlin:20260112T090000", start: "Europe/Berlin:20260112T110000")
    let (own, other) = (from("a", [master]), from("b", [master, moved]))
    let (days, compiler) = (60, try options().compiler)
    #expect(TestCalendars.fires(own + other, compiler).count == 2 * days)
    // Once the moved occurrence is over, they are equal.
    var later = compiler
    later.now = try TestCalendars.instant("2026-01-20T00:00:00Z")
    #expect(TestCalendars.fires(own + other, later).count == days)
    #expect(Compilation(of: own + other, try options()).plan.exactUntil == nil)
  }

  @Test func `events of one file with the same UID by mistake are all kept`() throws {
    let days = ["05", "06", "07", "08", "09"]
    let events = try days.map { day -> CalendarComponent in
      var event = try TestCalendars.event(start: "Europe/Berlin:202601\(day)T090000", title: day)
      event.modified = try TestCalendars.instant("2026-01-01T00:00:\(day)Z")
      event.location = SourceLocation(file: "one.ics", line: (Int(day) ?? 0) * 10)
      return event
    }
    let plan = Compilation(of: events, try options()).plan
    #expect(plan.requests.map(\.content.title) == days)
    #expect(Set(plan.requests.map(\.identifier)).count == 5)
    #expect(plan.diagnostics.map(\.code) == ["uid-conflict"])
    // Without one of the series, the others keep their identifiers.
    let fewer = Compilation(of: Array(events.dropFirst()), try options()).plan
    #expect(
      Set(fewer.requests.map(\.identifier)).isSubset(of: plan.requests.map(\.identifier)))
    var newer = events
    newer[2].sequence = 1
    #expect(Compilation(of: newer, try options()).plan.requests.map(\.content.title) == ["07"])
    newer = events
    newer[4].location = SourceLocation(file: "other.ics", line: 1)
    #expect(Compilation(of: newer, try options()).plan.requests.map(\.content.title) == ["09"])
  }

  @Test func `an override of events with the same UID changes the one that it belongs to`() throws {
    let daily = try TestCalendars.event(
      start: "20260105T090000Z", rule: "FREQ=DAILY;COUNT=3", title: "morning")
    let evening = try TestCalendars.event(
      start: "20260105T190000Z", rule: "FREQ=DAILY;COUNT=3", title: "evening")
    let moved = try TestCalendars.override(
      at: "20260106T090000Z", start: "20260106T100000Z", title: "late morning")
    let expected = [
      "05T09:00 morning", "05T19:00 evening", "06T10:00 late morning", "06T19:00 evening",
      "07T09:00 morning", "07T19:00 evening",
    ]
    for components in [[daily, evening, moved], [moved, evening, daily]] {
      #expect(
        TestCalendars.fires(components, try options().compiler).map {
          "\("\($0.at)".dropFirst(8).prefix(8)) \($0.title)"
        } == expected)
    }
  }

  @Test(arguments: 0..<40)
  func `two sources give the union of their fires, and plans cover it`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func series() throws -> [CalendarComponent] {
      let times = ["T090000", "T093000"]
      let rules = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;INTERVAL=2", nil]
      let alarms = [["PT0S"], ["PT0S", "-PT30M"], ["PT30M"], [], ["-PT30M+2xPT15M"]]
      let titles = ["Title", "Title", "Other"]
      let zones = ["Europe/Berlin:", "Europe/London:", "Europe/Berlin:"]
      let zone = zones.randomElement(using: &random)
      let time = times.randomElement(using: &random) ?? ""
      let start = "\(zone ?? "")2026010\(Int.random(in: 1...6, using: &random))\(time)"
      var all = [
        try TestCalendars.event(
          start: start, rule: rules.randomElement(using: &random) ?? nil,
          alarms: alarms.randomElement(using: &random) ?? [],
          title: titles.randomElement(using: &random) ?? "")
      ]
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let day = Int.random(in: 10...20, using: &random)
        all.append(
          try TestCalendars.override(
            at: "\(zone ?? "")202601\(day)\(time)",
            start: "\(zone ?? "")202601\(day)\(times.randomElement(using: &random) ?? "")",
            alarms: alarms.randomElement(using: &random) ?? [],
            isSilent: Bool.random(using: &random)))
      }
      return all
    }
    let (first, second) = (try series(), try series())
    let both = from("a", first) + from("b", second)
    #expect(try lines(both) == (try lines(first)).union(try lines(second)), "seed \(seed)")
    let plan = Compilation(of: both, try options()).plan
    #expect(plan.exactUntil == nil && plan.repeatsUntil == nil, "seed \(seed)")
    #expect(
      Set(plan.requests.map(\.identifier)).count == plan.requests.count, "seed \(seed)")
  }

  @Test func `fires at one instant for two event times are both shown`() throws {
    var one = try TestCalendars.event("meeting", start: "20260105T100000Z", alarms: ["-PT1H"])
    one.source = "a.ics"
    var other = try TestCalendars.event("meeting", start: "20260105T093000Z", alarms: ["-PT30M"])
    other.source = "b.ics"
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", zone: "GMT")
    let plan = Compilation(of: [one, other], options).plan
    #expect(plan.requests.map(\.content.subtitle).sorted() == ["Today 09:30", "Today 10:00"])
    #expect(TestCalendars.fires([one, other], options.compiler).count == 2)
  }
}

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

  @Test func `an overdue to-do takes one request that repeats from now`() throws {
    let plan = Compilation(of: [try toDo(due: "20260101T090000")], try options()).plan
    let request = try #require(plan.requests.first)
    #expect(plan.requests.count == 1)
    #expect(request.trigger == .timeInterval(try #require(options().overdueNag)))
    #expect(request.alarm == nil)
    #expect(request.nextFire == (try TestCalendars.instant("2026-01-10T12:05:00Z")))
    #expect(request.identifier.hasPrefix(RequestIdentifier.prefix(ofUID: "to-do")))
    // The repeats of a to-do don't count in the plan's promises.
    #expect(plan.exactUntil == nil && plan.fireCount == 0 && plan.verdict.unexpected == 0)
    #expect(plan.simulated(onDeviceIn: try options().deviceZone).count == 30 * 288 - 1)
  }

  @Test func `a to-do that is done, not yet due or without a due time is not nagged`() throws {
    var done = try toDo("done", due: "20260101T090000")
    done.isSilent = true
    let later = try toDo("later", due: "20260110T130001Z")
    let open = try toDo("open", start: "20260101T090000")
    var event = try TestCalendars.event("event", start: "20260101T090000", alarms: [])
    event.extent = .lasting(try TestCalendars.duration("PT1H"))
    let plan = Compilation(of: [done, later, open, event], try options()).plan
    #expect(plan.requests.isEmpty)
  }

  @Test func `a to-do that is due now is overdue`() throws {
    let plan = Compilation(of: [try toDo(due: "20260110T120000Z")], try options()).plan
    #expect(plan.requests.count == 1)
  }

  @Test func `the latest due occurrence of a recurring to-do decides`() throws {
    var series = try toDo(start: "20260101T080000", rule: "FREQ=DAILY")
    series.extent = .lasting(try TestCalendars.duration("PT1H"))
    #expect(Compilation(of: [series], try options()).plan.requests.count == 1)
    var done = try toDo(start: "20260110T080000")
    done.extent = .lasting(try TestCalendars.duration("PT1H"))
    done.recurrenceID = .init(try TestCalendars.time("20260110T080000"))
    done.isSilent = true
    // The to-do of 10 January was due at 09:00 and is completed; it replaces those before.
    #expect(Compilation(of: [series, done], try options()).plan.requests.isEmpty)
    done.start = try TestCalendars.time("20260108T080000")
    done.recurrenceID = .init(try TestCalendars.time("20260108T080000"))
    #expect(Compilation(of: [series, done], try options()).plan.requests.count == 1)
  }

  @Test func `it ranks after first alerts before the renewal, and before repeats`() throws {
    let meeting = try TestCalendars.event(
      "meeting", start: "20260112T090000", alarms: ["PT0S+1xPT5M"])
    let components = [meeting, try toDo(due: "20260101T090000")]
    func kinds(_ limit: Int) throws -> [String] {
      Compilation(of: components, try options(limit: limit)).plan.requests.map {
        $0.alarm == nil ? "nag" : "\($0.repetition)"
      }
    }
    #expect(try kinds(1) == ["0"])
    #expect(try kinds(2) == ["0", "nag"])
    #expect(try kinds(3) == ["0", "nag", "1"])
  }

  @Test func `the last slot reminds the user to open the app when the plan ends`() throws {
    let event = try TestCalendars.event(start: "20260112T090000Z", rule: "FREQ=DAILY;INTERVAL=2")
    var options = try TestCalendars.options(
      now: "2026-01-10T12:00:00Z", horizon: "P30D", limit: 5)
    options.nudgesRenewal = true
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.count == 5)
    let nudge = try #require(plan.requests.last)
    #expect(nudge.identifier == "ics2notify.renewal")
    #expect(nudge.uid == nil && nudge.alarm == nil && nudge.rank == 5)
    // Four one-shots on 12, 14, 16 and 18 January; the occurrence on the 20th is missed.
    #expect(nudge.nextFire == (try TestCalendars.instant("2026-01-20T09:00:00Z")))
    #expect(plan.renewBy == nudge.nextFire)
    #expect(plan.verdict.unexpected == 0)
    // A plan that is exact forever doesn't need a reminder to open the app, so no slot is kept for
    // one.
    options.limit = 15
    let whole = Compilation(of: [event], options).plan
    #expect(whole.requests.count == 15 && whole.renewBy == nil)
    #expect(whole.requests.allSatisfy { $0.alarm == 0 })
  }
}
