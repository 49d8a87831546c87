import CivilTime
import ReminderCompiler
import SystemdTimers
import TimerCompiler

/// Holds the units of a plan for systemd against what is asked for, by what their text elapses at.
struct TimerAgreement {
  private let plan: TimerPlan
  private let options: TimerOptions
  private let asked: ListedFires

  /// Takes the timers of a calendar and what the calendar asks for.
  init(_ plan: TimerPlan, _ options: TimerOptions, _ asked: ListedFires) {
    self.plan = plan
    self.options = options
    self.asked = asked
  }

  /// Ends the process where the timers break a promise.
  func check() {
    let timers = plan.files.filter { $0.name.hasSuffix(".timer") }
    expect(
      plan.timerCount <= options.limit.map { max(0, $0 - options.reserve) } ?? .max,
      "more timers than slots")
    expect(timers.count <= plan.timerCount, "more timers than are counted")
    expectEqual(Set(plan.files.map(\.name)).count, plan.files.count, "names of units that differ")
    expectEqual(plan.fireCount, asked.all.count, "the number of fires")
    let elapses = timers.reduce(into: Set<Instant>()) { $0.formUnion(self.elapses(of: $1)) }
    checkFirstAlerts(elapses)
    checkAll(elapses)
  }

  private func elapses(of timer: TimerPlan.File) -> [Instant] {
    let key = "OnCalendar="
    let lines = timer.text.split(separator: "\n").filter { $0.hasPrefix(key) }
    let expressions = lines.map { line in
      guard let expression = try? CalendarExpression(parsing: String(line.dropFirst(key.count)))
      else { fatalError("systemd would refuse \(line)") }
      return expression
    }
    guard plan.now + 1 < plan.horizonEnd else { return [] }
    return CalendarExpression.elapses(
      of: expressions, in: plan.now + 1..<plan.horizonEnd, localZone: options.deviceZone,
      zone: CompilationInput.zone(named:))
  }

  private func checkFirstAlerts(_ elapses: Set<Instant>) {
    let end = plan.exactUntil ?? plan.horizonEnd
    let wanted = asked.all.filter { $0.repetition == 0 && $0.at > plan.now && $0.at < end }
    let missed = Set(wanted.map(\.at)).subtracting(elapses)
    expect(missed.isEmpty, "up to \(end) timers miss \(missed.sorted())")
  }

  /// Nothing else elapses but echoes, of which there are as many as is said.
  private func checkAll(_ elapses: Set<Instant>) {
    let end = min(plan.exactUntil ?? plan.horizonEnd, plan.repeatsUntil ?? plan.horizonEnd)
    let wanted = Set(asked.all.map(\.at).filter { $0 > plan.now && $0 < end })
    let missed = wanted.subtracting(elapses)
    expect(missed.isEmpty, "up to \(end) timers miss repeats at \(missed.sorted())")
    let others = elapses.filter { $0 < end }.subtracting(wanted)
    expect(
      others.count <= plan.echoes,
      "up to \(end) timers elapse unasked at \(others.sorted()), with \(plan.echoes) echoes")
  }
}
