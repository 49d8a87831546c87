import CivilTime

/// The times of one component's occurrences and their alarms.
///
/// It is a class because each fire uses it, and a copy would retain each of its zones.
final class AlarmTiming: Sendable {
  enum Length: Hashable, Sendable {
    case exact(Int)
    case nominal(CalendarDuration)
    /// Days on the clock of the start, then a time of day on the clock of the end.
    case days(Int, TimeOfDay)
  }

  /// The zone of the start, in which nominal durations from it are added.
  let zone: Zone
  /// The zone of the end, which can differ in DTEND or DUE.
  let endZone: Zone
  let length: Length
  /// The zone that DUE or the start names; nil if neither does.
  var namedZone: Zone? { shape.namedZone }
  /// Whether the end can be before the start: that is DUE, which is stated and not a duration.
  private let mayEndBeforeStart: Bool
  private let shape: Shape

  /// The properties of a component's occurrences.
  ///
  /// They are copied, so that each fire can use them without the component.
  private struct Shape: Sendable {
    let kind: CalendarComponent.Kind
    let isAllDay: Bool
    /// The zone of DUE if it names one, otherwise of the start; nil if that doesn't name one.
    let namedZone: Zone?
    /// Whether the reference point is the due date of a to-do.
    let countsFromDue: Bool
    /// Whether a to-do has a due date.
    let isDue: Bool

    init(_ component: CalendarComponent, anchor: CalendarTime, countsFromDue isDueAlone: Bool) {
      kind = component.kind
      isAllDay = component.isAboutDate
      namedZone =
        isAllDay ? nil : [component.due, anchor].lazy.compactMap { $0?.namedZone }.first
      countsFromDue = isDueAlone
      isDue = isDueAlone || component.extent != .unspecified
    }
  }

  /// Makes the timing of a component, or of a PERIOD in its RDATE.
  ///
  /// DTEND and DUE give every occurrence the same exact duration, and DURATION with days the same
  /// nominal duration (RFC 5545, 3.8.2.5). All-day events last whole days. If only one of DTSTART
  /// and DUE is a DATE, days count. The end of an event before its start is replaced by the start,
  /// in its zone.
  init(
    _ component: CalendarComponent, anchor: CalendarTime, extent: CalendarComponent.Extent?,
    countsFromDue isDueAlone: Bool = false, onDeviceIn deviceZone: Zone
  ) {
    shape = Shape(component, anchor: anchor, countsFromDue: isDueAlone)
    zone = anchor.zone(onDeviceIn: deviceZone)
    var endZone = zone
    mayEndBeforeStart = component.due != nil && extent == nil
    switch extent ?? component.extent {
    case .unspecified:
      length =
        anchor.isDate && component.kind == .event ? .nominal(CalendarDuration(days: 1)) : .exact(0)
    case .lasting(let duration):
      length = duration.isExact ? .exact(duration.seconds) : .nominal(duration)
    case .until(let end) where anchor.isDate && end.isDate:
      length = .nominal(CalendarDuration(days: end.civil.dayNumber - anchor.civil.dayNumber))
    case .until(let end) where mayEndBeforeStart && anchor.isDate != end.isDate:
      length = .days(end.civil.dayNumber - anchor.civil.dayNumber, end.civil.time)
      endZone = end.zone(onDeviceIn: deviceZone)
    case .until(let end):
      let start = anchor.instant(onDeviceIn: deviceZone)
      let seconds = end.instant(onDeviceIn: deviceZone) - start
      length = .exact(seconds)
      if seconds >= 0 || mayEndBeforeStart { endZone = end.zone(onDeviceIn: deviceZone) }
    }
    self.endZone = endZone
  }

  /// Returns the zone in which days are added to a trigger's reference point and to its alert.
  func clock(of trigger: Alarm.Trigger) -> Zone {
    trigger.countsFromEnd ? endZone : zone
  }

  func firstAlert(_ trigger: Alarm.Trigger, ofOccurrenceAt start: Instant) -> Instant {
    switch trigger {
    case .absolute(let instant): return instant
    case .timeOfDay(let time, let days, let anchor):
      let (point, clock) = anchor == .end ? (end(ofOccurrenceAt: start), endZone) : (start, zone)
      return clock.instant(
        of: CivilDateTime(dayNumber: clock.civil(at: point).dayNumber + days, time: time))
    case .relative(let offset, .start): return offset.end(from: start, in: zone)
    case .relative(let offset, .end):
      return offset.end(from: end(ofOccurrenceAt: start), in: endZone)
    }
  }

  /// Returns the occurrence that starts at an instant, or is due then if a to-do lacks a start.
  func occurrence(at counted: Instant) -> Occurrence {
    let end = end(ofOccurrenceAt: counted)
    return Occurrence(
      kind: shape.kind, start: shape.countsFromDue ? nil : counted,
      end: shape.kind == .event || shape.isDue ? end : nil, isAllDay: shape.isAllDay,
      zone: shape.namedZone ?? zone, namesZone: shape.namedZone != nil)
  }

  func end(ofOccurrenceAt start: Instant) -> Instant {
    let end =
      switch length {
      case .exact(let seconds): start + seconds
      case .nominal(let duration): duration.end(from: start, in: zone)
      case .days(let days, let time):
        endZone.instant(
          of: CivilDateTime(dayNumber: zone.civil(at: start).dayNumber + days, time: time))
      }
    return max(mayEndBeforeStart ? AlarmTiming.firstEnd : start, end)
  }

  /// The earliest end: the second day of the year 1, so that its local time has four digits for the
  /// year in every zone.
  private static let firstEnd = SeriesExpansion.calendar.lowerBound + 367 * 86_400

  var isNominal: Bool {
    if case .exact = length { false } else { true }
  }

  /// The duration of an occurrence without clock changes, in seconds; nil if it depends on the time
  /// of day of the start.
  var nominalLength: Int? {
    let lengths = nominalLengths
    return lengths.lowerBound == lengths.upperBound ? lengths.lowerBound : nil
  }

  /// The shortest and the longest duration of an occurrence without clock changes, in seconds.
  var nominalLengths: ClosedRange<Int> {
    let seconds: Int
    switch length {
    case .exact(let exact): seconds = exact
    case .nominal(let duration): seconds = duration.nominalSeconds
    case .days(let days, let time):
      // The start is anywhere in its day, and the clocks of two zones differ by less than two days.
      let end = days * 86_400 + time.secondOfDay
      return end - 3 * 86_400...end + 2 * 86_400
    }
    let least = mayEndBeforeStart ? seconds : max(0, seconds)
    return least...least
  }

  /// Returns the earliest and the latest possible first alert, in seconds from an occurrence's
  /// start.
  ///
  /// If nominal days are involved, the range includes the largest shifts that clock changes can
  /// cause.
  func span(of trigger: Alarm.Trigger) -> ClosedRange<Int> {
    let nominal = nominalDistance(of: trigger)
    let slack = nominalParts(of: trigger) * AlarmStartRange.longestChange
    return nominal.lowerBound - slack...nominal.upperBound + slack
  }

  /// Returns the same range without clock changes.
  func nominalDistance(of trigger: Alarm.Trigger) -> ClosedRange<Int> {
    let lengths = trigger.countsFromEnd ? nominalLengths : 0...0
    var (distance, margin) = (0, 86_400)
    switch trigger {
    case .absolute: break
    case .timeOfDay(_, let days, _): distance = days * 86_400
    case .relative(let offset, _): (distance, margin) = (offset.nominalSeconds, 0)
    }
    return lengths.lowerBound + distance - margin...lengths.upperBound + distance + margin
  }

  /// Returns the seconds from an occurrence's start to its first alert if clock changes cannot
  /// affect them; otherwise nil.
  func exactDistance(of trigger: Alarm.Trigger) -> Int? {
    nominalParts(of: trigger) == 0 ? nominalDistance(of: trigger).lowerBound : nil
  }

  /// Returns the part of the distance from an occurrence's start to its first alert that is elapsed
  /// time, in seconds.
  ///
  /// The other part follows the clock.
  func elapsedDistance(of trigger: Alarm.Trigger) -> Int {
    guard case .relative(let offset, _) = trigger else { return 0 }
    guard trigger.countsFromEnd, case .exact(let seconds) = length else { return offset.seconds }
    return seconds + offset.seconds
  }

  /// Returns the number of parts in the offset from an occurrence's start to an alarm that count in
  /// days.
  ///
  /// If it is 0, clock changes don't affect the offset.
  func nominalParts(of trigger: Alarm.Trigger) -> Int {
    let ofLength = trigger.countsFromEnd && isNominal ? 1 : 0
    guard case .relative(let offset, _) = trigger else { return 1 + ofLength }
    return (offset.isExact ? 0 : 1) + ofLength
  }
}

extension CalendarTime {
  /// The zone that TZID names; nil for other times.
  fileprivate var namedZone: Zone? {
    if case .zone(let zone) = reference { zone } else { nil }
  }
}

/// The timings of occurrences that have their own extent from an RDATE (a PERIOD).
struct PeriodTimings: Sendable {
  private var timings: [Instant: AlarmTiming] = [:]
  /// The shortest and the longest timing of each type of duration.
  ///
  /// The alarms of all others are between those of these timings. A file can have many periods, and
  /// each expansion of each alarm needs the bounds.
  private(set) var extremes: [AlarmTiming] = []
  private(set) var endZones: Set<Zone> = []

  /// Sets the timing of an occurrence with its own extent.
  ///
  /// - Parameters:
  ///   - timing: The timing.
  ///   - start: The original start of the occurrence. Of equal starts, the last one is used.
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
        same.min { $0.nominalLengths.lowerBound < $1.nominalLengths.lowerBound },
        same.max { $0.nominalLengths.upperBound < $1.nominalLengths.upperBound },
      ].compactMap { $0 }
  }

  var isEmpty: Bool { timings.isEmpty }

  var starts: [Instant] { Array(timings.keys) }

  subscript(start: Instant) -> AlarmTiming? { timings[start] }
}
