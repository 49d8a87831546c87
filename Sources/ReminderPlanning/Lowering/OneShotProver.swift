package import CivilTime
import NotificationTriggers
import ReminderExpansion
package import ReminderOptions

/// Makes one-shots and proves them by simulation, like other triggers.
package struct OneShotProver: Sendable {
  /// The wall clocks that a trigger can use, in order of preference.
  private let clocks: [TriggerZone]
  private let options: NotificationOptions

  /// Makes the prover for a reminder in a zone, which can follow the device.
  package init(in zone: Zone, isFloating: Bool = false, _ options: NotificationOptions) {
    self.options = options
    let floats = isFloating && options.layer.floatsDates && options.deviceCalendar == .gregorian
    clocks =
      switch options.layer.oneShots {
      case .pinned:
        (zone.isSearchable(from: options.now) ? [floats ? .floating : .pinned(zone)] : [])
          + [.pinned(.gmt)]
      case .absolute: [.pinned(.gmt)]
      case .floating: [.floating]
      }
  }

  /// Returns the one-shot of a fire; nil if the layer lacks an exact one.
  ///
  /// A pinned one-shot is a full date in the series' zone, or in GMT if only that is exact.
  package func proven(at fire: Instant) -> ProvenTrigger? {
    for clock in clocks {
      let zone = clock.zone(onDeviceIn: options.deviceZone)
      guard zone == .gmt || !zone.isSecondPass(fire) else { continue }
      let civil = zone.civil(at: fire)
      guard let pattern = CalendarPattern(.once(civil.date), at: .time(civil.time)),
        let trigger = trigger(pattern, by: clock),
        trigger.nextFire(after: options.now, deviceZone: options.deviceZone) == fire
      else { continue }
      return ProvenTrigger(
        provingThat: .calendar(trigger), provenUntil: .endOfProof, nextFire: fire,
        form: fire.basicFormat)
    }
    return nil
  }

  private func trigger(_ pattern: CalendarPattern, by clock: TriggerZone) -> CalendarTrigger? {
    clock == .floating
      ? CalendarTrigger(pattern, floatingWith: .dateMatching)
      : CalendarTrigger(pattern: pattern, zone: clock)
  }
}

extension Zone {
  /// Returns whether the system finds dates in the zone from an instant on.
  ///
  /// Foundation searches in full minutes and hours of UTC. If an offset has seconds, it returns nil
  /// for many existing dates and is unreliable for the others.
  func isSearchable(from now: Instant) -> Bool {
    isIANA && wholeMinutesStart.map { $0 <= now } ?? false
  }
}

/// Finds repeating triggers that answer one fire before the horizon, in place of its one-shot.
///
/// They save no slots, and a daily series with an exception has hundreds of them. So they are
/// searched only after selection, for the fires that one-shots answer.
struct OneShotReplacements: Sendable {
  let test: CandidateTest
  let prover: TriggerProver

  func triggers(
    for singles: ArraySlice<Instant>, beside triggers: [AnsweringTrigger], of group: FireGroup
  ) -> [Instant: ProvenTrigger] {
    let schedule = test.schedule
    var taken = triggers.map { trigger in
      guard let pattern = trigger.proven.pattern else {
        var fires = InstantSet(in: schedule.zone, days: test.table.dayRange)
        fires.insert(contentsOf: Array(trigger.answered))
        return fires
      }
      var fires = schedule.fires(
        of: pattern,
        days: test.table.days(of: pattern) ?? DaySet(in: test.table.dayRange),
        clockChangesMatter: true)
      if let removeBy = trigger.proven.removeBy { fires.removeAll(from: removeBy) }
      return fires
    }
    var found: [Instant: ProvenTrigger] = [:]
    for single in singles where !schedule.zone.isSecondPass(single) {
      let civil = schedule.zone.civil(at: single)
      let time = TimeClass.time(civil.time)
      let classes = ClassesOfDay(ofDay: civil.date.dayNumber)
      let failing = test.failingChanges(at: time)
      for days in [classes.ordinalWeekday, classes.date] {
        guard
          let candidate = test.candidate(
            on: days, at: time, clockChangesMatter: true, failing: failing),
          candidate.firstUnexpected == nil, candidate.answered == 1,
          !taken.contains(where: { candidate.allFires.firstCommon(with: $0) != nil }),
          let trigger = test.trigger(candidate.pattern),
          case .proven(let answering) = prover.prove(candidate, trigger: trigger, end: schedule.end),
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
