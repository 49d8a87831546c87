import CivilTime

/// Occurrences with the same alarms and the same shift: those from one change of all later ones
/// (RANGE=THISANDFUTURE) to the next.
struct OccurrenceStretch: Sendable {
  /// Whose alarms they have: an index into ``EventSeries/components``.
  let component: Int
  /// How they are moved.
  let shift: OccurrenceShift
  /// The original start at which the change was made; nil before the first change.
  let change: Instant?
  /// The other original starts, half-open.
  let originals: Range<Instant>

  /// The stretches of a series, ascending, the master's first.
  ///
  /// - Parameters:
  ///   - starts: The master's occurrences.
  ///   - components: The master and the overrides.
  ///   - changes: The overrides with RANGE=THISANDFUTURE and the original starts that they name,
  ///     ascending.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: One stretch more than changes.
  static func all(
    of starts: OccurrenceStarts, _ components: [CalendarComponent],
    _ changes: [(from: Instant, component: Int)], onDeviceIn deviceZone: Zone
  ) -> [OccurrenceStretch] {
    let first = Instant(secondsSince1970: .min)
    let ends = changes.dropFirst().map(\.from) + [Instant(secondsSince1970: .max)]
    var stretches = [
      OccurrenceStretch(
        component: 0, shift: .none, change: nil, originals: first..<(changes.first?.from ?? ends[0])
      )
    ]
    // A walk from DTSTART for each of many changes would take quadratic time.
    var starts = starts
    for (change, end) in zip(changes, ends) {
      starts.count(before: change.from)
      stretches.append(
        OccurrenceStretch(
          component: change.component,
          shift: OccurrenceShift(
            of: components[change.component], in: starts, onDeviceIn: deviceZone),
          change: change.from, originals: change.from + 1..<max(change.from + 1, end)))
    }
    return stretches
  }
}

/// How RANGE=THISANDFUTURE moves the later occurrences: by the wall clock of the override.
///
/// Times move before gaps are resolved, so that 02:30 becomes 09:00 also where the clock skips
/// 02:30.
struct OccurrenceShift: Sendable {
  /// The zone whose clock the occurrences are moved on.
  let zone: Zone
  /// How far they are moved on it, in seconds.
  let seconds: Int
  /// Whether DTSTART of the master is on the same clock.
  private let isOwnClock: Bool

  /// No shift: that of the master.
  static let none = OccurrenceShift(zone: .gmt, seconds: 0, isOwnClock: false)

  private init(zone: Zone, seconds: Int, isOwnClock: Bool) {
    self.zone = zone
    self.seconds = seconds
    self.isOwnClock = isOwnClock
  }

  /// Makes the shift of an override.
  ///
  /// - Parameters:
  ///   - component: The override.
  ///   - starts: The master's occurrences.
  ///   - deviceZone: The zone of floating and all-day values.
  init(of component: CalendarComponent, in starts: OccurrenceStarts, onDeviceIn deviceZone: Zone) {
    guard let start = component.start, let recurrenceID = component.recurrenceID else {
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

  /// Where an occurrence starts now.
  func start(of original: OriginalStart) -> Instant {
    seconds == 0 ? original.instant : zone.instant(of: civil(of: original) + seconds)
  }

  /// An occurrence's time on the override's clock; on another one only its instant is known.
  private func civil(of original: OriginalStart) -> CivilDateTime {
    isOwnClock ? original.civil : zone.civil(at: original.instant)
  }
}
