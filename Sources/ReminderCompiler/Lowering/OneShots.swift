import CivilTime
import NotificationTriggers

/// Single fires as triggers, simulated like all others.
struct OneShots: Sendable {
  /// The zones whose wall clocks can be named, the first one that is exact.
  private let zones: [Zone]
  private let options: NotificationOptions

  /// Makes one-shots in a zone.
  init(in zone: Zone, _ options: NotificationOptions) {
    self.options = options
    let own = options.capabilities.namesZones ? zone : options.deviceZone
    let found = own.isSearchable(from: options.now) ? [own] : []
    zones = found + (options.capabilities.namesZones ? [.gmt] : [])
  }

  /// The one-shot of a fire: a full date in the series' zone, or in GMT where only that is exact.
  func proven(at fire: Instant) -> ProvenTrigger? {
    for zone in zones where zone == .gmt || !zone.isSecondPass(fire) {
      let civil = zone.civil(at: fire)
      guard let pattern = CalendarPattern(.once(civil.date), .time(civil.time)),
        let trigger = options.capabilities.trigger(pattern, in: zone, isFloating: false),
        trigger.nextFire(after: options.now, deviceZone: options.deviceZone) == fire
      else { continue }
      return ProvenTrigger(
        provingThat: trigger, provenUntil: .endOfProof, removeBy: nil, nextFire: fire,
        form: fire.basicFormat)
    }
    return nil
  }
}

extension Zone {
  /// Whether the system finds dates in the zone from an instant on.
  ///
  /// Foundation's search goes by full minutes and hours of UTC: where an offset has seconds, it
  /// answers nil for many dates that there are, and can't be relied on for the others.
  func isSearchable(from now: Instant) -> Bool {
    isIANA && wholeMinutesStart.map { $0 <= now } ?? false
  }
}

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
