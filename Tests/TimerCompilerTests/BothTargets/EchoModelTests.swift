import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing
import TimerCompiler

/// Compares the fires of plans and apps with a separate model of the documentation.
@Suite struct EchoModelTests {
  private struct Instance {
    let event: CalendarComponent
    let options: NotificationOptions
    let zone: Zone
    let hasEchoes: Bool
  }

  /// A series in a zone, and a window around its clock change.
  private func instance(_ random: inout SplitMix) throws -> Instance {
    let places = [
      ("Europe/Berlin", "2026-10-25T01:00:00Z"), ("America/New_York", "2026-11-01T06:00:00Z"),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
    ]
    let place = places[random.number(0...places.count - 1)]
    let rules = [
      ("FREQ=HOURLY", true), ("FREQ=HOURLY;BYMINUTE=0,10", true), ("FREQ=HOURLY;BYHOUR=1,2", true),
      ("FREQ=HOURLY;BYDAY=SA,SU", true), ("FREQ=MINUTELY;INTERVAL=20", true),
      ("FREQ=MINUTELY;INTERVAL=50", true), ("FREQ=SECONDLY;INTERVAL=1800", true),
      ("FREQ=HOURLY;INTERVAL=2", false), ("FREQ=HOURLY;INTERVAL=6", false),
      ("FREQ=DAILY;BYHOUR=1,2,3", false),
    ]
    let rule = rules[random.number(0...rules.count - 1)]
    let triggers = ["PT0S", "-PT20M", "-PT30M", "-PT1H", "-PT2H", "PT10M", "PT0S+2xPT20M"]
    let start = "\(place.0):20251201T0\(random.number(0...3))\(random.number(1...5))000"
    let event = try TestCalendars.event(
      start: start, rule: rule.0, alarms: [triggers[random.number(0...triggers.count - 1)]])
    // Before the change, within its passes, or after it.
    let shift = random.oneIn(3) ? random.number(-4_000...4_000) : -random.number(1...10) * 86_400
    let now = try TestCalendars.instant(place.1) + shift
    var options = try TestCalendars.options(
      now: now.description, zone: place.0, horizon: "P\(random.number(1...12))D",
      limit: random.number(1...40))
    if random.oneIn(5) { options.repeatedHour = .once }
    return Instance(
      event: event, options: options, zone: try TestCalendars.zone(place.0),
      hasEchoes: rule.1 && options.repeatedHour == .either)
  }

  private struct Alert: Hashable {
    let at: Instant
    let repetition: Int
  }

  /// The expected fires in the window, and their echoes there.
  private func model(_ instance: Instance) -> (expected: Set<Alert>, echoes: Set<Alert>) {
    var wide = instance.options
    wide.now = instance.options.now + -86_400
    wide.horizon = CalendarDuration(days: 15)
    let all = Set(
      TestCalendars.fires([instance.event], wide.compiler).map {
        Alert(at: $0.at, repetition: $0.repetition)
      })
    let (now, end) = (instance.options.now, instance.options.window.upperBound)
    let expected = all.filter { $0.at > now && $0.at < end }
    guard instance.hasEchoes else { return (expected, []) }
    // Half an hour in Lord Howe, else an hour.
    let echoes = all.flatMap { alert in
      [-3_600, -1_800, 1_800, 3_600].map {
        Alert(at: alert.at + $0, repetition: alert.repetition)
      }.filter { instance.zone.civil(at: $0.at) == instance.zone.civil(at: alert.at) }
    }.filter { !all.contains($0) && $0.at > now && $0.at < end }
    return (expected, Set(echoes))
  }

  private func check(
    _ fires: [ListedFire], _ verdict: Verdict, _ instance: Instance, _ seed: Int
  ) {
    let (expected, allowed) = model(instance)
    var left = expected
    var echoes = allowed
    var unexpected = 0
    for fire in fires {
      let alert = Alert(at: fire.at, repetition: fire.repetition)
      if echoes.remove(alert) != nil {
        #expect(fire.isEcho, "seed \(seed): \(fire.at)")
      } else {
        #expect(!fire.isEcho, "seed \(seed): \(fire.at)")
        if left.remove(alert) == nil { unexpected += 1 }
      }
    }
    #expect(verdict.echoes == allowed.count - echoes.count, "seed \(seed)")
    #expect(verdict.unexpected == unexpected, "seed \(seed)")
    #expect(verdict.missedFirst == left.count { $0.repetition == 0 }, "seed \(seed)")
    #expect(verdict.missedRepeats == left.count { $0.repetition > 0 }, "seed \(seed)")
  }

  @Test(arguments: 0..<12)
  func `a plan and an app fire the expected fires and echoes, and report both`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let instance = try instance(&random)
    let plan = Compilation(of: [instance.event], instance.options).plan
    let simulated = plan.simulated(onDeviceIn: instance.options.deviceZone)
    // The simulated app doesn't remove requests on time, so late fires count as unexpected.
    if plan.requests.allSatisfy({ $0.removeBy == nil }) {
      check(simulated, plan.verdict, instance, seed)
      #expect(plan.verdict.unexpected == 0, "seed \(seed)")
      let opening = [instance.options.now + 40_000]
      let simulation = try Compilation(
        of: [instance.event], instance.options
      ).appSimulation(openings: opening)
      check(simulation.fires, simulation.verdict, instance, seed)
    }
    let timers = TimerPlan(of: [instance.event], instance.options.timers)
    #expect(timers.exactUntil == nil, "seed \(seed)")
    #expect(timers.echoes <= model(instance).echoes.count, "seed \(seed)")
  }

  @Test(arguments: 0..<12)
  func `an echo costs neither a slot nor a fire`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(1_000 + seed))
    let instance = try instance(&random)
    var strict = instance.options
    strict.repeatedHour = .once
    var lenient = strict
    lenient.repeatedHour = .either
    let once = Compilation(of: [instance.event], strict).plan
    let either = Compilation(of: [instance.event], lenient).plan
    #expect(either.verdict.missedFirst <= once.verdict.missedFirst, "seed \(seed)")
    let ends = [either, once].map { $0.exactUntil ?? $0.horizonEnd }
    #expect(ends[0] >= ends[1], "seed \(seed)")
    if ends[0] == ends[1], either.verdict.missedFirst == once.verdict.missedFirst,
      either.verdict.missedRepeats == once.verdict.missedRepeats,
      either.repeatsUntil == once.repeatsUntil
    {
      #expect(either.requests.count <= once.requests.count, "seed \(seed)")
    }
  }
}
