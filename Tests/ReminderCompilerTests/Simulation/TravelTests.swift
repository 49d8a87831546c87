import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SeededRandom
import Testing

/// A device that changes its time zone.
@Suite struct TravelTests {
  /// A device with a Gregorian calendar in Berlin.
  private static func options(zone: String = "Europe/Berlin") throws -> NotificationOptions {
    var options = try TestCalendars.options(
      now: "2028-01-03T12:00:07Z", zone: zone, horizon: "P60D")
    options.deviceCalendar = .gregorian
    return options
  }

  @Test(arguments: [
    ("20280110T080000", nil, true), ("20280110T080000", "FREQ=MONTHLY", true),
    ("20280110T080000", "FREQ=YEARLY", true), ("20280110", "FREQ=MONTHLY;BYDAY=2MO", true),
    ("20280110", nil, true), ("20280110T080000", "FREQ=DAILY", true),
    ("Europe/Berlin:20280110T080000", "FREQ=MONTHLY", false), ("20280110T080000Z", nil, false),
  ])
  func `every trigger of a reminder without a zone follows the device`(
    start: String, rule: String?, floats: Bool
  ) throws {
    let event = try TestCalendars.event(start: start, rule: rule, alarms: ["PT9H"])
    let plan = Compilation(of: [event], try Self.options()).plan
    #expect(!plan.requests.isEmpty)
    for request in plan.requests {
      #expect((request.trigger.calendar?.zone == .floating) == floats)
    }
    let read = try Plan(json: plan.json())
    #expect(read.requests.map(\.trigger) == plan.requests.map(\.trigger))
    var other = try Self.options()
    other.deviceCalendar = .other
    let pinned = Compilation(of: [event], other).plan.requests.filter {
      $0.trigger.calendar?.pattern.days.isCalendarIndependent == false
    }
    #expect(pinned.allSatisfy { $0.trigger.calendar?.zone != .floating })
  }

  @Test func `absolute alarms and overrides with a zone don't follow the device`() throws {
    var absolute = try TestCalendars.event("absolute", start: "20280110T080000")
    absolute.alarms = [Alarm(.absolute(try TestCalendars.instant("2028-01-10T05:00:00Z")))]
    let series = try TestCalendars.event("series", start: "20280110T080000", rule: "FREQ=DAILY")
    let moved = try TestCalendars.override(
      of: "series", at: "20280112T080000", start: "20280112T090000Z", title: "Moved")
    let plan = Compilation(of: [absolute, series, moved], try Self.options()).plan
    let fixed = plan.requests.filter { $0.trigger.calendar?.zone != .floating }
    #expect(
      Set(fixed.map(\.nextFire.description)) == ["2028-01-10T05:00:00Z", "2028-01-12T09:00:00Z"])
  }

  /// The fires of the calendars that a traveller expects: those of each zone while the device is in
  /// it, without local times at which the same reminder has rung before.
  private static func expected(
    _ events: [CalendarComponent], _ changes: [ZoneChange], _ options: NotificationOptions
  ) -> [String] {
    var expected: [String] = []
    var rung: Set<String> = []
    for index in 0...changes.count {
      var local = options.compiler
      if index > 0 { local.deviceZone = changes[index - 1].zone }
      let from = index > 0 ? changes[index - 1].at : local.now
      let end = index < changes.count ? changes[index].at : local.window.upperBound
      for fire in TestCalendars.fires(events, local) where fire.at > from && fire.at <= end {
        let isFloating = fire.uid?.hasPrefix("floating") ?? false
        let start = fire.occurrence?.start.map { "\(local.deviceZone.civil(at: $0))" } ?? ""
        if isFloating,
          !rung.insert("\(fire.uid ?? "") \(fire.alarm ?? 0) \(start)").inserted
        {
          continue
        }
        expected.append("\(fire.at) \(fire.uid ?? "")")
      }
    }
    return expected.sorted()
  }

  @Test(arguments: UInt64(0)..<60)
  func `the fires are those of the zone in which the device is`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // Without a clock change in the window.
    let zones = try ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "GMT"]
      .map(TestCalendars.zone)
    let rules = [
      nil, "FREQ=DAILY;COUNT=6", "FREQ=DAILY;INTERVAL=3;COUNT=9", "FREQ=WEEKLY;BYDAY=MO,TH",
      "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=2TU",
    ]
    let events = try (0..<3).map { number in
      let floats = Int.random(in: 0..<3, using: &random) > 0
      let hour = ["00", "08", "23"][Int.random(in: 0..<3, using: &random)]
      return try TestCalendars.event(
        floats ? "floating-\(number)" : "pinned-\(number)",
        start: (floats ? "" : "Europe/Berlin:")
          + "202801\(10 + Int.random(in: 0..<15, using: &random))T\(hour)3000",
        rule: rules[Int.random(in: 0..<6, using: &random)], alarms: ["-PT15M", "PT2H"])
    }
    var options = try Self.options()
    options.deviceZone = zones[Int.random(in: 0..<5, using: &random)]
    var at = options.now
    let changes = (0..<2).map { _ in
      at = at + Int.random(in: 50_000..<2_000_000, using: &random)
      return ZoneChange(at: at, to: zones[Int.random(in: 0..<5, using: &random)])
    }
    let played = try Compilation(
      of: events, options
    ).appSimulation(openings: [], travelling: changes)
    // The window of the plan ends where the first zone says.
    let last = options.window.upperBound + -86_400
    let lastText = "\(last)"
    let expected = Self.expected(events, changes, options).filter { $0 < lastText }
    let fired = played.fires.filter { !$0.isEcho && $0.at < last }
      .map { "\($0.at) \($0.uid ?? "")" }.sorted()
    #expect(fired == expected)
    #expect(played.verdict.unexpected == 0)
    #expect(played.verdict.exactUntil.map { $0 >= last } ?? true)
  }

  @Test(arguments: [
    // The flight lands at 05:00 or at 20:00; the reminder at 10:00 has rung or is to come.
    ("America/New_York", "2028-01-10T10:00:00Z", 1, false),
    ("Asia/Tokyo", "2028-01-10T08:00:00Z", 0, true),
  ])
  func `local times can come again or be skipped`(
    zone: String, at: String, echoes: Int, isSkipped: Bool
  ) throws {
    let daily = try TestCalendars.event(start: "20280109T100000", rule: "FREQ=DAILY")
    let flight = ZoneChange(at: try TestCalendars.instant(at), to: try TestCalendars.zone(zone))
    let played = try Compilation(
      of: [daily], try Self.options()
    ).appSimulation(openings: [], travelling: [flight])
    #expect(played.verdict.echoes == echoes)
    #expect(played.verdict.missedFirst == 0 && played.verdict.unexpected == 0)
    #expect(played.diagnostics.contains { $0.code == "hours-skipped" } == isSkipped)
  }

  @Test func `without the option, a date keeps the zone of the plan`() throws {
    let event = try TestCalendars.event(start: "20280110T080000")
    var options = try Self.options()
    options.deviceCalendar = .other
    let flight = ZoneChange(
      at: try TestCalendars.instant("2028-01-05T10:00:00Z"),
      to: try TestCalendars.zone("America/New_York"))
    let never = try Compilation(
      of: [event], options
    ).appSimulation(openings: [], travelling: [flight])
    #expect(never.fires.map(\.at.description) == ["2028-01-10T07:00:00Z"])
    #expect(never.verdict.missedFirst == 1 && never.verdict.unexpected == 1)
    let renewed = try Compilation(
      of: [event], options
    ).appSimulation(openings: [flight.at], travelling: [flight])
    #expect(renewed.fires.map(\.at.description) == ["2028-01-10T13:00:00Z"])
    #expect(renewed.verdict.missedFirst == 0 && renewed.verdict.unexpected == 0)
  }
}
