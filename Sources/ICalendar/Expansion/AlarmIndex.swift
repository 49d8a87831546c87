import CivilTime

/// The alarms of a series by the instants at which they can fire.
///
/// Each text of a plan looks up the occurrences of its fires. In a series with thousands of
/// overrides, a look at all of them for each text would take quadratic time.
struct AlarmIndex: Sendable {
  /// For each alarm, the overrides with fires of their own.
  private let overrides: [FireSpans]
  /// For each alarm, the segments of occurrences after the first one.
  private let segments: [FireSpans]
  /// For each alarm, its different repetitions in the components, in order of their first
  /// component.
  private let counts: [[AlarmCount]]
  /// The index of the segment of each component, except for the master.
  private let segmentOfComponent: [Int: Int]

  /// The components with an alarm that have the same number of fires.
  struct AlarmCount: Sendable {
    /// The index of one of the components.
    let component: Int
    /// Whether the alarm fires at several occurrences.
    let recurs: Bool
    fileprivate(set) var components: Int
  }

  init(
    _ series: EventSeries, segments: [OccurrenceSegment], timings: [AlarmTiming?],
    hasStarts: Bool, onDeviceIn deviceZone: Zone
  ) {
    segmentOfComponent = Dictionary(
      segments.indices.dropFirst().map { (segments[$0].component, $0) },
      uniquingKeysWith: { first, _ in first })
    let components = series.components
    let places = 0..<series.alarmCount
    counts = places.map { AlarmIndex.counts(ofAlarm: $0, in: series) }
    overrides = places.map { place in
      FireSpans(
        (series.firstOverride..<components.count).compactMap { index in
          guard let alarm = components[index].activeAlarm(at: place) else { return nil }
          if case .absolute(let instant) = alarm.trigger {
            return FireSpans.Span(at: instant..<instant + 1, ofAlarm: alarm, place: index)
          }
          guard components[index].recurrenceID?.isThisAndFuture != true || !hasStarts,
            let start = components[index].anchor?.instant(onDeviceIn: deviceZone),
            let timing = timings[index]
          else { return nil }
          let alert =
            timing.exactDistance(of: alarm.trigger).map { start + $0 }
            ?? timing.firstAlert(alarm.trigger, ofOccurrenceAt: start)
          return FireSpans.Span(at: alert..<alert + 1, ofAlarm: alarm, place: index)
        })
    }
    self.segments = places.map { place in
      FireSpans(
        segments.indices.dropFirst().compactMap { index in
          let component = segments[index].component
          guard let alarm = components[component].activeAlarm(at: place), !alarm.isAbsolute,
            let timing = timings[component]
          else { return nil }
          let own = components[component].anchor?.instant(onDeviceIn: deviceZone)
          return FireSpans.Span(
            at: timing.alerts(alarm.trigger, of: segments[index], own: own), ofAlarm: alarm,
            place: index)
        })
    }
  }

  private static func counts(ofAlarm place: Int, in series: EventSeries) -> [AlarmCount] {
    struct Repetition: Hashable {
      let repeatCount: Int
      let repeatInterval: CalendarDuration
      let recurs: Bool
    }
    var counts: [AlarmCount] = []
    var known: [Repetition: Int] = [:]
    for index in series.components.indices {
      guard let alarm = series.components[index].activeAlarm(at: place) else { continue }
      let isOfSeveral =
        index < series.firstOverride
        || series.components[index].recurrenceID?.isThisAndFuture == true
      let repetition = Repetition(
        repeatCount: alarm.repeatCount, repeatInterval: alarm.repeatInterval,
        recurs: isOfSeveral && !alarm.isAbsolute)
      if let found = known[repetition] {
        counts[found].components += 1
      } else {
        known[repetition] = counts.count
        counts.append(AlarmCount(component: index, recurs: repetition.recurs, components: 1))
      }
    }
    return counts
  }

  /// Returns the different repetitions of an alarm in the components.
  func counts(ofAlarm place: Int) -> [AlarmCount] {
    counts.indices.contains(place) ? counts[place] : []
  }

  /// Returns the overrides whose own alarm can fire in a range, ascending.
  func overrides(withAlarm place: Int, in range: Range<Instant>) -> [Int] {
    overrides.indices.contains(place) ? overrides[place].places(in: range) : []
  }

  /// Returns the segments after the first one whose alarm can fire in a range, ascending.
  func segments(withAlarm place: Int, in range: Range<Instant>) -> [Int] {
    segments.indices.contains(place) ? segments[place].places(in: range) : []
  }

  /// Returns the segment of a component with RANGE=THISANDFUTURE; nil for others.
  func segment(ofComponent component: Int) -> Int? { segmentOfComponent[component] }
}

/// Ranges of time in ascending order, of which those at an instant are found without the others.
private struct FireSpans: Sendable {
  /// The time from the first to the last possible fire of an alarm, both inclusive.
  struct Span: Sendable {
    let first: Instant
    let last: Instant
    /// The index of the component or segment.
    let place: Int

    /// Makes the span of an alarm and its repeats, from the range of its first alerts.
    init(at alerts: Range<Instant>, ofAlarm alarm: Alarm, place: Int) {
      first = alerts.lowerBound + (min(0, alarm.repeatSpan) - alarm.repeatSlack)
      last = alerts.upperBound + (max(0, alarm.repeatSpan) + alarm.repeatSlack - 1)
      self.place = place
    }
  }

  private let spans: [Span]
  /// For each span, the latest end of all up to it.
  private let ends: [Instant]

  init(_ spans: [Span]) {
    self.spans = spans.sorted { ($0.first, $0.place) < ($1.first, $1.place) }
    var latest = Instant(secondsSince1970: .min)
    ends = self.spans.map { span in
      latest = max(latest, span.last)
      return latest
    }
  }

  func places(in range: Range<Instant>) -> [Int] {
    let end = spans.partitionPoint { $0.first < range.upperBound }
    let start = min(end, ends.partitionPoint { $0 < range.lowerBound })
    return spans[start..<end].filter { $0.last >= range.lowerBound }.map(\.place).sorted()
  }
}

extension CalendarComponent {
  /// Returns the alarm at an index; nil if it cannot fire.
  func activeAlarm(at place: Int) -> Alarm? {
    isSilent || place >= alarms.count ? nil : alarms[place]
  }
}

extension AlarmTiming {
  /// Returns a range that contains the first alerts of a segment's occurrences, with that of the
  /// override's own start.
  fileprivate func alerts(
    _ trigger: Alarm.Trigger, of segment: OccurrenceSegment, own: Instant?
  ) -> Range<Instant> {
    let originals = segment.originals.clamped(to: SeriesExpansion.calendar)
    let shift = segment.shift.seconds
    // The shift is in local time, so clock changes can lengthen or shorten it. With the longest
    // change for all segments, those of a MINUTELY rule would overlap by the thousand.
    let way =
      originals.lowerBound + min(0, shift)..<originals.upperBound + max(0, shift)
    let slack = shift == 0 ? 0 : segment.shift.zone.wallClockMargin(around: way)
    let first = originals.lowerBound + (shift - slack)
    let end = originals.upperBound + (shift + slack)
    let span = span(of: trigger)
    return min(first, own ?? first) + span.lowerBound..<max(end, own.map { $0 + 1 } ?? end)
      + span.upperBound
  }
}
