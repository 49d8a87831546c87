import CivilTime

/// When one component's occurrences are, and when their alarms are due.
struct AlarmTiming: Sendable {
  /// How long an occurrence lasts.
  private enum Length: Sendable {
    case exact(Int)
    case nominal(CalendarDuration)
  }

  /// The zone of the start, in which nominal durations from it count.
  let zone: Zone
  /// The zone of the end, which DTEND or DUE can name.
  let endZone: Zone
  private let length: Length
  /// What the occurrences are.
  private let shape: Shape

  /// What the occurrences of a component are: asked for each fire, and told without the component.
  private struct Shape: Sendable {
    let kind: CalendarComponent.Kind
    let isAllDay: Bool
    let namesZone: Bool
    /// Whether what they count from is when a to-do is due.
    let countsFromDue: Bool
    /// Whether a to-do is ever due.
    let isDue: Bool

    init(_ component: CalendarComponent, _ anchor: CalendarTime, countsFromDue isDueAlone: Bool) {
      kind = component.kind
      isAllDay = anchor.isDate
      namesZone = if case .zone = anchor.reference { !anchor.isDate } else { false }
      countsFromDue = isDueAlone
      isDue = isDueAlone || component.extent != .unspecified
    }
  }

  /// Makes the timing of a component, or of an RDATE's PERIOD in it.
  ///
  /// DTEND gives every occurrence the same exact duration, DURATION with days the same nominal one
  /// (RFC 5545, 3.8.2.5); whole days stay whole days. An end that lies before the start is the
  /// start, on its clock.
  init(
    _ component: CalendarComponent, anchor: CalendarTime, extent: CalendarComponent.Extent?,
    countsFromDue isDueAlone: Bool = false, onDeviceIn deviceZone: Zone
  ) {
    shape = Shape(component, anchor, countsFromDue: isDueAlone)
    zone = anchor.zone(onDeviceIn: deviceZone)
    var endZone = zone
    switch extent ?? component.extent {
    case .unspecified:
      length =
        anchor.isDate && component.kind == .event ? .nominal(CalendarDuration(days: 1)) : .exact(0)
    case .lasting(let duration):
      length = duration.isExact ? .exact(duration.seconds) : .nominal(duration)
    case .until(let end) where anchor.isDate && end.isDate:
      length = .nominal(CalendarDuration(days: end.civil.dayNumber - anchor.civil.dayNumber))
    case .until(let end):
      let start = anchor.instant(onDeviceIn: deviceZone)
      let seconds = end.instant(onDeviceIn: deviceZone) - start
      length = .exact(seconds)
      if seconds >= 0 { endZone = end.zone(onDeviceIn: deviceZone) }
    }
    self.endZone = endZone
  }

  /// The zone on whose clock days count from what a trigger counts from, and from its alert.
  func clock(of trigger: Alarm.Trigger) -> Zone {
    if case .relative(_, .end) = trigger { endZone } else { zone }
  }

  /// The instant at which an alarm is first due in an occurrence.
  func firstAlert(_ trigger: Alarm.Trigger, ofOccurrenceAt start: Instant) -> Instant {
    switch trigger {
    case .absolute(let instant): return instant
    case .timeOfDay(let time, let days):
      return zone.instant(
        of: CivilDateTime(dayNumber: zone.civil(at: start).dayNumber + days, time: time))
    case .relative(let offset, .start): return offset.end(from: start, in: zone)
    case .relative(let offset, .end):
      return offset.end(from: end(ofOccurrenceAt: start), in: endZone)
    }
  }

  /// The occurrence that counts from an instant.
  func occurrence(at counted: Instant) -> Occurrence {
    let end = end(ofOccurrenceAt: counted)
    return Occurrence(
      kind: shape.kind, start: shape.countsFromDue ? nil : counted,
      end: shape.kind == .event || shape.isDue ? end : nil, isAllDay: shape.isAllDay, zone: zone,
      namesZone: shape.namesZone)
  }

  /// When an occurrence ends.
  func end(ofOccurrenceAt start: Instant) -> Instant {
    switch length {
    case .exact(let seconds): start + max(0, seconds)
    case .nominal(let duration): max(start, duration.end(from: start, in: zone))
    }
  }

  /// Whether days are part of how long an occurrence lasts.
  var isNominal: Bool {
    if case .nominal = length { true } else { false }
  }

  /// How long an occurrence lasts on an unchanged clock, in seconds.
  var nominalLength: Int {
    switch length {
    case .exact(let seconds): max(0, seconds)
    case .nominal(let duration): max(0, duration.nominalSeconds)
    }
  }

  /// The earliest and the latest that an alarm can be due, in seconds from an occurrence's start.
  ///
  /// Where nominal days are part of it, as much more on either side as the clock can be changed.
  func span(of trigger: Alarm.Trigger) -> ClosedRange<Int> {
    let nominal = nominalDistance(of: trigger)
    let slack = nominalParts(of: trigger) * AlarmLook.longestChange
    return nominal.lowerBound - slack...nominal.upperBound + slack
  }

  /// The same on an unchanged clock.
  func nominalDistance(of trigger: Alarm.Trigger) -> ClosedRange<Int> {
    guard case .relative(let offset, let anchor) = trigger else {
      var distance = 0
      if case .timeOfDay(_, let days) = trigger { distance = days * 86_400 }
      return distance - 86_400...distance + 86_400
    }
    let distance = (anchor == .end ? nominalLength : 0) + offset.nominalSeconds
    return distance...distance
  }

  /// The seconds from an occurrence's start to its first alert, where they are the same for all of
  /// them, whatever becomes of the clock; nil where they may not be.
  func exactDistance(of trigger: Alarm.Trigger) -> Int? {
    nominalParts(of: trigger) == 0 ? nominalDistance(of: trigger).lowerBound : nil
  }

  /// How many parts of the way from an occurrence's start to an alarm count in days: 0 where it is
  /// as long whatever becomes of the clock.
  func nominalParts(of trigger: Alarm.Trigger) -> Int {
    guard case .relative(let offset, let anchor) = trigger else { return 1 }
    return (offset.isExact ? 0 : 1) + (anchor == .end && isNominal ? 1 : 0)
  }
}

/// When the alarms of occurrences are due that an RDATE gives an end of their own (a PERIOD).
struct PeriodTimings: Sendable {
  private var timings: [Instant: AlarmTiming] = [:]
  /// Of each kind of length the shortest and the longest.
  ///
  /// Between their alarms lie those of all others. There can be as many periods as the file has room
  /// for, and each look for each alarm asks.
  private(set) var extremes: [AlarmTiming] = []
  /// The zones in which they end, each once.
  private(set) var endZones: Set<Zone> = []

  /// Gives an occurrence an end of its own.
  ///
  /// - Parameters:
  ///   - timing: When its alarms are due.
  ///   - start: Its original start; of equal ones the last counts.
  mutating func set(_ timing: AlarmTiming, ofOccurrenceAt start: Instant) {
    timings[start] = timing
    endZones.insert(timing.endZone)
    let (same, others) = (
      extremes.filter { $0.isNominal == timing.isNominal } + [timing],
      extremes.filter { $0.isNominal != timing.isNominal }
    )
    extremes =
      others
      + [
        same.min { $0.nominalLength < $1.nominalLength },
        same.max { $0.nominalLength < $1.nominalLength },
      ].compactMap { $0 }
  }

  /// Whether no occurrence has an end of its own.
  var isEmpty: Bool { timings.isEmpty }

  /// The original starts of those that have one.
  var starts: [Instant] { Array(timings.keys) }

  /// The timing of an occurrence with an end of its own; nil for any other.
  subscript(start: Instant) -> AlarmTiming? { timings[start] }
}
