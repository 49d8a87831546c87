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

/// Parses a summary schedule and Focuses.
private func systemControls(_ summary: String?, _ focuses: [String] = []) throws -> SystemControls {
  let schedule = try summary.map { try #require(SummarySchedule($0)) }
  let simulated = try focuses.map { try #require(Focus($0)) }
  return try #require(SystemControls(summary: schedule, focuses: simulated))
}

@Suite struct SystemControlsTests {
  /// A fire in Berlin at an instant.
  private struct Row: Sendable {
    let summary: String?
    let focuses: [String]
    let level: InterruptionLevel
    let at: String
    let seen: String

    init(
      _ summary: String?, _ focuses: String..., due at: String,
      _ level: InterruptionLevel = .active, is seen: String
    ) {
      (self.summary, self.focuses, self.level) = (summary, focuses, level)
      (self.at, self.seen) = (at, seen)
    }
  }

  @Test(arguments: [
    // 08:50 in winter waits until 18:00, and so does a fire a second before that.
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .passive, is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T16:59:59Z", is: "2028-01-03T17:00:00Z summary"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .timeSensitive, is: "2028-01-03T07:50:00Z"),
    Row("08:00,18:00", due: "2028-01-03T07:50:00Z", .critical, is: "2028-01-03T07:50:00Z"),
    // A fire at the second of a summary may miss it, so the next summary applies.
    Row("18:00,08:00", due: "2028-01-03T17:00:00Z", is: "2028-01-04T07:00:00Z summary"),
    // The night of 26 March, with the change to summer time: 08:00 is 06:00Z, and 02:30 is 03:30.
    Row("08:00", due: "2028-03-25T20:00:00Z", is: "2028-03-26T06:00:00Z summary"),
    Row("02:30", due: "2028-03-26T00:00:00Z", is: "2028-03-26T01:30:00Z summary"),
    Row("02:30", due: "2028-03-26T01:10:00Z", is: "2028-03-26T01:30:00Z summary"),
    Row("02:30", due: "2028-03-26T01:30:00Z", is: "2028-03-27T00:30:00Z summary"),
    // The gap moves 02:30 after 03:10, so 03:10 is the first.
    Row("02:30,03:10", due: "2028-03-26T00:00:00Z", is: "2028-03-26T01:10:00Z summary"),
    // On 29 October the clock shows 02:30 twice, and the summary is shown once.
    Row("02:30", due: "2028-10-29T00:00:00Z", is: "2028-10-29T00:30:00Z summary"),
    Row("02:30", due: "2028-10-29T00:40:00Z", is: "2028-10-30T01:30:00Z summary"),
    // A Focus across midnight.
    Row(nil, "22:00-07:00", due: "2028-01-03T20:59:59Z", is: "2028-01-03T20:59:59Z"),
    Row(nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", .passive, is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00", due: "2028-01-03T22:00:00Z", .timeSensitive, is: "2028-01-03T22:00:00Z"),
    Row(nil, "22:00-07:00", due: "2028-01-04T06:00:00Z", is: "2028-01-04T06:00:00Z"),
    Row(
      nil, "22:00-07:00=time-sensitive", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-03T22:00:00Z"),
    Row(
      nil, "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-04T06:00:00Z focus"),
    Row(
      nil, "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .critical,
      is: "2028-01-03T22:00:00Z"),
    // One Focus begins at the end of another or inside it.
    Row(
      nil, "22:00-07:00", "07:00-09:00", due: "2028-01-03T22:00:00Z",
      is: "2028-01-04T08:00:00Z focus"),
    Row(
      nil, "06:00-08:00", "22:00-07:00", due: "2028-01-03T22:00:00Z",
      is: "2028-01-04T07:00:00Z focus"),
    Row(
      nil, "22:00-07:00", "06:00-08:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-03T22:00:00Z"),
    Row(
      nil, "22:00-07:00", "06:00-08:00=critical", due: "2028-01-04T05:30:00Z", .timeSensitive,
      is: "2028-01-04T07:00:00Z focus"),
    // A summary during a Focus, one after it, and one at its end.
    Row("23:00", "22:00-07:00", due: "2028-01-03T20:30:00Z", is: "2028-01-04T06:00:00Z focus"),
    Row("08:00", "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T07:00:00Z summary"),
    Row("07:00", "22:00-07:00", due: "2028-01-03T22:00:00Z", is: "2028-01-04T06:00:00Z summary"),
    // A level that bypasses the summary waits for a Focus that allows only critical ones.
    Row(
      "08:00", "22:00-07:00=critical", due: "2028-01-03T22:00:00Z", .timeSensitive,
      is: "2028-01-04T06:00:00Z focus"),
  ])
  private func `a fire is seen when neither a summary nor a Focus delays it`(_ row: Row) throws {
    let controls = try systemControls(row.summary, row.focuses)
    let seen = controls.presentation(
      of: row.level, at: try TestCalendars.instant(row.at),
      in: try TestCalendars.zone("Europe/Berlin"))
    let delay = seen.delayedBy.map { " \($0.rawValue)" } ?? ""
    #expect("\(seen.seenAt)\(delay)" == row.seen)
    #expect(seen.level == row.level && seen.tooLateFor == nil)
  }

  @Test(arguments: ["", "8.00", "08:00,", "08:00;18:00", "24:00", "08:00, 18:00", "noon"])
  func `any other text is not a schedule`(_ text: String) {
    #expect(SummarySchedule(text) == nil)
  }

  @Test(arguments: [
    "", "22:00", "07:00-07:00", "22:00-07:00=", "22:00-07:00=active", "22:00-07:00=passive",
    "22:00-07:00=critical=critical", "22:00-07:00=CATEGORIES:work", "critical=22:00-07:00",
  ])
  func `any other text is not a Focus`(_ text: String) {
    #expect(Focus(text) == nil)
  }

  @Test func `texts are read back to equal values`() throws {
    for text in ["22:00-07:00=time-sensitive", "09:00:30-10:00=critical"] {
      #expect(Focus(text)?.description == text)
    }
    #expect(Focus("22:00-07:00=timeSensitive") == Focus("22:00-07:00"))
    #expect(SummarySchedule("18:00,08:00:30,18:00")?.description == "08:00:30,18:00")
  }

  @Test(arguments: [
    (["22:00-07:00"], true), (["22:00-07:00", "07:00-21:59:59"], true),
    (["22:00-07:00", "07:00-22:00"], false), (["22:00-07:00", "06:00-22:30"], false),
    (["00:00-08:00", "08:00-16:00", "16:00-00:00=critical"], false),
    (["00:00-08:00", "08:00-16:00", "16:00:01-00:00"], true),
  ])
  func `Focuses leave some time of the day`(texts: [String], leaves: Bool) throws {
    let focuses = try texts.map { try #require(Focus($0)) }
    #expect((SystemControls(focuses: focuses) != nil) == leaves)
  }

  private static let texts = [
    "22:00-07:00", "02:30-03:15", "01:45-02:15=critical", "13:00-14:00", "06:00-08:30=critical",
    "23:30-00:30", "00:00-06:00",
  ]

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
  func `a fire is never seen early, in a Focus, or later for a higher level`(
    _ name: String
  ) throws {
    let zone = try TestCalendars.zone(name)
    for seed in 0..<12 {
      var random = SplitMix(seed: UInt64(seed))
      let focuses = Self.texts.filter { _ in random.oneIn(3) }
      let summary = random.oneIn(2) ? "02:30,08:00,18:00" : nil
      let controls = try systemControls(summary, focuses)
      let first = try TestCalendars.instant("2011-01-01T00:00:00Z")
      for _ in 0..<200 {
        let at = first + random.number(0...366 * 86_400)
        let seen = InterruptionLevel.allCases.map {
          controls.presentation(of: $0, at: at, in: zone)
        }
        let place: Comment = "\(name), seed \(seed), \(at)"
        for presentation in seen {
          #expect(presentation.seenAt >= at, place)
          #expect(presentation.isDelayed == (presentation.seenAt > at), place)
          // At the time it is seen, a fire doesn't wait for another Focus.
          let again = try systemControls(nil, focuses).presentation(
            of: presentation.level, at: presentation.seenAt, in: zone)
          #expect(!again.isDelayed, place)
        }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.seenAt >= $1.seenAt }, place)
        #expect(seen[3].seenAt == at, place)
      }
    }
  }
}

/// Fires seen only after their event, computed by hand: Berlin in winter is an hour ahead of UTC.
@Suite struct SeenTooLateTests {
  private static func options(_ horizon: String = "P7D") throws -> NotificationOptions {
    try TestCalendars.options(
      now: "2028-01-03T05:00:00Z", zone: "Europe/Berlin", horizon: horizon)
  }

  /// The fires as `at > seenAt`, with the event time that they are too late for.
  private static func seen(
    _ components: [CalendarComponent], _ controls: SystemControls,
    _ options: NotificationOptions? = nil
  ) throws -> (fires: [String], delays: Delays) {
    let options = try options ?? Self.options()
    let simulation = Compilation(of: components, options).simulation(under: controls)
    // Playback without further openings has the same result.
    let playback = try Compilation(
      of: components, options
    ).appSimulation(openings: [], under: controls)
    #expect(Set(playback.fires) == Set(simulation.fires))
    #expect(playback.delays?.delayed == simulation.delays?.delayed)
    #expect(playback.delays?.tooLate == simulation.delays?.tooLate)
    let zone = options.deviceZone
    let fires = simulation.fires.map { fire in
      let seen = fire.presentation
      let late = (seen?.tooLateFor).map { " not \(zone.civil(at: $0))" } ?? ""
      return "\(zone.civil(at: fire.at)) > "
        + (seen.map { "\(zone.civil(at: $0.seenAt))" } ?? "?") + late
    }
    return (fires, try #require(simulation.delays))
  }

  @Test(arguments: [
    // Fifteen minutes before, at the start, and an hour after it, which is too late in any case.
    (
      "Europe/Berlin:20280103T120000", "-PT15M",
      "2028-01-03T11:45:00 > 2028-01-03T18:00:00 not 2028-01-03T12:00:00"
    ),
    (
      "Europe/Berlin:20280103T120000", "PT0S",
      "2028-01-03T12:00:00 > 2028-01-03T18:00:00 not 2028-01-03T12:00:00"
    ),
    ("Europe/Berlin:20280103T120000", "PT1H", "2028-01-03T13:00:00 > 2028-01-03T18:00:00"),
    // A fire seen at or before the start is in time.
    ("Europe/Berlin:20280103T180000", "-PT15M", "2028-01-03T17:45:00 > 2028-01-03T18:00:00"),
    ("Europe/Berlin:20280104T090000", "-P1D", "2028-01-03T09:00:00 > 2028-01-03T18:00:00"),
    // Relative to the end, an hour later, which is then the time that counts.
    ("Europe/Berlin:20280103T170000", "END -PT1H30M", "2028-01-03T16:30:00 > 2028-01-03T18:00:00"),
    (
      "Europe/Berlin:20280103T160000", "END -PT5M",
      "2028-01-03T16:55:00 > 2028-01-03T18:00:00 not 2028-01-03T17:00:00"
    ),
    // An all-day event ends at midnight: its morning alarm is seen in the evening, its late evening
    // alarm isn't.
    ("20280104", "PT9H", "2028-01-04T09:00:00 > 2028-01-04T18:00:00"),
    ("20280104", "-PT3H", "2028-01-03T21:00:00 > 2028-01-04T08:00:00"),
    (
      "20280104", "PT20H",
      "2028-01-04T20:00:00 > 2028-01-05T08:00:00 not 2028-01-05T00:00:00"
    ),
  ])
  func `a fire that is seen after its reference is too late`(
    start: String, alarm: String, expected: String
  ) throws {
    var event = try TestCalendars.event(start: start, alarms: [alarm])
    if start.contains("T") { event.extent = .lasting(CalendarDuration(seconds: 3_600)) }
    let (fires, delays) = try Self.seen([event], systemControls("08:00,18:00"))
    #expect(fires == [expected])
    #expect(delays.delayed == 1 && delays.tooLate == (expected.contains(" not ") ? 1 : 0))
  }

  @Test func `the reference of a to-do is its due time`() throws {
    var toDo = try TestCalendars.event(
      start: "Europe/Berlin:20280103T090000", alarms: ["END -PT2H"])
    toDo.kind = .toDo
    toDo.extent = .until(try TestCalendars.time("Europe/Berlin:20280103T170000"))
    let fires = try Self.seen([toDo], systemControls("18:00")).fires
    #expect(fires == ["2028-01-03T15:00:00 > 2028-01-03T18:00:00 not 2028-01-03T17:00:00"])
  }

  @Test func `the reference of an absolute alarm is the next start`() throws {
    var event = try TestCalendars.event(start: "Europe/Berlin:20280103T120000", alarms: [])
    event.alarms = [
      Alarm(.absolute(try TestCalendars.instant("2028-01-03T10:00:00Z"))),
      Alarm(.absolute(try TestCalendars.instant("2028-01-03T12:00:00Z"))),
    ]
    let fires = try Self.seen([event], systemControls("18:00")).fires
    #expect(
      fires == [
        "2028-01-03T11:00:00 > 2028-01-03T18:00:00 not 2028-01-03T12:00:00",
        "2028-01-03T13:00:00 > 2028-01-03T18:00:00",
      ])
  }

  @Test func `each occurrence and each repeat is judged separately`() throws {
    // Daily at 09:00, from half an hour before, every 20 minutes: the third alert is after the
    // start. One occurrence is moved to a time for which the summary is early enough.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280103T090000", rule: "FREQ=DAILY;COUNT=2", alarms: ["-PT30M+2xPT20M"]
    )
    let moved = try TestCalendars.override(
      at: "Europe/Berlin:20280104T090000", start: "Europe/Berlin:20280104T183000",
      alarms: ["-PT1H"])
    let (fires, delays) = try Self.seen([event, moved], systemControls("18:00"))
    #expect(
      fires == [
        "2028-01-03T08:30:00 > 2028-01-03T18:00:00 not 2028-01-03T09:00:00",
        "2028-01-03T08:50:00 > 2028-01-03T18:00:00 not 2028-01-03T09:00:00",
        "2028-01-03T09:10:00 > 2028-01-03T18:00:00",
        "2028-01-04T17:30:00 > 2028-01-04T18:00:00",
      ])
    #expect(delays.delayed == 4 && delays.tooLate == 2 && delays.levelInTime == .timeSensitive)
  }

  @Test func `a fire that breaks through is in time, and the required level is named`() throws {
    func event(_ uid: String, priority: Int) throws -> CalendarComponent {
      var event = try TestCalendars.event(
        uid, start: "Europe/Berlin:20280103T233000", alarms: ["-PT30M"], title: uid)
      event.priority = priority
      return event
    }
    let components = try [event("high", priority: 1), event("low", priority: 9)]
    let night = try Self.seen(components, systemControls(nil, ["22:00-07:00"]))
    #expect(
      night.fires.sorted() == [
        "2028-01-03T23:00:00 > 2028-01-03T23:00:00",
        "2028-01-03T23:00:00 > 2028-01-04T07:00:00 not 2028-01-03T23:30:00",
      ])
    #expect(night.delays.delayed == 1 && night.delays.levelInTime == .timeSensitive)
    let deaf = try Self.seen(components, systemControls(nil, ["22:00-07:00=critical"]))
    #expect(deaf.delays.delayed == 2 && deaf.delays.tooLate == 2)
    #expect(deaf.delays.levelInTime == .critical)
    let open = try Self.seen(components, systemControls(nil, ["13:00-14:00"]))
    #expect(open.delays == Delays())
  }

  @Test func `a warning names the first late fires and the level that would help`() throws {
    let events = try ["a", "b", "c", "d"].enumerated().map { minute, name in
      try TestCalendars.event(
        name, start: "Europe/Berlin:20280103T120\(minute)00", rule: "FREQ=DAILY;COUNT=2",
        alarms: ["-PT15M"], title: "Title \(name)")
    }
    let delays = try Self.seen(events, systemControls("08:00")).delays
    #expect(delays.tooLate == 8)
    let warning = try #require(delays.diagnostics.first)
    #expect(warning.code == "seen-too-late" && warning.severity == .warning)
    #expect(
      warning.message
        == "8 reminders are seen too late, after their events: “Title a” at Mon 2028-01-03 "
        + "11:45 (seen Tue 2028-01-04 08:00, too late for 12:00), “Title b” at Mon 2028-01-03 "
        + "11:46 (seen Tue 2028-01-04 08:00, too late for 12:01), “Title c” at Mon 2028-01-03 "
        + "11:47 (seen Tue 2028-01-04 08:00, too late for 12:02) and others; level time-sensitive "
        + "would show them in time")
  }

  @Test func `a fire moved by quiet hours is judged at its new time`() throws {
    // At 07:00 rather than 06:00 for a train at 07:30.
    var options = try Self.options()
    options.quietHours = [try #require(QuietHoursRule("22:00-07:00"))]
    let event = try TestCalendars.event(start: "Europe/Berlin:20280104T073000", alarms: ["-PT90M"])
    let fires = try Self.seen([event], systemControls(nil, ["22:00-08:00"]), options).fires
    #expect(fires == ["2028-01-04T07:00:00 > 2028-01-04T08:00:00 not 2028-01-04T07:30:00"])
  }

  @Test func `a request without an alarm is delayed, but never too late`() throws {
    var options = try Self.options("P2D")
    options.limit = 2
    options.nudgesRenewal = true
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280103T230000", rule: "FREQ=HOURLY;INTERVAL=5", alarms: ["PT1H"])
    let delays = try Self.seen([event], systemControls("08:00"), options).delays
    #expect(delays.delayed > 0 && delays.tooLate == 0)
  }

  @Test func `without controls, a simulation has no delays`() throws {
    let options = try Self.options()
    let event = try TestCalendars.event(start: "Europe/Berlin:20280104T063000")
    let plan = Compilation(of: [event], options).plan
    let simulation = Compilation(of: [event], options).simulation(under: nil)
    #expect(simulation.delays == nil && simulation.fires.allSatisfy { $0.presentation == nil })
    #expect(simulation.fires == plan.simulated(onDeviceIn: options.deviceZone))
  }
}
