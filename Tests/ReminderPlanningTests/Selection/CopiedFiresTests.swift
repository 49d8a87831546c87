import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing

/// A sender who knows the events of another source, and copies them, takes no slots from it.
@Suite struct CopiedFiresTests {
  private static let now = "2026-01-05T00:00:00Z"

  private func event(
    _ uid: String, of source: String, at time: String, rule: String? = nil, title: String,
    priority: Int = 0, alarm: String = "PT0S"
  ) throws -> CalendarComponent {
    var event = try TestCalendars.event(
      uid, start: time, rule: rule, alarms: [alarm], title: title)
    event.source = source
    event.priority = priority
    return event
  }

  private func minute(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Sixty events of the sender before the renewal.
  private var flood: [CalendarComponent] {
    get throws {
      try (0..<60).map {
        try event(
          "flood \($0)", of: "copier", at: "20260106T12\(minute($0))00Z", title: "Flood \($0)",
          priority: 1)
      }
    }
  }

  /// The titles that ring before the renewal, with the instants.
  private func rung(
    _ components: [CalendarComponent], limit: Int = 64, horizon: String = "P1Y",
    levels: [String] = []
  ) throws -> Set<String> {
    var options = try TestCalendars.options(now: Self.now, horizon: horizon, limit: limit)
    options.compiler.levels = try levels.map { try #require(LevelRule($0)) }
    let plan = Compilation(of: components, options).plan
    return Set(
      plan.simulated(onDeviceIn: options.deviceZone).filter { $0.at < options.renewal }
        .map { "\($0.title) \($0.at)" })
  }

  @Test(arguments: [(0, "PT0S+6xPT5M"), (1, "PT0S"), (1, "PT0S+6xPT5M")])
  func `copies of single occurrences leave daily events their triggers`(
    priority: Int, alarm: String
  ) throws {
    let own = try (0..<20).map {
      try event(
        "own \($0)", of: "own", at: "20260101T10\(minute($0))00Z", rule: "FREQ=DAILY",
        title: "Own \($0)")
    }
    let copies = try (0..<20).map {
      try event(
        "copy \($0)", of: "copier", at: "20260107T10\(minute($0))00Z", title: "Own \($0)",
        priority: priority, alarm: alarm)
    }
    let alone = try rung(own)
    #expect(alone.count == 7 * 20)
    #expect(try rung(own + flood + copies).isSuperset(of: alone))
    #expect(try rung(copies + flood + own).isSuperset(of: alone))
  }

  @Test func `copies at a level of the user precede the other events of their sender`() throws {
    func series(_ uid: String, of source: String) throws -> [CalendarComponent] {
      try (0..<2).map {
        try event(
          "\(uid) \($0)", of: source, at: "20260105T10\(minute($0))00Z",
          rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", title: "Own \($0)")
      }
    }
    let own = try series("own", of: "own")
    let copies = try series("copy", of: "copier")
    let others = try (0..<16).map {
      try event(
        "other \($0)", of: "copier", at: "20260107T12\(minute($0))00Z", rule: "FREQ=MONTHLY",
        title: "Other \($0)")
    }
    let alone = try rung(own)
    #expect(alone.count == 6)
    for rules in [[], ["critical=UID:copy*"]] {
      #expect(try rung(own + copies + others, limit: 16, levels: rules).isSuperset(of: alone))
    }
  }

  @Test func `an event isn't planned with the other dates of a copy`() throws {
    let own = try (0..<20).map {
      try event("own \($0)", of: "own", at: "20260109T10\(minute($0))00Z", title: "Own \($0)")
    }
    let copies = try own.enumerated().map { number, event in
      var copy = event
      copy.uid = "copy \(number)"
      copy.source = "copier"
      copy.recurrenceDates = try (1...9).map { hour in
        .init(try TestCalendars.time("20260108T0\(hour)\(minute(number))00Z"))
      }
      return copy
    }
    let alone = try rung(own)
    #expect(alone.count == 20)
    #expect(try rung(own + copies + flood, limit: 40).isSuperset(of: alone))
  }

  @Test func `two copies of which one replaces the other cost a daily event no slots`() throws {
    let own = try (0..<20).map {
      try event(
        "own \($0)", of: "own", at: "20260101T10\(minute($0))00Z", rule: "FREQ=DAILY",
        title: "Own \($0)")
    }
    let copies = try (0..<20).flatMap { number in
      try ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"].enumerated().map {
        try event(
          "copy \(number) \($0)", of: "copier", at: "20260101T10\(minute(number))00Z", rule: $1,
          title: "Own \(number)", priority: $0)
      }
    }
    let alone = try rung(own)
    #expect(alone.count == 7 * 20)
    #expect(try rung(own + copies + flood).isSuperset(of: alone))
  }

  /// Both sources serve the fortnightly events equally well, as long as both have the passive one.
  ///
  /// The copier misses that one in any case, so that its plan is exact for longer without it.
  @Test func `exact copies in a crowded calendar leave an event its alerts`() throws {
    func events(_ source: String, alarm: String) throws -> [CalendarComponent] {
      try [
        event(
          "\(source) daily", of: source, at: "20260101T000500Z", rule: "FREQ=DAILY", title: "Own",
          priority: 9)
      ]
        + (0..<10).map {
          try event(
            "\(source) \($0)", of: source, at: "20251228T22\(minute($0))00Z",
            rule: "FREQ=WEEKLY;INTERVAL=2", title: "Own \($0)", alarm: alarm)
        }
    }
    let alerts = try rung(events("own", alarm: "PT0S"))
    #expect(alerts.count == 7 + 10)
    let (own, copies) = try (
      events("own", alarm: "PT0S+2xPT7M"), events("copier", alarm: "PT0S+2xPT7M")
    )
    let others = try flood.map {
      var event = $0
      event.priority = 0
      return event
    }
    #expect(try rung(own + others + copies).isSuperset(of: alerts))
  }

  /// The first alerts of two events at three times of day, each with an exception, and six slots.
  ///
  /// Daily triggers answer them on the days before their exceptions.
  @Test func `reminders with repeats and too few slots keep their daily triggers`() throws {
    let events = try (0..<2).map { number in
      var event = try event(
        "own \(number)", of: "own", at: "20251201T100\(number)00Z",
        rule: "FREQ=DAILY;BYMONTH=1,2;BYHOUR=8,10,12", title: "Own \(number)", alarm: "PT0S+3xPT7M"
      )
      event.exceptionDates = try [8, 15, 23].map {
        try TestCalendars.time("202601\(minute($0 + number))T100\(number)00Z")
      }
      return event
    }
    #expect(try rung(events, limit: 6, horizon: "P30D").count >= 5 * 6)
  }

  @Test func `a copy takes no slots at the level that a rule gives the event`() throws {
    let daily = try (0..<4).map {
      try event(
        "own daily \($0)", of: "own", at: "20260101T100\($0)00Z", rule: "FREQ=DAILY",
        title: "Daily \($0)")
    }
    let singles = try (0..<4).map {
      try event("own \($0)", of: "own", at: "20260107T110\($0)00Z", title: "Single \($0)")
    }
    let copies = singles.map {
      var copy = $0
      (copy.source, copy.uid) = ("copier", "copy of \($0.uid)")
      return copy
    }
    // Four triggers answer seven alerts each.
    let rung = try rung(daily + singles + copies, limit: 4, levels: ["critical=UID:own*"])
    #expect(rung.count == 4 * 7)
  }
}
