import CivilTime

/// How RANGE=THISANDFUTURE moves the later occurrences: by the wall clock of the override.
struct OccurrenceShift {
  private let zone: Zone
  private let seconds: Int

  /// Makes the shift of an override.
  ///
  /// - Parameters:
  ///   - component: The override; the master moves nothing.
  ///   - anchor: The master's DTSTART.
  ///   - deviceZone: The zone of floating and all-day values.
  init(of component: CalendarComponent, from anchor: CalendarTime, onDeviceIn deviceZone: Zone) {
    guard let start = component.start, let recurrenceID = component.recurrenceID else {
      zone = .gmt
      seconds = 0
      return
    }
    let zone = start.zone(onDeviceIn: deviceZone)
    let original = OccurrenceStarts.instant(
      of: recurrenceID.time, like: anchor, onDeviceIn: deviceZone)
    self.zone = zone
    seconds = start.civil.secondsSince1970 - zone.civil(at: original).secondsSince1970
  }

  /// Where an occurrence starts now.
  func start(of original: Instant) -> Instant {
    seconds == 0 ? original : zone.instant(of: zone.civil(at: original) + seconds)
  }

  /// How far before and after its original start an occurrence can lie, in seconds.
  var reach: ClosedRange<Int> {
    seconds == 0 ? 0...0 : (seconds - 86_400)...(seconds + 86_400)
  }
}
