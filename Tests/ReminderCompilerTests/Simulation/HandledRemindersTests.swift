import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// A device with calendars, and a user who presses buttons.
private struct Device {
  let components: [CalendarComponent]
  var options: NotificationOptions
  /// The plan before any button press.
  let plan: Plan

  init(
    _ components: CalendarComponent..., now: String, horizon: String = "P3D",
    nagsOverdue: Bool = false
  ) throws {
    options = try TestCalendars.options(now: now, horizon: horizon)
    if nagsOverdue { options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true) }
    self.components = components
    plan = Compilation(of: components, options).plan
  }

  /// The plan after the button presses.
  var anew: Plan { Compilation(of: components, options).plan }

  /// The pending request for a repeat of an alarm.
  func request(alarm: Int = 0, repetition: Int = 0) throws -> Plan.Request {
    try #require(plan.requests.first { $0.alarm == alarm && $0.repetition == repetition })
  }

  /// Presses a button of a notification shown at an instant, some seconds later; nil means now.
  mutating func press(
    _ kind: NotificationAction.Kind, on request: Plan.Request, shownAt time: String,
    after seconds: Int? = nil, snoozeLength: Int = HandledReminders.snoozeLength
  ) throws -> ResponseOutcome {
    let response = ReminderResponse(
      actionIdentifier: "ics2notify.\(kind.rawValue)", requestIdentifier: request.identifier,
      deliveredAt: try TestCalendars.instant(time))
    if let seconds { options.now = response.deliveredAt + seconds }
    return options.handled.handle(
      response, of: components, options: options, snoozeLength: snoozeLength)
  }

  /// The expected fire dates up to an instant; the device's own calendars by default.
  func expected(_ components: CalendarComponent..., until end: String) throws -> [String] {
    let end = try TestCalendars.instant(end)
    return TestCalendars.fires(components.isEmpty ? self.components : components, options.compiler)
      .filter { $0.at < end }.map(\.at.description)
  }
}

@Suite struct HandledRemindersTests {
  // 09:00 in Berlin is 08:00 UTC in January.
  private static let pills = "Europe/Berlin:20280101T090000"

  private static func daily(_ alarms: String...) throws -> CalendarComponent {
    try TestCalendars.event(start: pills, rule: "FREQ=DAILY", alarms: alarms)
  }

  @Test func `Done among ten nags ends only today's`() throws {
    var device = try Device(Self.daily("PT0S+10xPT5M"), now: "2028-01-03T07:00:00Z")
    #expect(device.plan.requests.count == 11)
    let second = try device.request(repetition: 1)
    #expect(
      try device.press(.done, on: second, shownAt: "2028-01-03T08:05:00Z", after: 60)
        == .compileAnew)
    let tomorrow = (0...10).map { minute in
      "2028-01-04T08:\(minute < 2 ? "0" : "")\(minute * 5):00Z"
    }
    #expect(try device.expected(until: "2028-01-05T00:00:00Z") == tomorrow)
    let anew = device.anew
    #expect(anew.verdict.unexpected == 0 && anew.exactUntil == nil)
    let simulated = anew.simulated(onDeviceIn: anew.deviceZone).map(\.at.description)
    #expect(Array(simulated.prefix(11)) == tomorrow)
  }

  @Test func `a snooze adds one fire and keeps the repeating request`() throws {
    var device = try Device(Self.daily("-PT10M"), now: "2028-01-02T00:00:00Z", horizon: "P5D")
    let daily = device.plan.requests[0]
    #expect(
      try device.press(
        .snooze, on: daily, shownAt: "2028-01-03T07:50:00Z", after: 20, snoozeLength: 300)
        == .compileAnew)
    let anew = device.anew
    #expect(anew.requests.map(\.identifier).contains(daily.identifier))
    let back = try #require(anew.requests.first { !$0.trigger.repeats })
    #expect(anew.requests.count == 2)
    #expect(back.nextFire.description == "2028-01-03T07:55:20Z")
    #expect(back.content.title == "Title")
    // A second snooze replaces the first; after Done the reminder doesn't return.
    #expect(
      try device.press(
        .snooze, on: back, shownAt: "2028-01-03T07:55:20Z", after: 1, snoozeLength: 600)
        == .compileAnew)
    #expect(device.options.handled.count == 1)
    let second = try #require(device.anew.requests.first { !$0.trigger.repeats })
    #expect(second.nextFire.description == "2028-01-03T08:05:21Z")
    #expect(try device.press(.done, on: second, shownAt: "2028-01-03T08:05:21Z") == .nothing)
  }

  @Test func `a completed to-do is not nagged until it is due again`() throws {
    var taxes = CalendarComponent(.toDo, uid: "taxes", start: try TestCalendars.time(Self.pills))
    taxes.extent = .lasting(try TestCalendars.duration("PT1H"))
    taxes.rules = [try RecurrenceRule("FREQ=WEEKLY")]
    let whole = try Device(
      taxes, now: "2028-01-02T12:00:00Z", horizon: "P30D", nagsOverdue: true)
    let nag = whole.plan.requests[0]
    #expect(whole.plan.requests.count == 1)
    for kind in [NotificationAction.Kind.done, .stopRepeat] {
      var device = whole
      #expect(try device.press(kind, on: nag, shownAt: "2028-01-02T12:05:00Z") == .compileAnew)
      device.options.now = try TestCalendars.instant("2028-01-08T08:59:59Z")
      device.options.handled.forget(before: device.options.now)
      #expect(device.anew.requests.isEmpty)
      device.options.now = try TestCalendars.instant("2028-01-08T09:00:00Z")
      #expect(device.anew.requests.count == 1)
    }
    // A repeated reminder without an alarm can be snoozed too.
    var device = whole
    #expect(try device.press(.snooze, on: nag, shownAt: "2028-01-02T12:05:00Z") == .compileAnew)
    #expect(
      device.anew.requests.contains { $0.nextFire.description == "2028-01-02T12:14:00Z" })
  }

  @Test func `Done for an invitation doesn't affect the user's event with the same UID`() throws {
    var own = try TestCalendars.event(
      "shared", start: Self.pills, alarms: ["-PT10M", "PT0S"], title: "Own")
    var invitation = try TestCalendars.event(
      "shared", start: Self.pills, alarms: ["-PT20M", "PT0S"], title: "Invitation")
    (own.source, invitation.source) = ("own.ics", "invitation.ics")
    var device = try Device(own, invitation, now: "2028-01-01T00:00:00Z")
    let first = try #require(device.plan.requests.first { $0.content.title == "Invitation" })
    #expect(first.nextFire.description == "2028-01-01T07:40:00Z")
    #expect(
      try device.press(.done, on: first, shownAt: "2028-01-01T07:40:00Z", after: 1) == .compileAnew)
    #expect(device.anew.requests.allSatisfy { $0.content.title == "Own" })
    // The requests have the same identifiers as before.
    let pending = device.plan.requests.filter { $0.content.title == "Own" }.map(\.identifier)
    #expect(Set(device.anew.requests.map(\.identifier)) == Set(pending))
  }

  @Test func `a response to a removed event is unknown, and a link is only opened`() throws {
    let event = try TestCalendars.event(start: Self.pills)
    var options = try TestCalendars.options(now: "2028-01-01T00:00:00Z")
    let request = Compilation(of: [event], options).plan.requests[0]
    let done = ReminderResponse(
      actionIdentifier: "ics2notify.done", requestIdentifier: request.identifier,
      deliveredAt: try TestCalendars.instant("2028-01-01T08:00:00Z"))
    #expect(options.handled.handle(done, of: [], options: options) == .unknown)
    // Its only alarm was shown, so nothing needs to be stored.
    #expect(options.handled.handle(done, of: [event], options: options) == .nothing)
    let join = ReminderResponse(
      actionIdentifier: "ics2notify.join", requestIdentifier: request.identifier,
      deliveredAt: done.deliveredAt, link: "https://meet.example.org/1")
    #expect(
      options.handled.handle(join, of: [event], options: options)
        == .open("https://meet.example.org/1"))
    let tap = ReminderResponse(
      actionIdentifier: "com.apple.UNNotificationDefaultActionIdentifier",
      requestIdentifier: request.identifier, deliveredAt: done.deliveredAt)
    #expect(options.handled.handle(tap, of: [event], options: options) == .nothing)
    #expect(options.handled.isEmpty)
  }

  @Test func `handled responses are read back with the same effect`() throws {
    var device = try Device(Self.daily("PT0S+10xPT5M", "-PT1H"), now: "2028-01-03T07:00:00Z")
    let first = try device.request()
    for (kind, day) in zip(NotificationAction.Kind.allCases.prefix(3), ["03", "04", "05"]) {
      #expect(
        try device.press(kind, on: first, shownAt: "2028-01-\(day)T08:00:00Z", after: 0)
          == .compileAnew)
    }
    #expect(device.options.handled.count == 3)
    let json = try JSONEncoder().encode(device.options)
    let read = try JSONDecoder().decode(NotificationOptions.self, from: json)
    #expect(read.handled == device.options.handled)
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
    device.options.handled = try JSONDecoder().decode(HandledReminders.self, from: byHand)
    device.options.now = try TestCalendars.instant("2028-01-04T08:10:30Z")
    #expect(
      try device.expected(until: "2028-01-04T08:16:00Z")
        == ["2028-01-04T08:13:00Z", "2028-01-04T08:15:00Z"])
  }

  @Test func `an event that is rescheduled after Done fires`() throws {
    var device = try Device(
      TestCalendars.event(start: Self.pills, alarms: ["-PT1H", "PT0S"]),
      now: "2028-01-01T06:00:00Z")
    #expect(
      try device.press(.done, on: device.request(), shownAt: "2028-01-01T07:00:00Z", after: 1)
        == .compileAnew)
    #expect(try device.expected(until: "2028-01-04T00:00:00Z") == [])
    let moved = try TestCalendars.event(
      start: "Europe/Berlin:20280102T090000", alarms: ["-PT1H", "PT0S"])
    #expect(
      try device.expected(moved, until: "2028-01-04T00:00:00Z")
        == ["2028-01-02T07:00:00Z", "2028-01-02T08:00:00Z"])
  }

  @Test func `a full memory of one series is applied`() throws {
    let pills = try TestCalendars.event(
      start: "Europe/Berlin:20100101T090000", rule: "FREQ=DAILY", alarms: ["PT0S+1xPT5M"])
    var device = try Device(pills, now: "2028-01-03T07:00:00Z", horizon: "P30D")
    let first = try TestCalendars.instant("2018-01-01T08:00:00Z")
    let deeds = (0..<HandledReminders.maximumCount).map { day in
      #"{"deed":"done","uid":"event","fired":"\#(first)","occurrence":"\#(first + day * 86_400)"}"#
    }
    let json = #"{"version":1,"deeds":[\#(deeds.joined(separator: ","))]}"#
    device.options.handled = try JSONDecoder().decode(HandledReminders.self, from: Data(json.utf8))
    #expect(device.options.handled.count == HandledReminders.maximumCount)
    // The last completed day is 2029-03-19, so nothing is due within the horizon.
    #expect(try device.expected(until: "2028-02-02T00:00:00Z").isEmpty)
  }

  @Test func `a notification that is shown after Stop Repeating can be answered`() throws {
    var device = try Device(
      Self.daily("PT0S+10xPT5M", "PT3H"), now: "2028-01-03T07:00:00Z", horizon: "P2D")
    let second = try device.request(repetition: 2)
    #expect(
      try device.press(.stopRepeat, on: second, shownAt: "2028-01-03T08:10:00Z", after: 600)
        == .compileAnew)
    #expect(
      try device.press(
        .snooze, on: second, shownAt: "2028-01-03T08:10:00Z", snoozeLength: 1_200) == .compileAnew)
    #expect(
      try device.expected(until: "2028-01-04T00:00:00Z")
        == ["2028-01-03T08:40:00Z", "2028-01-03T11:00:00Z"])
    // The first snooze is still shown after a second one.
    let back = try #require(
      device.anew.requests.first { $0.nextFire.description == "2028-01-03T08:40:00Z" })
    for _ in 0..<2 {
      #expect(
        try device.press(
          .snooze, on: back, shownAt: "2028-01-03T08:40:00Z", after: 30, snoozeLength: 3_600)
          == .compileAnew)
    }
    #expect(
      try device.press(.done, on: back, shownAt: "2028-01-03T08:40:00Z") == .compileAnew)
    #expect(try device.expected(until: "2028-01-04T00:00:00Z") == [])
    #expect(device.options.handled.count == 1)
  }

  @Test func `Done ends the nags of equal events in two calendars`() throws {
    var work = try TestCalendars.event(start: Self.pills, alarms: ["PT0S+3xPT5M"])
    var home = work
    (work.source, home.source, home.details) = ("work.ics", "home.ics", "Other words")
    var device = try Device(work, home, now: "2028-01-01T00:00:00Z")
    #expect(device.plan.requests.count == 4)
    #expect(
      try device.press(.done, on: device.request(), shownAt: "2028-01-01T08:00:00Z", after: 1)
        == .compileAnew)
    #expect(device.anew.requests.isEmpty)
  }

  @Test func `Done persists if an invitation with the same UID is added later`() throws {
    var own = try TestCalendars.event(start: Self.pills, alarms: ["-PT1H", "PT0S"])
    own.source = "own.ics"
    var device = try Device(own, now: "2028-01-01T00:00:00Z")
    #expect(
      try device.press(.done, on: device.request(), shownAt: "2028-01-01T07:00:00Z", after: 1)
        == .compileAnew)
    var invitation = try TestCalendars.event(
      start: "Europe/Berlin:20280101T120000", alarms: ["PT0S"], title: "Invitation")
    for name in ["a.ics", "z.ics"] {
      invitation.source = name
      #expect(
        try device.expected(own, invitation, until: "2028-01-03T00:00:00Z")
          == ["2028-01-01T11:00:00Z"])
    }
  }

  @Test func `stopping an absolute alarm stops its copies, and no other alarm`() throws {
    let absolute = Alarm(
      .absolute(try TestCalendars.instant("2028-01-03T12:00:00Z")), repeatCount: 2,
      repeatInterval: try TestCalendars.duration("PT5M"))
    var master = try Self.daily("PT0S+2xPT5M")
    master.alarms.append(absolute)
    var copy = try TestCalendars.override(
      at: "Europe/Berlin:20280106T090000", alarms: ["PT0S+2xPT5M"])
    copy.alarms.append(absolute)
    var device = try Device(master, copy, now: "2028-01-03T11:00:00Z", horizon: "P2D")
    let shown = try #require(
      device.plan.requests.first { $0.nextFire.description == "2028-01-03T12:00:00Z" })
    #expect(
      try device.press(.stopRepeat, on: shown, shownAt: "2028-01-03T12:00:00Z", after: 1)
        == .compileAnew)
    #expect(
      try device.expected(until: "2028-01-05T00:00:00Z")
        == ["2028-01-04T08:00:00Z", "2028-01-04T08:05:00Z", "2028-01-04T08:10:00Z"])
  }

  @Test func `a snoozed to-do is nagged again after the snooze`() throws {
    var taxes = CalendarComponent(.toDo, uid: "taxes")
    taxes.extent = .until(try TestCalendars.time(Self.pills))
    var device = try Device(taxes, now: "2028-01-02T12:00:00Z", nagsOverdue: true)
    #expect(
      try device.press(
        .snooze, on: device.plan.requests[0], shownAt: "2028-01-02T12:05:00Z", after: 0,
        snoozeLength: 3_600) == .compileAnew)
    #expect(device.anew.requests.map(\.nextFire.description) == ["2028-01-02T13:05:00Z"])
    device.options.now = try TestCalendars.instant("2028-01-02T13:05:00Z")
    #expect(device.anew.requests.contains { $0.alarm == nil })
  }
}

/// Handled reminders of random calendars.
///
/// The fires are the original ones, without those that a button ended, and with the snoozed one.
@Suite struct HandledOccurrenceTests {
  private struct Known: Hashable {
    let at: Instant
    let uid: String
    let alarm: Int?
    let repetition: Int
    let start: Instant?
  }

  private func fires(_ calendar: RandomCalendar, _ options: NotificationOptions) -> [Known] {
    TestCalendars.fires(calendar.components, options.compiler).map {
      Known(
        at: $0.at, uid: $0.uid ?? "", alarm: $0.alarm, repetition: $0.repetition,
        start: $0.occurrence?.start)
    }
  }

  @Test(arguments: 0..<75)
  func `a button affects only the fires of its occurrence`(_ number: UInt64) throws {
    let seed = 52_000 + number
    let calendar = try RandomCalendar(seed: seed)
    var random = SplitMix(seed: seed)
    var options = calendar.options
    // A snooze into quiet hours would move to their end, not to 777 seconds later.
    options.quietHours = []
    let all = fires(calendar, options)
    let plan = Compilation(of: calendar.components, options).plan
    guard
      let shown = plan.simulated(onDeviceIn: options.deviceZone).filter({ $0.alarm != nil })
        .randomElement(using: &random),
      let identifier = shown.identifier
    else { return }
    let alike = all.filter {
      $0.at == shown.at && $0.uid == shown.uid && $0.alarm == shown.alarm
        && $0.repetition == shown.repetition
    }
    // Several timed occurrences of a day would ring at one time of day, and the request is about any
    // of them. Only all-day components get such alarms outside of these tests.
    let isAtTimeOfDay = calendar.components.contains { component in
      component.uid == shown.uid && component.anchor?.isDate != true
        && component.alarms.contains {
          if case .timeOfDay = $0?.trigger { true } else { false }
        }
    }
    guard !isAtTimeOfDay, alike.count == 1, let fire = alike.first, let start = fire.start
    else { return }
    let later = all.filter { $0.at > fire.at && $0.uid == fire.uid && $0.start == start }
    for kind in [NotificationAction.Kind.done, .stopRepeat, .snooze] {
      let response = ReminderResponse(
        actionIdentifier: kind.actionIdentifier, requestIdentifier: identifier,
        deliveredAt: fire.at)
      var handled = options
      handled.now = fire.at
      let outcome = handled.handled.handle(
        response, of: calendar.components, options: handled, snoozeLength: 777)
      handled.now = options.now
      let found = fires(calendar, handled)
      let comment: Comment = "seed \(seed), \(kind) at \(fire.at): \(calendar)"
      if kind == .snooze {
        #expect(outcome == .compileAnew)
        let added = found.filter { !all.contains($0) }
        #expect(
          added.map(\.at) == [fire.at + 777].filter { $0 < options.window.upperBound }, comment)
        #expect(added.allSatisfy { $0.start == start }, comment)
        #expect(found.count == all.count + added.count, comment)
        continue
      }
      let ended = later.filter {
        kind == .done || $0.alarm == fire.alarm && $0.repetition > 0
      }
      #expect(
        found.filter { $0.at > fire.at } == all.filter { $0.at > fire.at && !ended.contains($0) },
        comment)
      #expect(outcome == (ended.isEmpty ? .nothing : .compileAnew), comment)
    }
  }
}
