import CivilTime

/// UNTIL, ready to be compared with the wall-clock times of a series (RFC 5545, 3.3.10).
struct UntilLimit: Sendable {
  /// Times up to here are allowed for sure.
  private let certain: CivilDateTime
  /// Times after here are refused for sure.
  private let last: CivilDateTime
  /// The instant that decides between the two; nil where wall-clock times decide.
  private let instant: Instant?
  private let zone: Zone

  /// Makes the limit of a series.
  ///
  /// An UNTIL of another type than DTSTART is read as its writer meant it: a DATE lets the whole
  /// local day through, and beside a DATE DTSTART only the day of UNTIL counts.
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
  /// Its UNTIL should be a local time. One in UTC is what its writer made of the last start in a
  /// zone that the calendar doesn't name, or of the local time by a `Z` behind it. It is the former
  /// where it is one of the times of day in the zone of the device; the last occurrence would be
  /// lost east of UTC, where such a time is later than its digits.
  ///
  /// - Parameters:
  ///   - until: UNTIL.
  ///   - times: The times of day of the series; none where the digits count alone.
  ///   - zone: The zone of the device.
  init(_ until: RecurrenceRule.Until?, ofFloating times: [TimeOfDay], zone: Zone) {
    var until = until
    if let written = until, written.kind == .utc {
      let instant = Instant(secondsSince1970: written.civil.secondsSince1970)
      let local = zone.civil(at: instant)
      // A start that the clock skips has another time of day there.
      let starts = times.map { CivilDateTime(dayNumber: local.dayNumber, time: $0) }
        .filter { $0 == local || zone.instant(of: $0) == instant }
      until = RecurrenceRule.Until(
        starts.reduce(written.civil) { max($0, $1) }, kind: .local)
    }
    self.init(until, isDate: false, zone: zone)
  }

  /// Whether a time is at or before UNTIL.
  func allows(_ civil: CivilDateTime) -> Bool {
    if civil <= certain { return true }
    guard civil <= last, let instant else { return false }
    return zone.instant(of: civil) <= instant
  }

  /// Whether every time after one is refused too.
  ///
  /// A time in a gap can lie after UNTIL while a later one on the wall clock doesn't.
  func ends(at civil: CivilDateTime) -> Bool { civil > last }
}
