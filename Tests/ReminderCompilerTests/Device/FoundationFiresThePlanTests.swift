import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// Foundation's calendar fires the plan's JSON, without this package's simulator.
@Suite struct FoundationFiresThePlanTests {
  /// Identifies a fire: the reminder, the number of the repeat, and the content.
  private struct Alert: Hashable {
    let uid: String
    let alarm: Int
    let repetition: Int
    let title: String
    let at: Date
  }

  /// A plan, its expected alerts, and the alerts that Foundation fires.
  private struct Run {
    let plan: ReadPlan
    /// Triggers that the search accepted and the simulation rejected.
    let refusals: [String]
    let expected: Set<Alert>
    let dueNow: Set<Alert>
    var answered: Set<Alert> = []
    var unexpected: [Alert] = []

    init(_ calendar: RandomCalendar) throws {
      let compiled = Compilation(of: calendar.components, calendar.options).plan
      refusals = compiled.diagnostics.filter { $0.code == "trigger-refused" }.map(\.message)
      plan = try ReadPlan(compiled)
      let fires = Set(
        TestCalendars.fires(calendar.components, calendar.options.compiler).map {
          Alert(
            uid: $0.uid ?? "", alarm: $0.alarm ?? -1, repetition: $0.repetition, title: $0.title,
            at: $0.at.date)
        })
      let now = plan.now
      dueNow = fires.filter { $0.at == now }
      expected = fires.subtracting(dueNow)
    }
  }

  @Test(arguments: 0..<12)
  func `a plan's fires match the calendar up to its promised end`(_ block: Int) throws {
    for case_ in 0..<10 {
      let seed = UInt64(block * 1_000 + case_)
      let calendar = try RandomCalendar(seed: seed)
      try play(calendar, "seed \(seed): \(calendar)")
    }
  }

  private func play(_ calendar: RandomCalendar, _ name: String) throws {
    var run = try Run(calendar)
    let plan = run.plan
    let device = try #require(FoundationDevice(zoneNamed: calendar.deviceZone))
    #expect(run.refusals.isEmpty, "\(run.refusals): \(name)")
    #expect(plan.requests.count <= calendar.options.limit - calendar.options.reserve, "\(name)")
    #expect(
      Set(plan.requests.map(\.identifier)).count == plan.requests.count, "identifiers: \(name)")
    #expect(plan.requests.map(\.rank) == Array(1..<plan.requests.count + 1), "\(name)")
    for request in plan.requests {
      let fires = try #require(
        device.fires(of: request.trigger, addedAt: plan.now, until: plan.horizonEnd),
        "calendar without zone or the reverse: \(request.identifier) \(name)")
      // A trigger without a fire date in the window may be a yearly one that fires next year.
      if let first = fires.first {
        #expect(first == request.nextFire, "\(request.identifier) \(name)")
      } else {
        #expect(request.nextFire >= plan.horizonEnd, "\(request.identifier) \(name)")
      }
      for fire in fires {
        let alert = Alert(
          uid: request.uid, alarm: request.alarm, repetition: request.repeat,
          title: request.content.title, at: fire)
        let isOver = request.removeBy.map { fire >= $0 } ?? false
        if !isOver {
          #expect(
            run.expected.contains(alert), "unexpected \(fire) of \(request.identifier): \(name)")
        }
        if fire < request.provenUntil {
          #expect(run.expected.contains(alert), "unproven \(fire): \(name)")
        }
        if isOver || !run.expected.contains(alert) || !run.answered.insert(alert).inserted {
          run.unexpected.append(alert)
        }
      }
    }
    checkPromises(run, name)
    checkDropped(run, calendar, name)
  }

  private func checkPromises(_ run: Run, _ name: String) {
    let missed = run.expected.subtracting(run.answered)
    let wrong = Array(missed) + run.unexpected
    let exactUntil = wrong.filter { $0.repetition == 0 }.map(\.at).min()
    let repeatsUntil = wrong.filter { $0.repetition > 0 }.map(\.at).min()
    #expect(run.plan.exactUntil == exactUntil, "exactUntil: \(name)")
    #expect(run.plan.repeatsUntil == repeatsUntil, "repeatsUntil: \(name)")
    let renewBy = (run.plan.requests.map(\.removeBy) + [exactUntil]).compactMap { $0 }.min()
    #expect(run.plan.renewBy == renewBy, "renewBy: \(name)")
  }

  private func checkDropped(_ run: Run, _ calendar: RandomCalendar, _ name: String) {
    let missed = run.expected.subtracting(run.answered)
    let dropped = run.plan.dropped
    #expect(
      run.answered.count + dropped.reduce(0) { $0 + $1.count }
        == run.expected.count + run.dueNow.count, "sum: \(name)")
    let renewal = calendar.options.renewal.date
    for entry in dropped {
      let fires: [Date] = (entry.reason == "due-now" ? run.dueNow : missed)
        .filter {
          $0.uid == entry.uid && $0.alarm == entry.alarm
            && (entry.reason == "due-now"
              || ($0.repetition > 0) == (entry.reason == "repeat-limit"))
        }.map(\.at).sorted()
      #expect(entry.count == fires.count, "\(entry) \(name)")
      #expect(
        entry.countBeforeRenewal == fires.filter { $0 < renewal }.count, "\(entry) \(name)")
      #expect(entry.first == fires.first, "\(entry) \(name)")
      #expect(entry.last == fires.last, "\(entry) \(name)")
    }
  }
}
