import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing

/// What becomes of each fire, against plans, playbacks and lists of fires, which count without it.
@Suite struct ChronicleTests {
  private func count(_ chronicle: Chronicle, _ fates: Set<FireFate>) -> Int {
    chronicle.series.reduce(0) { sum, series in fates.reduce(sum) { $0 + series.count($1) } }
  }

  private static let missed: Set<FireFate> = [.missed, .missedRepeat, .unrenewed, .unrenewedRepeat]

  @Test(arguments: UInt64(0)..<60)
  func `each fire that a plan asks for, drops or makes has one fate`(_ seed: UInt64) throws {
    let calendar = try RandomCalendar(seed: seed)
    let (components, options) = (calendar.components, calendar.options)
    let plan = Compiler.plan(for: components, options)
    let chronicle = try Compiler.chronicle(of: plan, for: components, options)
    #expect(chronicle.verdict == plan.verdict, "seed \(seed): \(calendar)")
    #expect(chronicle.omitted == 0 && chronicle.cut == nil)

    let dropped = plan.dropped.filter { $0.reason != .dueNow }
    #expect(
      count(chronicle, Self.missed) == dropped.reduce(0) { $0 + $1.count }, "seed \(seed)")
    #expect(
      count(chronicle, [.missed, .missedRepeat])
        == dropped.reduce(0) { $0 + $1.countBeforeRenewal }, "seed \(seed)")
    #expect(
      count(chronicle, Self.missed.union([.fired, .dueNow])) == plan.fireCount, "seed \(seed)")
    #expect(count(chronicle, [.echo]) == plan.verdict.echoes, "seed \(seed)")
    #expect(count(chronicle, [.unasked, .overstaying]) == plan.verdict.spurious, "seed \(seed)")
    for fate in FireFate.allCases {
      #expect(chronicle.count(fate) == count(chronicle, [fate]))
    }

    let fired = chronicle.series.flatMap(\.events)
      .filter { [.fired, .echo, .unasked, .overstaying].contains($0.fate) }.map(\.at).sorted()
    guard chronicle.series.allSatisfy({ $0.events.count == $0.count }) else { return }
    #expect(fired == plan.simulated(onDeviceIn: options.deviceZone).map(\.at), "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<20)
  func `an app that is opened has the verdict of its playback`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let calendar = try RandomCalendar(seed: seed &+ 1_000)
    let (components, options) = (calendar.components, calendar.options)
    let days = random.number(3...20)
    let openings = stride(
      from: options.now.secondsSince1970, to: options.window.upperBound.secondsSince1970,
      by: days * 86_400
    ).dropFirst(random.number(0...1)).map(Instant.init(secondsSince1970:))
    let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))
    let playback = try Compiler.playback(
      of: components, options, openings: openings, under: controls)
    let chronicle = try Compiler.chronicle(
      of: components, options, openings: openings, under: controls)
    #expect(chronicle.verdict == playback.verdict, "seed \(seed): \(calendar)")
    #expect(chronicle.renewBy == playback.renewBy)
    #expect(chronicle.delays?.tooLate == playback.delays?.tooLate)
    #expect(count(chronicle, [.unrenewed, .unrenewedRepeat]) == 0)
    #expect(
      count(chronicle, [.fired, .delayed, .tooLate, .echo, .unasked, .overstaying])
        == playback.fires.count, "seed \(seed)")
  }

  @Test func `days are those of the device, and stop after three years`() throws {
    let event = try TestCalendars.event(
      start: "Asia/Kolkata:20260101T003000", rule: "FREQ=DAILY", alarms: ["PT0S"])
    var options = try TestCalendars.options(
      now: "2026-01-01T12:00:00Z", zone: "Europe/Berlin", horizon: "P5Y")
    options.renewWithin = try TestCalendars.duration("P5Y")
    let plan = Compiler.plan(for: [event], options)
    let chronicle = try Compiler.chronicle(of: plan, for: [event], options)
    // 00:30 in Kolkata is 20:00 in Berlin of the day before.
    #expect("\(chronicle.days.date(ofDay: 0))" == "2026-01-01")
    #expect(chronicle.days.count == 1_096 && chronicle.days.areCut)
    let series = try #require(chronicle.series.first)
    let days = try #require(series.days(.fired))
    #expect(Array(days) == Array(0..<1_096))
    #expect(series.count == plan.fireCount && plan.fireCount > 1_800)
    #expect(series.events.count == 1_096)
  }

  @Test func `no file takes another one's rows`() throws {
    func event(_ number: Int, in file: String) throws -> CalendarComponent {
      var event = try TestCalendars.event(
        "\(file)-\(number)", start: "Europe/Berlin:20260105T090000", alarms: ["PT0S"])
      event.location = SourceLocation(file: file, line: 1)
      return event
    }
    let loud = try (0..<2_500).map { try event($0, in: "a.ics") }
    let quiet = try (0..<5).map { try event($0, in: "z.ics") }
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 4)
    let plan = Compiler.plan(for: loud + quiet, options)
    let chronicle = try Compiler.chronicle(of: plan, for: loud + quiet, options)
    #expect(chronicle.series.count { $0.location?.file == "z.ics" } == 5)
    #expect(chronicle.series.count + chronicle.omitted == 2_505)
    #expect(chronicle.series.count == 2_000)
    #expect(chronicle.series.allSatisfy { $0.events.count == $0.count })
  }

  @Test func `what waits for a summary says when it is seen`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260102T100000", alarms: ["-PT5M"])
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z")
    let plan = Compiler.plan(for: [event], options)
    let chronicle = try Compiler.chronicle(
      of: plan, for: [event], options,
      under: SystemControls(summary: SummarySchedule("18:00")))
    let told = try #require(chronicle.series.first?.events.first)
    #expect(told.fate == .tooLate)
    #expect(told.seenAt == (try TestCalendars.instant("2026-01-02T17:00:00Z")))
  }
}
