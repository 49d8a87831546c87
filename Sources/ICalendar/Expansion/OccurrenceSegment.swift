import CivilTime

/// The occurrences from one override with RANGE=THISANDFUTURE to the next, or before the first.
///
/// They have the same alarms and the same shift.
struct OccurrenceSegment: Sendable {
  /// The component with their alarms, as an index into ``EventSeries/components``.
  let component: Int
  let shift: OccurrenceShift
  /// The original start of the override; nil for the occurrences before the first override, and if
  /// the occurrence at the override is done.
  let change: Instant?
  /// The range of the other original starts that are not done, half-open.
  let originals: Range<Instant>

  /// Returns the segments of a series in ascending order, beginning with that of the master.
  ///
  /// - Parameters:
  ///   - starts: The original starts of the master.
  ///   - components: The components of the series.
  ///   - changes: The overrides, ascending.
  ///   - firstOpen: The first original start that is not done; nil if none is done.
  ///   - deviceZone: The device's zone.
  /// - Returns: The segments; empty ranges stand for those that are done.
  static func all(
    of starts: OccurrenceStarts, components: [CalendarComponent],
    changes: [(from: Instant, component: Int)], from firstOpen: Instant?,
    onDeviceIn deviceZone: Zone
  ) -> [OccurrenceSegment] {
    let first = firstOpen ?? Instant(secondsSince1970: .min)
    func open(from start: Instant, to end: Instant) -> Range<Instant> {
      max(start, first)..<max(start, first, end)
    }
    let ends = changes.dropFirst().map(\.from) + [Instant(secondsSince1970: .max)]
    var segments = [
      OccurrenceSegment(
        component: 0, shift: .none, change: nil,
        originals: open(from: first, to: changes.first?.from ?? ends[0]))
    ]
    // With many changes, an expansion from DTSTART for each would take quadratic time.
    var starts = starts
    for (change, end) in zip(changes, ends) {
      starts.count(before: change.from)
      segments.append(
        OccurrenceSegment(
          component: change.component,
          shift: OccurrenceShift(
            of: components[change.component], in: starts, onDeviceIn: deviceZone),
          change: change.from < first ? nil : change.from,
          originals: open(from: change.from + 1, to: end)))
    }
    return segments
  }
}

/// The shift of later occurrences by RANGE=THISANDFUTURE, in local time of the override's zone.
///
/// Times are shifted before gaps are resolved, so that 02:30 becomes 09:00 even if the clock skips
/// 02:30.
struct OccurrenceShift: Sendable {
  let zone: Zone
  let seconds: Int
  /// Whether the master's DTSTART is in the same zone.
  private let isOwnClock: Bool

  static let none = OccurrenceShift(zone: .gmt, seconds: 0, isOwnClock: false)

  private init(zone: Zone, seconds: Int, isOwnClock: Bool) {
    self.zone = zone
    self.seconds = seconds
    self.isOwnClock = isOwnClock
  }

  init(of component: CalendarComponent, in starts: OccurrenceStarts, onDeviceIn deviceZone: Zone) {
    guard let start = component.anchor, let recurrenceID = component.recurrenceID else {
      self = .none
      return
    }
    let zone = start.zone(onDeviceIn: deviceZone)
    let original = starts.start(namedBy: recurrenceID.time, onDeviceIn: deviceZone)
    let unmoved = OccurrenceShift(zone: zone, seconds: 0, isOwnClock: zone == starts.zone)
    self.init(
      zone: zone,
      seconds: start.civil.secondsSince1970 - unmoved.civil(of: original).secondsSince1970,
      isOwnClock: unmoved.isOwnClock)
  }

  func start(of original: OriginalStart) -> Instant {
    seconds == 0 ? original.instant : zone.instant(of: civil(of: original) + seconds)
  }

  /// An occurrence's local time in the override's zone.
  ///
  /// From another zone, only the instant is known.
  private func civil(of original: OriginalStart) -> CivilDateTime {
    isOwnClock ? original.civil : zone.civil(at: original.instant)
  }
}
