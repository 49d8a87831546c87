package import CivilTime

/// The start of an occurrence before an override moves it.
///
/// Starts are ordered by instant. Two occurrences can start at the same instant: at 02:30 on a day
/// on which the clock skips that time, and at 03:30.
package struct OriginalStart: Hashable, Comparable, Sendable {
  /// The instant, as in RECURRENCE-ID.
  package let instant: Instant
  /// The local time in DTSTART's zone, as the rule gives it, even if the clock skips it.
  let civil: CivilDateTime

  /// Orders starts by instant, then by local time.
  package static func < (left: OriginalStart, right: OriginalStart) -> Bool {
    (left.instant, left.civil) < (right.instant, right.civil)
  }
}

extension [OriginalStart] {
  mutating func sortAndDropRepeats() {
    if zip(self, dropFirst()).allSatisfy(<) { return }
    sort()
    var last: OriginalStart?
    removeAll { start in
      defer { last = start }
      return start == last
    }
  }
}

extension OccurrenceStarts {
  /// Returns the value of an RDATE or a RECURRENCE-ID with the type of DTSTART.
  ///
  /// If DTSTART has a time, a DATE means that local day at DTSTART's time, as for EXDATE. If
  /// DTSTART is a DATE, a time means its day, and an instant in UTC at which a day of the device
  /// begins means that day.
  private static func aligned(
    _ time: CalendarTime, with anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> CalendarTime {
    guard time.isDate != anchor.isDate else { return time }
    var day = time.civil.dayNumber
    if time.reference == .utc, time.civil.time != .midnight {
      day = deviceZone.day(beginningAt: time.instant(onDeviceIn: .gmt)) ?? day
    }
    var aligned = anchor
    aligned.civil = CivilDateTime(dayNumber: day, time: anchor.civil.time)
    return aligned
  }

  /// Returns the start that an RDATE or a RECURRENCE-ID refers to, with its local time in DTSTART's
  /// zone.
  static func start(
    at time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> OriginalStart {
    let time = aligned(time, with: anchor, onDeviceIn: deviceZone)
    let zone = anchor.zone(onDeviceIn: deviceZone)
    let instant = time.instant(onDeviceIn: deviceZone)
    let isOwnClock = time.zone(onDeviceIn: deviceZone) == zone
    return OriginalStart(
      instant: instant, civil: isOwnClock ? time.civil : zone.civil(at: instant))
  }

  /// Returns the original start that a RECURRENCE-ID refers to.
  ///
  /// A value in another zone refers to an instant. The occurrence at that instant can have a local
  /// time that the clock of the series skips.
  func start(namedBy time: CalendarTime, onDeviceIn deviceZone: Zone) -> OriginalStart {
    let start = OccurrenceStarts.start(at: time, like: anchor, onDeviceIn: deviceZone)
    guard zone.instant(of: start.civil) == start.instant, zone.followsGap(start.instant),
      time.isDate == anchor.isDate, time.zone(onDeviceIn: deviceZone) != zone
    else { return start }
    let found = starts(in: start.instant..<start.instant + 1, limit: 1).starts
    return found.first ?? start
  }

  /// Returns the original start of the first occurrence of a recurring to-do that is not done; nil
  /// if none is done.
  ///
  /// KDE names the occurrence by its start. Before KDE Frameworks 5.71 of 2020, it wrote the due
  /// time. So a time at which no occurrence starts is looked up among the due times.
  func firstOpen(
    of master: CalendarComponent, _ timing: AlarmTiming?, onDeviceIn deviceZone: Zone
  ) -> Instant? {
    guard master.kind == .toDo, !master.rules.isEmpty || !master.recurrenceDates.isEmpty,
      let time = master.firstOpen
    else { return nil }
    let named = OccurrenceStarts.start(at: time, like: anchor, onDeviceIn: deviceZone).instant
    func starts(_ range: Range<Instant>) -> [Instant] {
      self.starts(in: range, limit: OccurrenceStarts.maximumOpenStarts).instants
    }
    guard starts(named..<named + 1).isEmpty, let timing else { return named }
    let lengths = timing.nominalLengths
    let margin = AlarmStartRange.longestChange
    let near = named - (lengths.upperBound + margin)..<named - (lengths.lowerBound - margin)
    return starts(near).first { timing.end(ofOccurrenceAt: $0) == named } ?? named
  }

  /// The maximum number of occurrences whose due times are compared, more than a person ticks off
  /// in some days.
  private static let maximumOpenStarts = 10_000

  package static func originalStart(
    _ recurrenceID: CalendarComponent.RecurrenceID, like anchor: CalendarTime?,
    onDeviceIn deviceZone: Zone
  ) -> Instant {
    let time = recurrenceID.time
    return (anchor.map { aligned(time, with: $0, onDeviceIn: deviceZone) } ?? time)
      .instant(onDeviceIn: deviceZone)
  }
}
