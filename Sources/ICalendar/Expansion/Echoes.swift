package import CivilTime

extension SeriesExpansion {
  /// The echoes of an alarm's fires in a range: instants in one pass of a repeated hour whose
  /// wall-clock time a rule with steps of an hour or less asks for in the other pass.
  ///
  /// Mostly these are second passes; an alarm that is counted back from after the clock change can
  /// be due in the second pass, and then the first one is its echo. Whether an instant is asked for
  /// by something else besides, the caller knows. An alarm that was acknowledged was asked for.
  /// Added dates and rules with larger steps have no echoes, nor have changed occurrences.
  ///
  /// - Parameters:
  ///   - alarm: The alarm; snoozes have no echoes.
  ///   - range: Instants, half-open; what is asked for outside of it has its echoes within.
  /// - Returns: The echoes, with what they are echoes of, ascending within each clock change; of an
  ///   alarm that is too dense to be followed, those of the first clock changes.
  package func echoes(of alarm: SeriesAlarm, in range: Range<Instant>) -> [Fire] {
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return [] }
    let lead = quietLead(around: range)
    var movement = QuietMovement(self, of: alarm)
    return askedEchoes(of: alarm, in: range.lowerBound - lead..<range.upperBound).compactMap {
      movement.moved($0.echo, remindingLaterBy: max(0, $0.distance))
    }.filter { range.contains($0.at) }
  }

  /// The echoes as if there were no quiet hours, with how long each comes after its fire, in
  /// seconds.
  private func askedEchoes(
    of alarm: SeriesAlarm, in range: Range<Instant>
  ) -> [(echo: Fire, distance: Int)] {
    guard case .alarm(let place) = alarm, var echoing else { return [] }
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return [] }
    let margin = AlarmLook.longestChange
    let zone = zone
    let lateness = lateness(ofAlarm: place)
    var echoes: [(echo: Fire, distance: Int)] = []
    var left = fireLimit
    for change in zone.transitions(in: range.lowerBound - margin..<range.upperBound + margin)
    where !change.isGap && left > 0 {
      let length = change.offsetBefore - change.offsetAfter
      let passes = change.instant + -length..<change.instant + length
      guard passes.overlaps(range) else { continue }
      echoing.prepare(for: passes.lowerBound - lateness)
      var found = Fires()
      echoing.appendFiresOfMaster(place, in: passes, to: &found)
      found.sortAndCut(to: fireLimit)
      left -= found.count
      echoes += found.compactMap { fire in
        guard let other = zone.otherPass(of: fire.at), range.contains(other),
          !isOwnOccurrence(fire), !isDealtWith(other, fire, place)
        else { return nil }
        let echo = Fire(
          at: other, repetition: fire.repetition, component: fire.component,
          occurrenceStart: fire.occurrenceStart)
        return (echo, other - fire.at)
      }
    }
    return echoes
  }

  /// The series with the occurrences alone that have echoes; nil where none has.
  private var echoing: SeriesExpansion? {
    guard var starts, starts.rules.contains(where: \.rule.stepsWithinAnHour) else { return nil }
    starts.keepRules { $0.rule.stepsWithinAnHour }
    return replacing(starts, components.map(\.withoutAcknowledgement))
  }

  /// How long after its occurrence an alarm's last repeat is due at most, in seconds.
  private func lateness(ofAlarm place: Int) -> Int {
    components.indices.reduce(0) { latest, index in
      guard let alarm = alarm(place, of: index), let timing = timings[index] else { return latest }
      let repeats = max(0, alarm.repeatSpan) + alarm.repeatSlack
      return max(latest, timing.span(of: alarm.trigger).upperBound + repeats)
    }
  }

  /// Whether a fire belongs to the occurrence of an override itself, or to none.
  private func isOwnOccurrence(_ fire: Fire) -> Bool {
    guard let start = fire.occurrenceStart else { return true }
    return fire.component > 0
      && components[fire.component].anchor?.instant(onDeviceIn: deviceZone) == start
  }

  /// Whether the echo of a fire at an instant was acknowledged, as the fire itself would be.
  private func isDealtWith(_ instant: Instant, _ fire: Fire, _ place: Int) -> Bool {
    guard let alarm = alarm(place, of: fire.component),
      let acknowledged = acknowledgement(of: alarm, in: fire.component)
    else { return false }
    return instant <= alarm.silence(ofRepetition: fire.repetition, acknowledged: acknowledged)
  }
}

extension CalendarComponent {
  /// The component as it was before its alarms were acknowledged.
  fileprivate var withoutAcknowledgement: CalendarComponent {
    var component = self
    component.acknowledged = nil
    for index in component.alarms.indices { component.alarms[index]?.acknowledged = nil }
    return component
  }
}
