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

/// Alarms are silent in pauses and on the days of calendars.
@Suite struct SilenceRuleTests {
  @Test(arguments: [
    ("2026-12-24..2027-01-06", true), ("2026-12-24", true), ("2026-12-24..2026-12-24", true),
    ("2026-12-24..2027-01-06=CATEGORIES:work", true), ("2026-12-24..2026-12-23", false),
    ("2026-02-30", false), ("2026-12-24..", false), ("..2026-12-24", false), ("", false),
    ("2026-12-24-2027-01-06", false), ("2026-12-24T00:00..2026-12-25", false),
    ("2026-12-24=nonsense", false),
  ])
  func `a pause is one or two days, with a rule or without`(text: String, isPause: Bool) {
    #expect((SilenceRule(text) != nil) == isPause)
  }

  @Test func `options keep their pauses in JSON`() throws {
    var options = try TestCalendars.compilerOptions(now: "2026-01-01T12:00:00Z")
    options.silences = try ["2026-12-24..2027-01-06=UID:a", "2026-05-01"].map {
      try #require(SilenceRule($0))
    }
    let json = try JSONEncoder().encode(options)
    #expect(try JSONDecoder().decode(CompilerOptions.self, from: json) == options)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        CompilerOptions.self,
        from: Data(
          #"{"now":"2026-01-01T12:00:00Z","timeZone":"GMT","pauses":["2026-13-01"]}"#.utf8))
    }
  }

  /// The expected fires are those without silences, less those on the days of the device.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Auckland"])
  func `silent are the fires of the days and the repeats of their alerts`(_ zone: String) throws {
    var random = SplitMix(seed: 48)
    let rules = [
      "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH,SU", "FREQ=HOURLY;INTERVAL=5", "FREQ=MONTHLY",
    ]
    for round in 0..<24 {
      let hour = ["00", "02", "09", "23"].randomElement(using: &random) ?? "09"
      let reference =
        ["", "Europe/Berlin:", "America/New_York:"].randomElement(using: &random) ?? ""
      var event = try TestCalendars.event(
        start: "\(reference)20260105T\(hour)3000", rule: rules[round % rules.count],
        alarms: ["-PT40M"])
      event.alarms[0]?.repeatCount = round % 3
      event.alarms[0]?.repeatInterval = CalendarDuration(seconds: 1_800)
      var options = try TestCalendars.options(now: "2026-02-10T12:00:07Z", zone: zone)
      let all = TestCalendars.fires([event], options.compiler)
      let first = CivilDate(dayNumber: 20_500 + Int.random(in: 0..<200, using: &random))
      let last = CivilDate(
        dayNumber: first.dayNumber + Int.random(in: 0..<20, using: &random))
      let isInverted = round % 4 == 3
      options.silences =
        isInverted
        ? [SilenceRule(try days(first, last, options), isInverted: true)]
        : [try #require(SilenceRule("\(first)..\(last)"))]
      func isSilent(_ instant: Instant) -> Bool {
        let day = options.deviceZone.civil(at: instant).date
        return (first...last).contains(day) != isInverted
      }
      let expected = all.filter { fire in
        !isSilent(fire.at) && !isSilent(fire.at + -1_800 * fire.repetition)
      }
      let fires = TestCalendars.fires([event], options.compiler)
      #expect(fires.map(\.at) == expected.map(\.at), "round \(round)")
      let plan = Compilation(of: [event], options).plan
      let end =
        [plan.exactUntil, plan.verdict.repeatsUntil].compactMap(\.self).min() ?? plan.horizonEnd
      let simulated = plan.simulated(onDeviceIn: options.deviceZone).filter {
        $0.at < end && !$0.isEcho
      }
      #expect(
        simulated.map(\.at) == expected.map(\.at).filter { $0 < end }, "round \(round)")
    }
  }

  /// The days of an all-day event.
  private func days(
    _ first: CivilDate, _ last: CivilDate, _ options: NotificationOptions
  ) throws -> CalendarDays {
    var event = CalendarComponent(
      uid: "days", start: CalendarTime(CivilDateTime(first), isDate: true))
    event.extent = .until(
      CalendarTime(
        CivilDateTime(dayNumber: last.dayNumber + 1, time: .midnight), isDate: true))
    return CalendarDays(
      "days", components: [event], from: options.now, onDeviceIn: options.deviceZone)
  }

  @Test func `a calendar of days says where it ends`() throws {
    var options = try TestCalendars.options(now: "2026-02-10T12:00:00Z")
    let event = try TestCalendars.event(start: "Europe/Berlin:20260105T090000", rule: "FREQ=DAILY")
    let first = CivilDate(dayNumber: 20_600)
    options.silences = [SilenceRule(try days(first, first, options), isInverted: false)]
    let plan = Compilation(of: [event], options).plan
    let note = try #require(plan.diagnostics.first { $0.code == "days-end" })
    #expect(note.message.contains("no entries after \(first)"))
    #expect(plan.fireCount == 364)
    var yearly = CalendarComponent(
      uid: "yearly", start: CalendarTime(CivilDateTime(first), isDate: true))
    yearly.rules = [try RecurrenceRule("FREQ=YEARLY")]
    let endless = CalendarDays(
      "days", components: [yearly], from: options.now, onDeviceIn: options.deviceZone)
    options.silences = [SilenceRule(endless, isInverted: false)]
    #expect(!Compilation(of: [event], options).plan.diagnostics.contains { $0.code == "days-end" })
    options.silences = [
      SilenceRule(
        CalendarDays("none", components: [event], from: options.now, onDeviceIn: .gmt),
        isInverted: false)
    ]
    #expect(Compilation(of: [event], options).plan.diagnostics.contains { $0.code == "days-empty" })
  }

  @Test func `a calendar of days doesn't expand series without an all-day event`() throws {
    let options = try TestCalendars.options(now: "2026-02-10T12:00:00Z")
    let day = CivilDate(dayNumber: 20_600)
    let dense = try TestCalendars.event("dense", start: "20260105T090000Z", rule: "FREQ=MINUTELY")
    // One occurrence of the second series is all-day.
    let mixed = try TestCalendars.event("mixed", start: "20260105T090000Z", rule: "FREQ=DAILY")
    var override = CalendarComponent(
      uid: "mixed", start: CalendarTime(CivilDateTime(day), isDate: true))
    override.recurrenceID = CalendarComponent.RecurrenceID(
      try TestCalendars.time("20260301T090000Z"))
    let days = CalendarDays(
      "days", components: [dense, mixed, override], from: options.now,
      onDeviceIn: options.deviceZone)
    #expect(days.ranges == [20_600..<20_601])
    // Up to 2100, the dense series has more fires than the bound.
    #expect(days.diagnostics.isEmpty)
  }

  /// The instant of the plan, the silence, and the end of the nag in UTC; nil for none.
  private static let nags: [(String, String, String?)] = [
    // The days are those of Berlin.
    ("2026-02-09T22:59:59Z", "2026-02-10..2026-02-11", "2026-02-09T23:00:00Z"),
    ("2026-02-09T23:00:00Z", "2026-02-10..2026-02-11", nil),
    ("2026-02-11T22:59:59Z", "2026-02-10..2026-02-11", nil),
    ("2026-02-11T23:00:00Z", "2026-02-10..2026-02-11", "endless"),
    ("2026-02-10T12:00:00Z", "2026-02-10=UID:other", "endless"),
    ("2026-02-10T12:00:00Z", "2026-02-10=UID:taxes", nil),
    // Beyond the horizon.
    ("2026-02-10T12:00:00Z", "2027-02-11", "endless"),
  ]

  @Test(arguments: nags)
  func `an overdue to-do nags neither on a silent day nor into one`(
    now: String, silence: String, end: String?
  ) throws {
    var toDo = CalendarComponent(.toDo, uid: "taxes")
    toDo.extent = .until(try TestCalendars.time("20260201T090000Z"))
    var options = try TestCalendars.options(now: now)
    options.overdueNag = TimeIntervalTrigger(interval: 1_800, repeats: true)
    options.silences = [try #require(SilenceRule(silence))]
    let plan = Compilation(of: [toDo], options).plan
    let removal = try end.flatMap { $0 == "endless" ? nil : try TestCalendars.instant($0) }
    #expect(plan.requests.map(\.uid) == (end == nil ? [] : ["taxes"]))
    #expect(plan.requests.map(\.removeBy) == (end == nil ? [] : [removal]))
    // The app has to remove it in time.
    #expect(plan.renewBy == removal)
    options.noOverrun = [try #require(ReminderRule("UID:taxes"))]
    #expect(Compilation(of: [toDo], options).plan.requests.count == (end == "endless" ? 1 : 0))
  }

  @Test func `an app that renews in time shows no nag on silent days`() throws {
    var toDo = CalendarComponent(.toDo, uid: "taxes")
    toDo.extent = .until(try TestCalendars.time("20260201T090000Z"))
    var options = try TestCalendars.options(now: "2026-02-09T12:00:00Z", horizon: "P5D")
    options.overdueNag = TimeIntervalTrigger(interval: 3_500, repeats: true)
    options.silences = [try #require(SilenceRule("2026-02-10..2026-02-11"))]
    let openings = try (0..<5).map {
      try TestCalendars.instant("2026-02-09T23:00:00Z") + $0 * 86_400
    }
    let playback = try Compilation(of: [toDo], options).appSimulation(openings: openings)
    let days = Set(playback.fires.map { options.deviceZone.civil(at: $0.at).date.description })
    #expect(days == ["2026-02-09", "2026-02-12", "2026-02-13", "2026-02-14"])
  }
}
