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

/// Of two alarms of a component at one instant, one rings if it shows all that the other shows.
@Suite struct FullerFireTests {
  /// An alarm at 08:45 on 5 January: a quarter of an hour before the start, or an instant.
  private static func alarm(
    _ text: String?, isInstant: Bool = false, _ action: Alarm.Action = .display
  ) throws -> Alarm {
    var alarm =
      isInstant
      ? Alarm(.absolute(try TestCalendars.instant("2026-01-05T07:45:00Z")))
      : try TestCalendars.alarm("-PT15M")
    alarm.text = text
    alarm.action = action
    return alarm
  }

  private func event(_ alarms: [Alarm?], uid: String = "event") throws -> CalendarComponent {
    var event = try TestCalendars.event(
      uid, start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", title: "Call")
    event.alarms = alarms
    return event
  }

  /// The alarms that ring at 08:45 on 5 January, by UID and index, in a listing and in a plan.
  private func ringing(
    _ components: [CalendarComponent], levels: [String] = []
  ) throws -> [String] {
    var options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P5D")
    options.compiler.levels = try levels.map { try #require(LevelRule($0)) }
    let plan = Compilation(of: components, options).plan
    #expect(plan.exactUntil == nil)
    let fires = TestCalendars.fires(components, options.compiler)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == fires.map(\.at))
    return fires.map { "\($0.uid ?? "") \($0.alarm ?? -1)" }
  }

  @Test(
    arguments: [
      // An instant of a recurring event shows no times.
      ([try alarm(nil), try alarm(nil, isInstant: true)], [0]),
      ([try alarm(nil, isInstant: true), try alarm(nil)], [1]),
      ([try alarm("Bring notes"), try alarm("Bring notes", isInstant: true)], [0]),
      ([try alarm("Bring notes"), try alarm(nil, isInstant: true)], [0]),
      // Each shows what the other lacks.
      ([try alarm(nil), try alarm("Bring notes", isInstant: true)], [0, 1]),
      // A text that repeats the title adds nothing.
      ([try alarm("Call"), try alarm("")], [0]),
      ([try alarm("Call"), try alarm("Bring notes")], [1]),
      ([try alarm("", .audio), try alarm("Bring notes")], [1]),
      ([try alarm("Bring notes"), try alarm(nil, .audio)], [0]),
      // Different texts stay apart, even if one contains the other.
      ([try alarm("Bring notes"), try alarm("Bring notes and tea")], [0, 1]),
      // The last one is a part of both others.
      ([try alarm("Notes"), try alarm("Tea"), try alarm(nil, isInstant: true)], [0, 1]),
      (
        [try alarm(nil, isInstant: true), try alarm("Tea", isInstant: true), try alarm("Tea")], [2]
      ),
    ] as [([Alarm], [Int])])
  func `the fuller one of two alarms rings`(alarms: [Alarm], due: [Int]) throws {
    #expect(try ringing([event(alarms)]) == due.map { "event \($0)" })
  }

  @Test func `a text is also what an event without a title shows`() throws {
    var untitled = try event([Self.alarm("Bring notes"), Self.alarm(nil)])
    untitled.title = ""
    #expect(try ringing([untitled]) == ["event 0"])
  }

  @Test func `a fuller alarm of another event doesn't silence one`() throws {
    let fuller = try event([Self.alarm("Bring notes")], uid: "a")
    let plain = try event([Self.alarm(nil)], uid: "b")
    #expect(try ringing([fuller, plain]) == ["a 0", "b 0"])
    // The copies of both alarms ring once.
    let both = try ["a", "b"].map {
      try event([Self.alarm("Bring notes"), Self.alarm(nil)], uid: $0)
    }
    #expect(try ringing(both) == ["a 0"])
    #expect(try ringing([fuller, both[1]]) == ["a 0"])
    #expect(try ringing([plain, both[0]]) == ["a 0", "b 0"])
  }

  @Test func `a weaker alarm doesn't replace a stronger one that shows less`() throws {
    let alarms = [try Self.alarm("Bring notes"), try Self.alarm(nil, .audio)]
    #expect(
      try ringing([event(alarms)], levels: ["time-sensitive=ACTION:AUDIO"])
        == ["event 0", "event 1"])
    #expect(
      try ringing([event(alarms)], levels: ["time-sensitive=ACTION:DISPLAY"]) == ["event 0"])
    // A repeat can lack a slot, so it doesn't replace a first alert.
    var early = try TestCalendars.alarm("-PT30M+1xPT15M")
    early.text = "Bring notes"
    #expect(
      try ringing([event([early, Self.alarm(nil)])]) == ["event 0", "event 0", "event 1"])
  }

  @Test func `the request of the fuller alarm keeps its identifier`() throws {
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z")
    let fuller = try event([Self.alarm("Bring notes")])
    let both = try event([Self.alarm("Bring notes"), Self.alarm(nil, .audio)])
    let plan = Compilation(of: [both], options).plan
    #expect(
      plan.requests.map(\.identifier)
        == Compilation(of: [fuller], options).plan.requests.map(\.identifier))
    #expect(plan.requests.map(\.trigger.repeats) == plan.requests.map { _ in true })
    #expect(plan.diagnostics.map(\.code) == ["fires-equal"])
  }

  @Test func `ten thousand alarms at one instant are compared in linear time`() throws {
    let texts = (0..<5_000).map { "Text \($0)" }
    let event = try event(
      texts.map { try Self.alarm($0) } + texts.map { _ in try Self.alarm(nil) })
    let options = try TestCalendars.compilerOptions(now: "2026-01-04T00:00:00Z", horizon: "P5D")
    let clock = ContinuousClock()
    let start = clock.now
    #expect(TestCalendars.fires([event], options).count == 5_000)
    #expect(clock.now - start < .seconds(60))
  }
}
