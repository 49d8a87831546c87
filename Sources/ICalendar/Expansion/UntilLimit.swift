import CivilTime

/// UNTIL, prepared for comparisons with the local times of a series (RFC 5545, 3.3.10).
struct UntilLimit: Sendable {
  /// Times up to this one are always allowed.
  private let certain: CivilDateTime
  /// Times after this one are never allowed.
  private let last: CivilDateTime
  /// The instant that decides for times in between; nil if local times decide.
  private let instant: Instant?
  private let zone: Zone

  /// Makes the limit of a series.
  ///
  /// An UNTIL whose type differs from that of DTSTART is read as its writer probably meant it. A
  /// DATE includes the whole local day. If DTSTART is a DATE, only the date of UNTIL counts.
  init(_ until: RecurrenceRule.Until?, isDate: Bool, zone: Zone) {
    self.zone = zone
    guard let until else {
      certain = CivilDateTime(secondsSince1970: .max)
      last = certain
      instant = nil
      return
    }
    switch until.kind {
    case .utc where !isDate:
      let instant = Instant(secondsSince1970: until.civil.secondsSince1970)
      let local = zone.civil(at: instant)
      // No clock change moves a time by more than a day.
      certain = local + -86_400
      last = local + 86_400
      self.instant = instant
    case .local where !isDate:
      certain = until.civil
      last = until.civil
      instant = nil
    case .date, .local, .utc:
      certain = CivilDateTime(dayNumber: until.civil.dayNumber, time: .lastSecond)
      last = certain
      instant = nil
    }
  }

  /// Makes the limit of a floating series.
  ///
  /// UNTIL should be a local time. In UTC, it is either the last start, converted from a zone that
  /// the calendar doesn't name, or a local time with a wrong `Z`. It is read as the former if it is
  /// one of the series' times of day in the device's zone. Otherwise the last occurrence would be
  /// lost east of UTC, where the local time is later than the digits.
  init(_ until: RecurrenceRule.Until?, ofFloating times: [TimeOfDay], zone: Zone) {
    var until = until
    if let written = until, written.kind == .utc {
      let instant = Instant(secondsSince1970: written.civil.secondsSince1970)
      let local = zone.civil(at: instant)
      // If the clock skips a start, its local time is a different one.
      let starts = times.map { CivilDateTime(dayNumber: local.dayNumber, time: $0) }
        .filter { $0 == local || zone.instant(of: $0) == instant }
      until = RecurrenceRule.Until(
        starts.reduce(written.civil) { max($0, $1) }, kind: .local)
    }
    self.init(until, isDate: false, zone: zone)
  }

  func allows(_ civil: CivilDateTime) -> Bool {
    if civil <= certain { return true }
    guard civil <= last, let instant else { return false }
    return zone.instant(of: civil) <= instant
  }

  /// Whether all later times are rejected too.
  ///
  /// A time in a gap can be after UNTIL although a later local time is not.
  func ends(at civil: CivilDateTime) -> Bool { civil > last }
}
