import CivilTime
import Foundation
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import TimerCompiler

/// Compares a plan's fires in the simulator with the expected fires.
struct PlanAgreement {
  private let plan: Plan
  private let options: NotificationOptions
  private let expected: ExpectedFireSet

  /// Creates a comparison of a calendar's plan with its expected fires.
  init(_ plan: Plan, _ options: NotificationOptions, _ expected: ExpectedFireSet) {
    self.plan = plan
    self.options = options
    self.expected = expected
  }

  /// Ends the process if the plan breaks a promise.
  func check() {
    checkRequests()
    checkFires()
    checkCounts()
    checkDocument()
  }

  private func checkRequests() {
    expect(plan.requests.count <= options.slots, "more requests than slots")
    expectEqual(
      Set(plan.requests.map(\.identifier)).count, plan.requests.count, "identifiers that differ")
    expectEqual(
      plan.requests.map(\.rank), Array(plan.requests.indices.map { $0 + 1 }), "the ranks")
    for request in plan.requests {
      let first = request.trigger.nextFire(
        after: plan.now, addedAt: request.countsFrom ?? plan.now, deviceZone: options.deviceZone)
      expect(request.nextFire > plan.now, "\(request.identifier) fires next before now")
      expect(
        first == request.nextFire,
        "\(request.identifier) fires next at \(request.nextFire), and in the simulator at "
          + "\(first?.description ?? "no time")")
    }
  }

  /// The fires of the requests if each is removed in time, without echoes.
  private var fired: [ListedFire] {
    let removals = Dictionary(
      plan.requests.map { ($0.identifier, $0.removeBy) }, uniquingKeysWith: { first, _ in first })
    return plan.simulated(onDeviceIn: options.deviceZone).filter { fire in
      guard let identifier = fire.identifier, let removal = removals[identifier] ?? nil else {
        return !fire.isEcho
      }
      return !fire.isEcho && fire.at < removal
    }
  }

  private func checkFires() {
    let fired = fired
    for (isRepeat, end) in [(false, plan.exactUntil), (true, plan.repeatsUntil)] {
      let end = end ?? plan.horizonEnd
      func matters(_ fire: ListedFire) -> Bool {
        fire.at > plan.now && fire.at < end && (fire.repetition > 0) == isRepeat
      }
      let found = fired.filter(matters).map(ExpectedFireKey.init).sorted()
      let wanted = expected.all.filter(matters).map(ExpectedFireKey.init).sorted()
      expect(
        found == wanted,
        "up to \(end) a plan for \(isRepeat ? "repeats" : "first alerts") has unexpected fires: "
          + "\(Set(found).subtracting(wanted).sorted()), and misses: "
          + "\(Set(wanted).subtracting(found).sorted()), \(found.count) for \(wanted.count)")
    }
  }

  /// Every expected fire is covered or counted as dropped.
  private func checkCounts() {
    expectEqual(plan.fireCount, expected.all.count, "the number of fires")
    func dropped(_ reason: DroppedFires.Reason) -> Int {
      plan.dropped.filter { $0.reason == reason }.reduce(0) { $0 + $1.count }
    }
    expectEqual(plan.verdict.missedFirst, dropped(.limit), "missed first alerts")
    expectEqual(plan.verdict.missedRepeats, dropped(.repeatLimit), "missed repeats")
    expectEqual(
      dropped(.dueNow), expected.all.count { $0.at == plan.now }, "fires that are due now")
    guard plan.verdict.unexpected == 0 else { return }
    expectEqual(
      fired.count + plan.dropped.reduce(0) { $0 + $1.count }, plan.fireCount,
      "planned or dropped fires")
    expectEqual(
      plan.exactUntil == nil, plan.verdict.missedFirst == 0, "whether the plan is exact")
  }

  /// Writing and reading the plan gives the same plan.
  private func checkDocument() {
    guard
      let json = try? plan.json(),
      let stored = try? StoredPlan(json: json),
      let difference = try? PlanDifference(from: stored, to: stored)
    else { fatalError("a plan can't be written or read") }
    expectEqual(stored.identifiers, plan.requests.map(\.identifier), "the identifiers as read")
    expect(difference.isEmpty, "a plan differs from itself")
  }
}

/// Compares the elapses of a plan's systemd timers with the expected fires.
struct TimerAgreement {
  private let plan: TimerPlan
  private let options: TimerOptions
  private let expected: ExpectedFireSet

  /// Creates a comparison of a calendar's timers with its expected fires.
  init(_ plan: TimerPlan, _ options: TimerOptions, _ expected: ExpectedFireSet) {
    self.plan = plan
    self.options = options
    self.expected = expected
  }

  /// Ends the process if the timers break a promise.
  func check() {
    let timers = plan.files.filter { $0.name.hasSuffix(".timer") }
    expect(
      plan.timerCount <= options.limit.map { max(0, $0 - options.reserve) } ?? .max,
      "more timers than slots")
    expect(timers.count <= plan.timerCount, "more timers than their count")
    expectEqual(
      Set(plan.files.map(\.name)).count, plan.files.count, "the number of different unit names")
    expectEqual(plan.fireCount, expected.all.count, "the number of fires")
    let elapses = timers.reduce(into: Set<Instant>()) { $0.formUnion(self.elapses(of: $1)) }
    checkFirstAlerts(elapses)
    checkAll(elapses)
  }

  private func elapses(of timer: TimerPlan.File) -> [Instant] {
    let key = "OnCalendar="
    let lines = timer.text.split(separator: "\n").filter { $0.hasPrefix(key) }
    let expressions = lines.map { line in
      guard let expression = try? CalendarExpression(parsing: String(line.dropFirst(key.count)))
      else { fatalError("systemd would reject \(line)") }
      return expression
    }
    guard plan.now + 1 < plan.horizonEnd else { return [] }
    return CalendarExpression.elapses(
      of: expressions, in: plan.now + 1..<plan.horizonEnd, localZone: options.deviceZone,
      zone: CompilationInput.zone(named:))
  }

  private func checkFirstAlerts(_ elapses: Set<Instant>) {
    let end = plan.exactUntil ?? plan.horizonEnd
    let wanted = expected.all.filter { $0.repetition == 0 && $0.at > plan.now && $0.at < end }
    let missed = Set(wanted.map(\.at)).subtracting(elapses)
    expect(missed.isEmpty, "up to \(end) timers miss \(missed.sorted())")
  }

  /// All other elapses are echoes, and their number is as promised.
  private func checkAll(_ elapses: Set<Instant>) {
    let end = min(plan.exactUntil ?? plan.horizonEnd, plan.repeatsUntil ?? plan.horizonEnd)
    let wanted = Set(expected.all.map(\.at).filter { $0 > plan.now && $0 < end })
    let missed = wanted.subtracting(elapses)
    expect(missed.isEmpty, "up to \(end) timers miss repeats at \(missed.sorted())")
    let others = elapses.filter { $0 < end }.subtracting(wanted)
    expect(
      others.count <= plan.echoes,
      "up to \(end) timers elapse unexpectedly at \(others.sorted()), with \(plan.echoes) echoes")
  }
}
