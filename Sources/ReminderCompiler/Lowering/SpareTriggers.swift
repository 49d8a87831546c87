import CivilTime
import NotificationTriggers

/// Repeating triggers that answer one fire before the horizon, in place of its one-shot.
///
/// They save no slot, and a daily series with a hole has hundreds of them: so they are looked for
/// only when it is known which fires are left to one-shots, beside which triggers.
struct SpareTriggers: Sendable {
  private let test: CandidateTest
  private let prover: TriggerProver

  /// Makes a look-up of what a search left out.
  init(_ test: CandidateTest, _ prover: TriggerProver) {
    self.test = test
    self.prover = prover
  }

  /// The triggers that can stand in for one-shots, each with the fire that it answers.
  ///
  /// - Parameters:
  ///   - singles: The fires.
  ///   - triggers: The triggers that are used beside them.
  ///   - group: The group of both.
  /// - Returns: The triggers, no fire of which any other answers, by the fire in whose place they
  ///   stand.
  func triggers(
    for singles: ArraySlice<Instant>, beside triggers: [AnsweringTrigger], of group: FireGroup
  ) -> [Instant: ProvenTrigger] {
    let wanted = test.wanted
    var taken = triggers.map { trigger in
      var fires = wanted.fires(
        of: trigger.proven.trigger.pattern,
        days: test.table.days(of: trigger.proven.trigger.pattern.days)
          ?? DaySet(in: test.table.dayRange), clockChangesMatter: true)
      if let removeBy = trigger.proven.removeBy { fires.removeAll(from: removeBy) }
      return fires
    }
    var found: [Instant: ProvenTrigger] = [:]
    for single in singles where !wanted.zone.isSecondPass(single) {
      let civil = wanted.zone.civil(at: single)
      let time = TimeClass.time(civil.time)
      let classes = DayClasses(ofDay: civil.date.dayNumber)
      for days in [classes.ordinalWeekday, classes.date] {
        guard let candidate = test.candidate(days, time, clockChangesMatter: true),
          candidate.firstUnasked == nil, candidate.answered == 1,
          !taken.contains(where: { candidate.allFires.firstCommon(with: $0) != nil }),
          let trigger = test.trigger(candidate.pattern, of: group),
          case .proven(let answering) = prover.prove(candidate, trigger, end: wanted.end),
          answering.answered.elementsEqual([single])
        else { continue }
        taken.append(candidate.allFires)
        found[single] = answering.proven
        break
      }
    }
    return found
  }
}
