import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct EqualFireTests {
  private static let start = "Europe/Berlin:20260105T090000"

  private func options(_ horizon: String = "P60D", limit: Int = 64) throws -> NotificationOptions {
    try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: horizon, limit: limit)
  }

  /// The listed fires: instant, UID, alarm and repeat.
  private func listed(
    _ components: [CalendarComponent], _ options: NotificationOptions
  ) -> [String] {
    TestCalendars.fires(components, options.compiler).map {
      "\($0.at.description.dropFirst(8).dropLast(4)) \($0.uid ?? "") \($0.alarm ?? -1)"
        + ($0.repetition > 0 ? " #\($0.repetition)" : "")
    }
  }

  @Test func `an alarm duplicated by a program fires once and takes one slot`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260101T090000", rule: "FREQ=DAILY",
      alarms: Array(repeating: "-PT15M", count: 15))
    let other = try TestCalendars.event("other", start: "Europe/Berlin:20260110T120000")
    let plan = Compilation(of: [event, other], try options(limit: 9)).plan
    #expect(plan.requests.map(\.trigger.repeats) == [true, false])
    #expect(plan.exactUntil == nil && plan.dropped.isEmpty)
    #expect(plan.diagnostics.map(\.code) == ["fires-equal"])
    #expect(
      try listed([event], options("P3D")) == [
        "04T07:45 event 0", "05T07:45 event 0", "06T07:45 event 0",
      ])
  }

  @Test func `copies with different UIDs fire once, under the smallest UID`() throws {
    let copies = try ["b", "a", "c"].map {
      try TestCalendars.event($0, start: Self.start, rule: "FREQ=WEEKLY", title: "Title")
    }
    let plan = Compilation(of: copies, try options()).plan
    let alone = Compilation(of: [copies[1]], try options()).plan
    #expect(plan.requests.map(\.identifier) == alone.requests.map(\.identifier))
    #expect(plan.diagnostics.map(\.uid) == ["b", "c"])
    #expect(plan.diagnostics.allSatisfy { $0.code == "fires-equal" })
    #expect(try listed(copies, options("P8D")) == ["05T08:00 a 0"])
  }

  @Test(arguments: [
    ("Evening pills", "Eve\u{200B}ning pi\u{AD}lls"), ("می\u{200C}خواهم", "میخواهم"),
    ("👨\u{200D}👩\u{200D}👧", "👨👩👧"), ("❤\u{FE0F} check", "❤ check"),
  ])
  func `titles that differ in invisible characters fire once, and stay as they are`(
    title: String, other: String
  ) throws {
    for titles in [[title, other], [other, title]] {
      let copies = try zip(["a", "b"], titles).map {
        try TestCalendars.event($0, start: Self.start, rule: "FREQ=WEEKLY", title: $1)
      }
      let plan = Compilation(of: copies, try options()).plan
      #expect(plan.requests.count == 1 && plan.diagnostics.map(\.uid) == ["b"])
      #expect(plan.requests[0].content.title.unicodeScalars.elementsEqual(titles[0].unicodeScalars))
      #expect(try listed(copies, options("P8D")) == ["05T08:00 a 0"])
    }
  }

  @Test func `any visible difference keeps both fires`() throws {
    let event = try TestCalendars.event(
      "a", start: Self.start, alarms: ["-PT10M"], title: "Title")
    var changes: [String: (inout CalendarComponent) -> Void] = [:]
    changes["title"] = { $0.title = "Another" }
    changes["place"] = { $0.place = "Room 2" }
    changes["text"] = { $0.alarms[0]?.text = "Bring the papers" }
    changes["link"] = { $0.url = "https://example.org/other" }
    changes["meeting"] = { $0.conference = "https://meet.example.org/evil" }
    changes["end"] = { $0.extent = .lasting(CalendarDuration(seconds: 3_600)) }
    changes["kind"] = { $0.kind = .toDo }
    for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
      var other = event
      other.uid = "b"
      change(&other)
      #expect(
        try listed([event, other], options()) == ["05T07:50 a 0", "05T07:50 b 0"], "\(name)")
      #expect(Compilation(of: [event, other], try options()).plan.requests.count == 2, "\(name)")
    }
  }

  @Test func `of equal fires the strongest level wins, then a first alert, then one with repeats`()
    throws
  {
    var quiet = try TestCalendars.event(
      "a", start: Self.start, alarms: ["-PT10M"], title: "Title")
    quiet.categories = ["quiet"]
    let loud = try TestCalendars.event(
      "b", start: Self.start, alarms: ["-PT10M"], title: "Title")
    var levelled = try options()
    levelled.compiler.levels = [try #require(LevelRule("passive=CATEGORIES:quiet"))]
    #expect(listed([quiet, loud], levelled) == ["05T07:50 b 0"])
    let plan = Compilation(of: [quiet, loud], levelled).plan
    #expect(plan.requests.map(\.content.interruptionLevel) == [.active])

    let repeated = try TestCalendars.event(
      start: Self.start, alarms: ["-PT20M+1xPT10M", "-PT10M", "-PT10M+1xPT5M"])
    #expect(
      try listed([repeated], options())
        == ["05T07:40 event 0", "05T07:50 event 2", "05T07:55 event 2 #1"])
  }

  @Test func `an e-mail alarm at the time of a notification is not a second reminder`() throws {
    var event = try TestCalendars.event(start: Self.start, alarms: ["-PT10M", "-PT10M", "-PT5M"])
    event.alarms[0]?.text = "Leave now"
    event.alarms[1]?.action = .email
    event.alarms[1]?.text = "Alarm notification"
    event.alarms[2]?.action = .email
    event.alarms[2]?.text = "Second e-mail"
    #expect(try listed([event], options()) == ["05T07:50 event 0", "05T07:55 event 2"])
    // Two notifications with different texts are not merged.
    event.alarms[1]?.action = .display
    event.alarms[1]?.text = "Take the bus"
    #expect(try listed([event], options()).count == 3)
  }

  @Test func `equal fires that quiet hours move together fire once`() throws {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T100000", rule: "FREQ=DAILY",
      alarms: ["-PT4H", "-PT5H+1xPT10M", "-PT3H"])
    event.alarms.append(Alarm(.absolute(try TestCalendars.instant("2026-01-05T06:00:00Z"))))
    var night = try options("P3D")
    night.compiler.quietHours = [try #require(QuietHoursRule("22:00-07:00"))]
    // The absolute alarm doesn't belong to an occurrence, so its notification shows no time.
    #expect(listed([event], night) == ["05T06:00 event 1", "06T06:00 event 1"])
    var once = event
    once.rules = []
    #expect(listed([once], night) == ["05T06:00 event 1"])
    night.compiler.horizon = try TestCalendars.duration("P1Y")
    event.start = try TestCalendars.time("Europe/Berlin:20260101T100000")
    let plan = Compilation(of: [event], night).plan
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.map(\.trigger.repeats) == [true])
  }

  @Test func `a series merged into others on some days repeats on the other days`() throws {
    let start = "Europe/Berlin:20260101T090000"
    let days = try TestCalendars.event(
      "a", start: start, rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH", title: "Title")
    let others = try TestCalendars.event(
      "b", start: start, rule: "FREQ=WEEKLY;BYDAY=TH,FR,SA", title: "Title")
    let plan = Compilation(of: [days, others], try options("P1Y")).plan
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.allSatisfy(\.trigger.repeats) && plan.requests.count == 6)
  }

  @Test func `a series that contains others fires for them and takes one slot`() throws {
    let start = "Europe/Berlin:20260101T090000"
    let weekdays = try TestCalendars.event(
      "a", start: start, rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", title: "Title")
    let holed = try TestCalendars.event(
      "b", start: start, rule: "FREQ=DAILY", exceptions: ["Europe/Berlin:20260110T090000"],
      title: "Title")
    let daily = try TestCalendars.event("c", start: start, rule: "FREQ=DAILY", title: "Title")
    let plan = Compilation(of: [weekdays, holed, daily], try options("P1Y")).plan
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.map(\.uid) == ["c"])
    #expect(
      Set(try listed([weekdays, holed, daily], options("P9D")).map { $0.suffix(3) }) == ["c 0"])
  }

  @Test(arguments: [
    "FREQ=MINUTELY", "FREQ=HOURLY;INTERVAL=7", "FREQ=DAILY;BYHOUR=10,11,12;BYMINUTE=0,1,2",
    "FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20260630T235959Z", "FREQ=DAILY;INTERVAL=3",
    "FREQ=MONTHLY;BYDAY=1MO", "FREQ=WEEKLY;COUNT=10", "FREQ=DAILY",
  ])
  func `an invitation with the same title doesn't silence an event`(
    _ rule: String
  ) throws {
    let start = "Europe/Berlin:20260105T100000"
    let victim = try TestCalendars.event(
      "victim", start: start, rule: "FREQ=WEEKLY", alarms: ["-PT10M"], title: "Title")
    var options = try TestCalendars.options(now: "2026-01-06T00:00:00Z")
    let own = Compilation(of: [victim], options).plan.simulated(onDeviceIn: options.deviceZone)
      .map(\.at).filter { $0 < options.compiler.window.upperBound }
    #expect(own.count == 52)
    // At a stronger level, an alarm that fires at most once a day wins.
    let isFrequent =
      ["FREQ=M", "FREQ=H", "FREQ=DAILY;BYHOUR"].contains { rule.hasPrefix($0) }
      && rule != "FREQ=MONTHLY;BYDAY=1MO"
    for (uid, priority) in [("an invitation", 0), ("z", 0)] + (isFrequent ? [("z", 1)] : []) {
      var invitation = try TestCalendars.event(
        uid, start: start, rule: rule, alarms: ["-PT10M"], title: "Title")
      invitation.priority = priority
      options.limit = 20
      let fires = Set(
        Compilation(of: [victim, invitation], options).plan
          .simulated(onDeviceIn: options.deviceZone).map(\.at))
      // Distant fires need the app to be opened again, as with any plan that isn't exact to the
      // end.
      let soon = own.filter { $0 < options.now + 8 * 7 * 86_400 }
      #expect(fires.isSuperset(of: soon), "\(uid) \(priority)")
    }
  }

  @Test func `Done applies to all merged copies`() throws {
    let copies = try ["a", "b"].map {
      try TestCalendars.event(
        $0, start: Self.start, alarms: ["-PT10M", "PT0S"], title: "Title")
    }
    var options = try options()
    let plan = Compilation(of: copies, options).plan
    #expect(plan.requests.count == 2)
    let response = ReminderResponse(
      actionIdentifier: "ics2notify.done", requestIdentifier: plan.requests[0].identifier,
      deliveredAt: try TestCalendars.instant("2026-01-05T07:50:00Z"))
    options.now = response.deliveredAt
    #expect(options.handled.handle(response, of: copies, options: options) == .compileAnew)
    #expect(Compilation(of: copies, options).plan.requests.isEmpty)
  }

  @Test func `copies of an overdue to-do nag once`() throws {
    let toDos = try ["a", "b"].map { uid in
      var toDo = try TestCalendars.event(
        uid, start: "Europe/Berlin:20260103T090000", alarms: [], title: "Title")
      toDo.kind = .toDo
      toDo.extent = .until(try TestCalendars.time("Europe/Berlin:20260103T100000"))
      return toDo
    }
    var options = try options()
    options.overdueNag = TimeIntervalTrigger(interval: 3_600, repeats: true)
    #expect(Compilation(of: toDos, options).plan.requests.count == 1)
  }

  /// The parts of the calendar that the notification of a single alarm shows.
  private struct Shown: Hashable {
    let at: Instant
    let title: String
    let place: String
    let start: Instant?
    let end: Instant?
  }

  @Test(arguments: 0..<60)
  func `each notification of random copies fires once, in listings and in plans`(
    _ seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let options = try options("P14D", limit: 128)
    var components: [CalendarComponent] = []
    var expected: Set<Shown> = []
    for number in 0..<Int.random(in: 2...4, using: &random) {
      let time = ["T090000", "T093000"].randomElement(using: &random) ?? ""
      let rule =
        [nil, "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;INTERVAL=2"]
        .randomElement(using: &random) ?? nil
      var event = try TestCalendars.event(
        "uid\(number)",
        start: "Europe/Berlin:2026010\(Int.random(in: 4...8, using: &random))\(time)",
        rule: rule, alarms: [],
        title: ["Title", "Title", "Other"].randomElement(using: &random) ?? "")
      event.place = ["", "", "Room"].randomElement(using: &random) ?? ""
      event.extent = .lasting(
        CalendarDuration(seconds: [1_800, 3_600].randomElement(using: &random) ?? 0))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let trigger = ["PT0S", "-PT30M", "-PT30M+1xPT30M", "-PT1H"].randomElement(using: &random)
        event.alarms.append(try TestCalendars.alarm(trigger ?? ""))
        // The alarm alone, which no other fire equals.
        var alone = event
        alone.alarms = [event.alarms.last ?? nil]
        expected.formUnion(
          TestCalendars.fires([alone], options.compiler).map {
            Shown(
              at: $0.at, title: $0.title, place: event.place, start: $0.occurrence?.start,
              end: $0.occurrence?.end)
          })
      }
      components.append(event)
    }
    let places = Dictionary(uniqueKeysWithValues: components.map { ($0.uid, $0.place) })
    let fires = TestCalendars.fires(components, options.compiler).map {
      Shown(
        at: $0.at, title: $0.title, place: places[$0.uid ?? ""] ?? "",
        start: $0.occurrence?.start, end: $0.occurrence?.end)
    }
    #expect(fires.count == expected.count && Set(fires) == expected, "seed \(seed)")
    let plan = Compilation(of: components, options).plan
    #expect(plan.exactUntil == nil && plan.repeatsUntil == nil, "seed \(seed)")
    let end = options.compiler.window.upperBound
    let simulated = plan.simulated(onDeviceIn: options.deviceZone).filter { $0.at < end }
    #expect(simulated.count == expected.count { $0.at > options.now }, "seed \(seed)")
  }
}
