import CivilTime

/// A zone's clock as systemd reads it: through the C library's `localtime` and `mktime`.
///
/// At a clock change the result depends on how `mktime` searches. For a skipped or repeated time,
/// this type therefore performs the same search. It starts from the offset of the last result and
/// corrects the instant by the error until it finds the time or alternates. A repeated time thus
/// stays in the pass of the previous search. A skipped time moves to the side with daylight saving
/// time.
struct LocalClock {
  private let zone: Zone?
  private let reversal: Range<Int>
  /// The offset of the last result, in seconds east of UTC: the start of the next search.
  private var guess = 0

  /// The period of constant offset of the last result.
  private var period: OffsetPeriod
  private var isDaylight = false

  /// Makes the clock of a zone; nil for UTC, whose clock never changes.
  init(_ zone: Zone?) {
    self.zone = zone.flatMap { $0.transitions.isEmpty && $0.initialOffset == 0 ? nil : $0 }
    reversal = zone.flatMap { LocalClock.reversals[$0.identifier] } ?? 0..<0
    // UTC has one period, which is all of time.
    period = self.zone == nil ? OffsetPeriod(of: .gmt, afterTransitions: 0) : .none
  }

  /// Resets the search as systemd does, which makes each computation in a separate process.
  mutating func reset() { guess = 0 }

  /// The distance within which a clock change can affect results, in seconds.
  ///
  /// It covers the longest change on record, which is a day, and an hour of summer time.
  private static let changeMargin = 2 * 86_400

  /// Whether an instant is too far from all clock changes to be affected.
  func isQuiet(at instant: Int) -> Bool {
    guard let changes = zone?.transitions else { return true }
    let margin = LocalClock.changeMargin
    let count = changeCount(upTo: instant)
    return (count == 0 || changes[count - 1].instant.secondsSince1970 + margin <= instant)
      && (count == changes.count || instant < changes[count].instant.secondsSince1970 - margin)
  }

  /// Returns the end of the time around an instant in which no clock change can affect results; nil
  /// if one can affect them at the instant.
  func quietEnd(at instant: Int) -> Int? {
    guard isQuiet(at: instant) else { return nil }
    let next = changeCount(upTo: instant)
    guard let changes = zone?.transitions, next < changes.count else { return .max }
    return changes[next].instant.secondsSince1970 - LocalClock.changeMargin
  }

  private func changeCount(upTo instant: Int) -> Int {
    zone?.transitionCount(upTo: Instant(secondsSince1970: instant)) ?? 0
  }

  mutating func time(at instant: Int) -> BrokenDownTime {
    if !period.instants.contains(instant) { moveToPeriod(at: instant) }
    return BrokenDownTime(
      CivilDateTime(secondsSince1970: instant &+ period.offset), isDaylight: isDaylight)
  }

  /// Normalizes the parts of a time to their ranges, as `mktime` does.
  ///
  /// - Returns: The instant, and whether the time occurs once regardless of the search. The result
  ///   is nil if `mktime` fails or the instant is before 1970, which systemd treats as an error.
  mutating func normalize(_ time: inout BrokenDownTime) -> (instant: Int, isUnique: Bool)? {
    // The library searches for a second below 60 and adds the excess afterwards.
    let second = min(time[.second], 59)
    let excess = time[.second] - second
    let civil = time.civil(second: second).secondsSince1970
    if !period.civils.contains(civil), let zone,
      case .unique(let instant) = zone.resolve(CivilDateTime(secondsSince1970: civil))
    {
      moveToPeriod(at: instant.secondsSince1970)
    }
    var instant: Int
    let isUnique = period.civils.contains(civil) && (time.isDaylight ?? isDaylight) == isDaylight
    if isUnique {
      guess = period.offset
      instant = civil &- period.offset
      if excess == 0, time.isInRange {
        time.isDaylight = isDaylight
        return instant < 0 ? nil : (instant, true)
      }
    } else {
      guard let found = search(civil, isDaylight: time.isDaylight) else { return nil }
      guess = civil - found
      instant = found
    }
    instant += excess
    time = self.time(at: instant)
    return instant < 0 ? nil : (instant, isUnique)
  }

  private mutating func moveToPeriod(at instant: Int) {
    guard let zone else { return }
    let count = zone.transitionCount(upTo: Instant(secondsSince1970: instant))
    period = OffsetPeriod(of: zone, afterTransitions: count)
    isDaylight = isDaylightStretch(afterTransitions: count, of: zone)
  }
}

extension LocalClock {
  /// Finds an instant for a time that is skipped or repeated, or that has the wrong daylight flag.
  private mutating func search(_ civil: Int, isDaylight wanted: Bool?) -> Int? {
    var instant = civil - guess
    var (previous, beforePrevious) = (instant, instant)
    var previousIsDaylight = false
    // The limit of glibc's mktime.c.
    var probes = 6
    while true {
      let (shown, daylight) = reading(at: instant)
      let error = civil - shown
      if error == 0 {
        guard let wanted, wanted != daylight else { return instant }
        return neighbor(of: instant, isDaylight: wanted).map { civil - $0 }
      }
      // The search alternates over a gap. Stop on the side with the requested flag. Without one,
      // stop on the side with daylight saving time.
      if instant == beforePrevious, instant != previous,
        wanted.map({ $0 != daylight }) ?? (!previousIsDaylight || daylight)
      {
        return instant
      }
      probes -= 1
      guard probes > 0 else { return nil }
      (beforePrevious, previous) = (previous, instant)
      instant += error
      previousIsDaylight = daylight
    }
  }

  /// The offset of the nearest period that has the requested flag.
  ///
  /// Searches like glibc's mktime.c: in steps of 601,200 seconds, which is less than the shortest
  /// such period on record. The last step is at half of the longest, 536,454,000 seconds, plus one
  /// step.
  private mutating func neighbor(of instant: Int, isDaylight wanted: Bool) -> Int? {
    let step = 601_200
    for distance in stride(from: step, to: 536_454_000 / 2 + step, by: step) {
      for candidate in [instant - distance, instant + distance] {
        let (shown, daylight) = reading(at: candidate)
        if daylight == wanted { return shown - candidate }
      }
    }
    return nil
  }

  private mutating func reading(at instant: Int) -> (civil: Int, isDaylight: Bool) {
    if !period.instants.contains(instant) { moveToPeriod(at: instant) }
    return (instant &+ period.offset, isDaylight)
  }
}

extension LocalClock {
  /// Zones whose law puts the daylight flag on winter time, and when it does.
  ///
  /// IANA's main data follow the law: Irish Standard Time is summer time, and Morocco leaves its
  /// standard time for Ramadan. Foundation's data have the usual flags.
  private static let reversals: [String: Range<Int>] = [
    "Europe/Dublin": 57_722_400..<Int.max, "Eire": 57_722_400..<Int.max,
    "Africa/Casablanca": 1_540_692_000..<Int.max, "Africa/El_Aaiun": 1_540_692_000..<Int.max,
    "Africa/Windhoek": 764_200_800..<1_508_792_400,
  ]

  /// Whether a period has the daylight flag, which a `Zone` does not store.
  ///
  /// It does if the clock is ahead of the periods before and after it, for less than two years.
  /// Chile had 20 months of daylight time from 2014. Volgograd changed its standard time for 26
  /// months in 2018.
  private func isDaylightStretch(afterTransitions count: Int, of zone: Zone) -> Bool {
    guard count > 0, count < zone.transitions.count else { return false }
    let (start, end) = (zone.transitions[count - 1], zone.transitions[count])
    guard end.instant - start.instant <= 700 * 86_400 else { return false }
    return reversal.contains(start.instant.secondsSince1970)
      ? start.offsetBefore > start.offsetAfter && end.offsetAfter > end.offsetBefore
      : start.offsetBefore < start.offsetAfter && end.offsetAfter < end.offsetBefore
  }
}

/// A wall-clock time in parts that may be outside their ranges, like C's `struct tm`.
struct BrokenDownTime {
  enum Part: Int, CaseIterable {
    case year, month, day, hour, minute, second

    var first: Int { self == .month || self == .day ? 1 : 0 }
  }

  private var parts: SIMD8<Int>
  /// The requested daylight flag; nil for either.
  var isDaylight: Bool?

  init(_ civil: CivilDateTime, isDaylight: Bool?) {
    let dayNumber = civil.dayNumber
    let date = CivilDate(dayNumber: dayNumber)
    let time = TimeOfDay(secondOfDay: civil.secondsSince1970 &- dayNumber &* 86_400)
    parts = [date.year, date.month, date.day, time.hour, time.minute, time.second, 0, 0]
    self.isDaylight = isDaylight
  }

  /// A part; month 13 is January of the next year.
  subscript(part: Part) -> Int {
    get { parts[part.rawValue] }
    set { parts[part.rawValue] = newValue }
  }

  /// Sets a part, and the smaller ones to their first values.
  mutating func set(_ part: Part, to value: Int) {
    parts[part.rawValue] = value
    var smaller = part.rawValue + 1
    while smaller <= Part.second.rawValue {
      parts[smaller] = smaller <= Part.day.rawValue ? 1 : 0
      smaller += 1
    }
  }

  /// The wall-clock time of the other parts, with the given seconds.
  func civil(second: Int) -> CivilDateTime {
    var (year, month) = (self[.year], self[.month])
    if month > 12 { (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1) }
    let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
    return CivilDateTime(
      dayNumber: first &+ self[.day] &- 1,
      secondOfDay: (self[.hour] &* 60 &+ self[.minute]) &* 60 &+ second)
  }

  var isInRange: Bool {
    let day = self[.day]
    return (1...12).contains(self[.month]) && self[.hour] < 24 && self[.minute] < 60
      && self[.second] < 60 && day >= 1
      && (day <= 28 || day <= CivilDate.length(ofMonth: self[.month], year: self[.year]))
  }

  func firstDifference(from other: BrokenDownTime) -> Part? {
    Part.allCases.first { self[$0] != other[$0] }
  }

  /// Whether the time is later than another on the clock, in whole seconds.
  func isShown(after other: BrokenDownTime) -> Bool {
    firstDifference(from: other).map { self[$0] > other[$0] } ?? false
  }
}
