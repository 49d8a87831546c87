package import CivilTime

extension SeriesExpansion {
  /// Returns the echoes of an alarm's fires in a range: instants in one pass of a repeated hour
  /// whose local time is expected in the other pass.
  ///
  /// Only rules with steps of an hour or less have echoes.
  ///
  /// Most echoes are in the second pass. An alarm before a start that follows the clock change can
  /// fire in the second pass; its echo is then in the first. An echo can coincide with another
  /// expected fire; the caller checks that. Acknowledged alarms count as expected. RDATEs, rules
  /// with larger steps and overrides don't have echoes.
  ///
  /// - Parameters:
  ///   - alarm: The alarm. Snoozes don't have echoes.
  ///   - range: Instants, half-open. Fires outside of the range can have echoes within it.
  /// - Returns: The echoes with the other properties of their fires, ascending within each clock
  ///   change. If the alarm has too many fires, only the echoes of the first clock changes are
  ///   returned.
  package func echoes(of alarm: SeriesAlarm, in range: Range<Instant>) -> [Fire] {
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return [] }
    let lead = quietLead(around: range)
    var times = ReferenceTimes(self, of: alarm)
    return echoesWithoutQuietHours(of: alarm, in: range.lowerBound - lead..<range.upperBound)
      .compactMap {
        times.moved($0.echo, remindingLaterBy: max(0, $0.distance))
      }.filter { range.contains($0.at) }
  }

  /// Returns the echoes without quiet hours, each with the seconds from its fire to the echo.
  private func echoesWithoutQuietHours(
    of alarm: SeriesAlarm, in range: Range<Instant>
  ) -> [(echo: Fire, distance: Int)] {
    guard case .alarm(let place) = alarm, var echoing else { return [] }
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return [] }
    let margin = AlarmStartRange.longestChange
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
      var found = AlarmFires()
      echoing.appendFiresOfMaster(place, in: passes, to: &found)
      found.sortAndCut(to: fireLimit)
      left -= found.count
      echoes += found.compactMap { fire in
        guard let other = zone.otherPass(of: fire.at), range.contains(other),
          !isOwnOccurrence(fire), !isDealtWith(at: other, fire: fire, place: place)
        else { return nil }
        let echo = Fire(
          at: other, repetition: fire.repetition, component: fire.component,
          occurrenceStart: fire.occurrenceStart)
        return (echo, other - fire.at)
      }
    }
    return echoes
  }

  /// The series with only those rules that have echoes; nil if no rule does.
  private var echoing: SeriesExpansion? {
    guard var starts, starts.rules.contains(where: \.rule.stepsWithinAnHour) else { return nil }
    starts.keepRules { $0.rule.stepsWithinAnHour }
    return replacing(starts: starts, components: components.map(\.withoutAcknowledgement))
  }

  /// The largest delay from an occurrence to an alarm's last repeat, in seconds.
  private func lateness(ofAlarm place: Int) -> Int {
    components.indices.reduce(0) { latest, index in
      guard let alarm = alarm(place, of: index), let timing = timings[index] else { return latest }
      let repeats = max(0, alarm.repeatSpan) + alarm.repeatSlack
      return max(latest, timing.span(of: alarm.trigger).upperBound + repeats)
    }
  }

  /// Whether a fire belongs to an override's own occurrence or to no occurrence.
  private func isOwnOccurrence(_ fire: Fire) -> Bool {
    guard let start = fire.occurrenceStart else { return true }
    return fire.component > 0
      && components[fire.component].anchor?.instant(onDeviceIn: deviceZone) == start
  }

  /// Whether the echo of a fire counts as acknowledged, by the same rule as the fire.
  private func isDealtWith(at instant: Instant, fire: Fire, place: Int) -> Bool {
    guard let alarm = alarm(place, of: fire.component),
      let acknowledged = acknowledgement(of: alarm, in: fire.component)
    else { return false }
    return instant <= alarm.silence(ofRepetition: fire.repetition, acknowledged: acknowledged)
  }
}

extension CalendarComponent {
  fileprivate var withoutAcknowledgement: CalendarComponent {
    var component = self
    component.acknowledged = nil
    for index in component.alarms.indices { component.alarms[index]?.acknowledged = nil }
    return component
  }
}
