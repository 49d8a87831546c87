import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// What is asked for after a user has pressed a button.
@Suite struct HandledRemindersTests {
  private func response(
    _ kind: NotificationAction.Kind, to request: Plan.Request, at time: String
  ) throws -> ReminderResponse {
    ReminderResponse(
      actionIdentifier: "ics2notify.\(kind.rawValue)", requestIdentifier: request.identifier,
      deliveredAt: try TestCalendars.instant(time))
  }

  /// When something fires up to an instant, by what the calendars ask for.
  private func asked(
    _ components: [CalendarComponent], _ options: NotificationOptions, until end: String
  ) throws -> [String] {
    let end = try TestCalendars.instant(end)
    return TestCalendars.fires(components, options.compiler).filter { $0.at < end }
      .map { $0.at.description }
  }

  /// The request that is pending for a repeat of an alarm.
  private func request(
    _ plan: Plan, alarm: Int = 0, repetition: Int = 0
  ) throws -> Plan.Request {
    try #require(plan.requests.first { $0.alarm == alarm && $0.repetition == repetition })
  }

  // Nine in Berlin is 08:00 UTC in January.
  private static let pills = "Europe/Berlin:20280101T090000"

  @Test func `done in the middle of ten nags ends those of today alone`() throws {
    let pills = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=DAILY", alarms: ["PT0S+10xPT5M"])
    var options = try TestCalendars.options(now: "2028-01-03T07:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [pills], options)
    #expect(plan.requests.count == 11)
    options.now = try TestCalendars.instant("2028-01-03T08:06:00Z")
    let nagged = try response(
      .done, to: try request(plan, repetition: 1), at: "2028-01-03T08:05:00Z")
    #expect(options.handled.handle(nagged, of: [pills], options) == .compileAnew)
    let tomorrow = (0...10).map { minute in
      "2028-01-04T08:\(minute < 2 ? "0" : "")\(minute * 5):00Z"
    }
    #expect(try asked([pills], options, until: "2028-01-05T00:00:00Z") == tomorrow)
    let anew = Compiler.plan(for: [pills], options)
    #expect(anew.verdict.spurious == 0 && anew.exactUntil == nil)
    let simulated = anew.simulated(onDeviceIn: options.deviceZone).map { $0.at.description }
    #expect(Array(simulated.prefix(11)) == tomorrow)
  }

  @Test func `what is done the day before doesn't ring again, and next week does`() throws {
    let lesson = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=WEEKLY", alarms: ["-P1D", "-PT15M"])
    var options = try TestCalendars.options(now: "2028-01-06T00:00:00Z", horizon: "P14D")
    let plan = Compiler.plan(for: [lesson], options)
    let early = try response(.done, to: try request(plan), at: "2028-01-07T08:00:00Z")
    options.now = early.deliveredAt
    #expect(options.handled.handle(early, of: [lesson], options) == .compileAnew)
    #expect(
      try asked([lesson], options, until: "2028-01-16T00:00:00Z") == [
        // Its own fire is at the instant of compilation, and was shown.
        "2028-01-14T08:00:00Z", "2028-01-15T07:45:00Z",
      ])
  }

  @Test func `stopping an alarm's repeats leaves the other alarm`() throws {
    let call = try TestCalendars.event(
      start: Self.pills, alarms: ["-PT1H+3xPT5M", "PT0S"])
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [call], options)
    let stop = try response(.stopRepeat, to: try request(plan), at: "2028-01-01T07:00:00Z")
    options.now = try TestCalendars.instant("2028-01-01T07:00:01Z")
    #expect(options.handled.handle(stop, of: [call], options) == .compileAnew)
    #expect(
      try asked([call], options, until: "2028-01-03T00:00:00Z") == ["2028-01-01T08:00:00Z"])
    // The other alarm has no repeats to stop.
    let none = try response(
      .stopRepeat, to: try request(plan, alarm: 1), at: "2028-01-01T08:00:00Z")
    #expect(options.handled.handle(none, of: [call], options) == .nothing)
  }

  @Test func `a snooze comes back once, and leaves what repeats as it is`() throws {
    let standUp = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=DAILY", alarms: ["-PT10M"])
    var options = try TestCalendars.options(now: "2028-01-02T00:00:00Z", horizon: "P5D")
    let plan = Compiler.plan(for: [standUp], options)
    options.now = try TestCalendars.instant("2028-01-03T07:50:20Z")
    let snooze = try response(.snooze, to: plan.requests[0], at: "2028-01-03T07:50:00Z")
    let outcome = options.handled.handle(snooze, of: [standUp], options, snoozeLength: 300)
    #expect(outcome == .compileAnew)
    let anew = Compiler.plan(for: [standUp], options)
    #expect(anew.requests.map(\.identifier).contains(plan.requests[0].identifier))
    let back = try #require(anew.requests.first { !$0.trigger.repeats })
    #expect(anew.requests.count == 2)
    #expect(back.nextFire.description == "2028-01-03T07:55:20Z")
    #expect(back.content.title == "Title")
    // Snoozed again, it replaces the first; done, it comes back no more.
    let again = try response(.snooze, to: back, at: "2028-01-03T07:55:20Z")
    options.now = again.deliveredAt + 1
    #expect(
      options.handled.handle(again, of: [standUp], options, snoozeLength: 600) == .compileAnew)
    #expect(options.handled.count == 1)
    let second = try #require(
      Compiler.plan(for: [standUp], options).requests.first { !$0.trigger.repeats })
    #expect(second.nextFire.description == "2028-01-03T08:05:21Z")
    let done = try response(.done, to: second, at: "2028-01-03T08:05:21Z")
    #expect(options.handled.handle(done, of: [standUp], options) == .nothing)
  }

  @Test func `a to-do that is done is nagged about no more until it is due again`() throws {
    var taxes = CalendarComponent(.toDo, uid: "taxes", start: try TestCalendars.time(Self.pills))
    taxes.extent = .lasting(try TestCalendars.duration("PT1H"))
    taxes.rules = [try RecurrenceRule("FREQ=WEEKLY")]
    var options = try TestCalendars.options(now: "2028-01-02T12:00:00Z", horizon: "P30D")
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    let plan = Compiler.plan(for: [taxes], options)
    #expect(plan.requests.count == 1)
    for kind in [NotificationAction.Kind.done, .stopRepeat] {
      var options = options
      let response = try response(kind, to: plan.requests[0], at: "2028-01-02T12:05:00Z")
      #expect(options.handled.handle(response, of: [taxes], options) == .compileAnew)
      options.now = try TestCalendars.instant("2028-01-08T08:59:59Z")
      options.handled.forget(before: options.now)
      #expect(Compiler.plan(for: [taxes], options).requests.isEmpty)
      options.now = try TestCalendars.instant("2028-01-08T09:00:00Z")
      #expect(Compiler.plan(for: [taxes], options).requests.count == 1)
    }
    // What nags without any alarm can be put off, too.
    let snooze = try response(.snooze, to: plan.requests[0], at: "2028-01-02T12:05:00Z")
    #expect(options.handled.handle(snooze, of: [taxes], options) == .compileAnew)
    #expect(
      Compiler.plan(for: [taxes], options).requests.contains {
        $0.nextFire.description == "2028-01-02T12:14:00Z"
      })
  }

  @Test func `done with an invitation takes nothing from one's own event of the same UID`() throws {
    var own = try TestCalendars.event(
      "shared", start: Self.pills, alarms: ["-PT10M", "PT0S"], title: "Own")
    var invitation = try TestCalendars.event(
      "shared", start: Self.pills, alarms: ["-PT20M", "PT0S"], title: "Invitation")
    (own.source, invitation.source) = ("own.ics", "invitation.ics")
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [own, invitation], options)
    let first = try #require(plan.requests.first { $0.content.title == "Invitation" })
    #expect(first.nextFire.description == "2028-01-01T07:40:00Z")
    let done = try response(.done, to: first, at: "2028-01-01T07:40:00Z")
    options.now = done.deliveredAt + 1
    #expect(options.handled.handle(done, of: [own, invitation], options) == .compileAnew)
    let anew = Compiler.plan(for: [own, invitation], options)
    #expect(anew.requests.allSatisfy { $0.content.title == "Own" })
    // They are the requests that were pending before.
    let pending = plan.requests.filter { $0.content.title == "Own" }.map(\.identifier)
    #expect(Set(anew.requests.map(\.identifier)) == Set(pending))
  }

  @Test func `what calendars have no more is unknown, and links are only opened`() throws {
    let event = try TestCalendars.event(start: Self.pills)
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z")
    let request = Compiler.plan(for: [event], options).requests[0]
    let done = try response(.done, to: request, at: "2028-01-01T08:00:00Z")
    #expect(options.handled.handle(done, of: [], options) == .unknown)
    // Its only alarm was shown: there is nothing to remember.
    #expect(options.handled.handle(done, of: [event], options) == .nothing)
    let join = ReminderResponse(
      actionIdentifier: "ics2notify.join", requestIdentifier: request.identifier,
      deliveredAt: done.deliveredAt, link: "https://meet.example.org/1")
    #expect(
      options.handled.handle(join, of: [event], options) == .open("https://meet.example.org/1"))
    let tap = ReminderResponse(
      actionIdentifier: "com.apple.UNNotificationDefaultActionIdentifier",
      requestIdentifier: request.identifier, deliveredAt: done.deliveredAt)
    #expect(options.handled.handle(tap, of: [event], options) == .nothing)
    #expect(options.handled.isEmpty)
  }

  @Test func `what is remembered reads back, and does the same`() throws {
    let pills = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=DAILY", alarms: ["PT0S+10xPT5M", "-PT1H"])
    var options = try TestCalendars.options(now: "2028-01-03T07:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [pills], options)
    let first = try request(plan)
    for (kind, day) in zip(NotificationAction.Kind.allCases.prefix(3), ["03", "04", "05"]) {
      options.now = try TestCalendars.instant("2028-01-\(day)T08:00:00Z")
      let response = try response(kind, to: first, at: "2028-01-\(day)T08:00:00Z")
      #expect(options.handled.handle(response, of: [pills], options) == .compileAnew)
    }
    #expect(options.handled.count == 3)
    let json = try JSONEncoder().encode(options)
    let read = try JSONDecoder().decode(NotificationOptions.self, from: json)
    #expect(read.handled == options.handled)
    let later = Data(#"{"version": 2, "deeds": []}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(HandledReminders.self, from: later)
    }
    let byHand = Data(
      #"""
      {"version": 1, "deeds": [
        {"deed": "snoozed", "uid": "event", "occurrence": "2028-01-04T08:00:00Z",
         "fired": "2028-01-04T08:00:00Z",
         "until": "2028-01-04T08:13:00Z"}]}
      """#.utf8)
    options.handled = try JSONDecoder().decode(HandledReminders.self, from: byHand)
    options.now = try TestCalendars.instant("2028-01-04T08:10:30Z")
    #expect(
      try asked([pills], options, until: "2028-01-04T08:16:00Z")
        == ["2028-01-04T08:13:00Z", "2028-01-04T08:15:00Z"])
  }

  @Test func `an event that is rescheduled after it was done rings`() throws {
    let call = try TestCalendars.event(start: Self.pills, alarms: ["-PT1H", "PT0S"])
    var options = try TestCalendars.options(now: "2028-01-01T06:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [call], options)
    let done = try response(.done, to: try request(plan), at: "2028-01-01T07:00:00Z")
    options.now = done.deliveredAt + 1
    #expect(options.handled.handle(done, of: [call], options) == .compileAnew)
    #expect(try asked([call], options, until: "2028-01-04T00:00:00Z") == [])
    let moved = try TestCalendars.event(
      start: "Europe/Berlin:20280102T090000", alarms: ["-PT1H", "PT0S"])
    #expect(
      try asked([moved], options, until: "2028-01-04T00:00:00Z")
        == ["2028-01-02T07:00:00Z", "2028-01-02T08:00:00Z"])
  }

  @Test func `a memory that is full, of one series, costs no more than its series`() throws {
    let pills = try TestCalendars.event(
      start: "Europe/Berlin:20100101T090000", rule: "FREQ=DAILY", alarms: ["PT0S+1xPT5M"])
    var options = try TestCalendars.options(now: "2028-01-03T07:00:00Z", horizon: "P30D")
    let first = try TestCalendars.instant("2018-01-01T08:00:00Z")
    let deeds = (0..<HandledReminders.maximumCount).map { day in
      #"{"deed":"done","uid":"event","fired":"\#(first)","occurrence":"\#(first + day * 86_400)"}"#
    }
    let json = #"{"version":1,"deeds":[\#(deeds.joined(separator: ","))]}"#
    options.handled = try JSONDecoder().decode(HandledReminders.self, from: Data(json.utf8))
    #expect(options.handled.count == HandledReminders.maximumCount)
    // The last day that is done is 2029-03-19, so that nothing is due within the horizon.
    #expect(try asked([pills], options, until: "2028-02-02T00:00:00Z").isEmpty)
  }

  @Test func `what is still shown after it was ended can be answered, too`() throws {
    let pills = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=DAILY", alarms: ["PT0S+10xPT5M", "PT3H"])
    var options = try TestCalendars.options(now: "2028-01-03T07:00:00Z", horizon: "P2D")
    let plan = Compiler.plan(for: [pills], options)
    let second = try request(plan, repetition: 2)
    options.now = try TestCalendars.instant("2028-01-03T08:20:00Z")
    let stop = try response(.stopRepeat, to: second, at: "2028-01-03T08:10:00Z")
    #expect(options.handled.handle(stop, of: [pills], options) == .compileAnew)
    let snooze = try response(.snooze, to: second, at: "2028-01-03T08:10:00Z")
    #expect(
      options.handled.handle(snooze, of: [pills], options, snoozeLength: 1_200) == .compileAnew)
    #expect(
      try asked([pills], options, until: "2028-01-04T00:00:00Z")
        == ["2028-01-03T08:40:00Z", "2028-01-03T11:00:00Z"])
    // The first snooze is still shown after a second one.
    options.now = try TestCalendars.instant("2028-01-03T08:40:30Z")
    let back = try #require(
      Compiler.plan(
        for: [pills],
        {
          var before = options
          before.now = snooze.deliveredAt + 600
          return before
        }()
      ).requests.first { $0.nextFire.description == "2028-01-03T08:40:00Z" })
    for _ in 0..<2 {
      let again = try response(.snooze, to: back, at: "2028-01-03T08:40:00Z")
      #expect(
        options.handled.handle(again, of: [pills], options, snoozeLength: 3_600) == .compileAnew)
    }
    let done = try response(.done, to: back, at: "2028-01-03T08:40:00Z")
    #expect(options.handled.handle(done, of: [pills], options) == .compileAnew)
    #expect(try asked([pills], options, until: "2028-01-04T00:00:00Z") == [])
    #expect(options.handled.count == 1)
  }

  @Test func `done ends the nags of what two calendars have alike`() throws {
    var work = try TestCalendars.event(start: Self.pills, alarms: ["PT0S+3xPT5M"])
    var home = work
    (work.source, home.source, home.details) = ("work.ics", "home.ics", "Other words")
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [work, home], options)
    #expect(plan.requests.count == 4)
    let done = try response(.done, to: try request(plan), at: "2028-01-01T08:00:00Z")
    options.now = done.deliveredAt + 1
    #expect(options.handled.handle(done, of: [work, home], options) == .compileAnew)
    #expect(Compiler.plan(for: [work, home], options).requests.isEmpty)
  }

  @Test func `done holds when an invitation with the same UID comes later`() throws {
    var own = try TestCalendars.event(start: Self.pills, alarms: ["-PT1H", "PT0S"])
    own.source = "own.ics"
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z", horizon: "P3D")
    let plan = Compiler.plan(for: [own], options)
    let done = try response(.done, to: try request(plan), at: "2028-01-01T07:00:00Z")
    options.now = done.deliveredAt + 1
    #expect(options.handled.handle(done, of: [own], options) == .compileAnew)
    var invitation = try TestCalendars.event(
      start: "Europe/Berlin:20280101T120000", alarms: ["PT0S"], title: "Invitation")
    for name in ["a.ics", "z.ics"] {
      invitation.source = name
      #expect(
        try asked([own, invitation], options, until: "2028-01-03T00:00:00Z")
          == ["2028-01-01T11:00:00Z"])
    }
  }

  @Test func `stopping an absolute alarm stops its copies, and no other alarm`() throws {
    func absolute() throws -> Alarm {
      Alarm(
        .absolute(try TestCalendars.instant("2028-01-03T12:00:00Z")), repeatCount: 2,
        repeatInterval: try TestCalendars.duration("PT5M"))
    }
    var master = try TestCalendars.event(
      start: Self.pills, rule: "FREQ=DAILY", alarms: ["PT0S+2xPT5M"])
    master.alarms.append(try absolute())
    var copy = try TestCalendars.override(
      at: "Europe/Berlin:20280106T090000", alarms: ["PT0S+2xPT5M"])
    copy.alarms.append(try absolute())
    var options = try TestCalendars.options(now: "2028-01-03T11:00:00Z", horizon: "P2D")
    let plan = Compiler.plan(for: [master, copy], options)
    let shown = try #require(
      plan.requests.first { $0.nextFire.description == "2028-01-03T12:00:00Z" })
    let stop = try response(.stopRepeat, to: shown, at: "2028-01-03T12:00:00Z")
    options.now = stop.deliveredAt + 1
    #expect(options.handled.handle(stop, of: [master, copy], options) == .compileAnew)
    #expect(
      try asked([master, copy], options, until: "2028-01-05T00:00:00Z")
        == ["2028-01-04T08:00:00Z", "2028-01-04T08:05:00Z", "2028-01-04T08:10:00Z"])
  }

  @Test func `a to-do that is put off is nagged about when that is over`() throws {
    var taxes = CalendarComponent(.toDo, uid: "taxes")
    taxes.extent = .until(try TestCalendars.time(Self.pills))
    var options = try TestCalendars.options(now: "2028-01-02T12:00:00Z", horizon: "P3D")
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    let plan = Compiler.plan(for: [taxes], options)
    options.now = try TestCalendars.instant("2028-01-02T12:05:00Z")
    let snooze = try response(.snooze, to: plan.requests[0], at: "2028-01-02T12:05:00Z")
    #expect(
      options.handled.handle(snooze, of: [taxes], options, snoozeLength: 3_600) == .compileAnew)
    let anew = Compiler.plan(for: [taxes], options)
    #expect(anew.requests.map(\.nextFire.description) == ["2028-01-02T13:05:00Z"])
    options.now = try TestCalendars.instant("2028-01-02T13:05:00Z")
    #expect(Compiler.plan(for: [taxes], options).requests.contains { $0.alarm == nil })
  }
}
