import CivilTime

/// A zone's clock as systemd reads it: through the C library's `localtime` and `mktime`.
///
/// What happens at a clock change depends on how `mktime` searches, so its search is followed
/// where a time comes twice or not at all: it starts from the offset of the last answer and walks
/// by the error until it hits the time or goes back and forth. A time that comes twice therefore
/// stays in the pass in which the search has been; one that is skipped moves to the side that has
/// daylight saving time.
struct LocalClock {
  private let zone: Zone?
  private let reversal: Range<Int>
  /// The offset of the last answer, in seconds east of UTC: where the next search starts.
  private var guess = 0

  /// The stretch that was asked last.
  private var stretch: ZoneStretch
  /// Whether it has the daylight flag.
  private var isDaylight = false

  /// Makes a clock.
  ///
  /// - Parameter zone: The zone; nil for UTC, whose clock never changes.
  init(_ zone: Zone?) {
    self.zone = zone.flatMap { $0.transitions.isEmpty && $0.initialOffset == 0 ? nil : $0 }
    reversal = zone.flatMap { LocalClock.reversals[$0.identifier] } ?? 0..<0
    // Greenwich has one stretch, which is all of time.
    stretch = self.zone == nil ? ZoneStretch(of: .gmt, afterTransitions: 0) : .none
  }

  /// Starts a computation as systemd does, which makes each in a process of its own.
  mutating func reset() { guess = 0 }

  /// How far a clock change is felt, in seconds: the longest that clocks were put forward or back by
  /// is a day, and an hour of summer time with it.
  private static let changeMargin = 2 * 86_400

  /// Whether no clock change can be felt at an instant.
  func isQuiet(at instant: Int) -> Bool {
    guard let changes = zone?.transitions else { return true }
    let margin = LocalClock.changeMargin
    let count = changeCount(upTo: instant)
    return (count == 0 || changes[count - 1].instant.secondsSince1970 + margin <= instant)
      && (count == changes.count || instant < changes[count].instant.secondsSince1970 - margin)
  }

  /// How many clock changes there are up to an instant.
  func changeCount(upTo instant: Int) -> Int {
    zone?.transitionCount(upTo: Instant(secondsSince1970: instant)) ?? 0
  }

  /// What the clock shows at an instant.
  mutating func time(at instant: Int) -> BrokenDownTime {
    if !stretch.instants.contains(instant) { moveToStretch(at: instant) }
    return BrokenDownTime(
      CivilDateTime(secondsSince1970: instant &+ stretch.offset), isDaylight: isDaylight)
  }

  /// Brings the parts of a time into their ranges, as `mktime` does.
  ///
  /// - Returns: The instant, and whether the time comes once and the search cannot change that; nil
  ///   where there is no answer or it lies before 1970, which systemd takes for an error.
  mutating func normalize(_ time: inout BrokenDownTime) -> (instant: Int, isUnique: Bool)? {
    // The library searches within a minute and adds the seconds beyond it afterwards.
    let second = min(time.second, 59)
    let excess = time.second - second
    let civil = time.civil(second: second).secondsSince1970
    if !stretch.civils.contains(civil), let zone,
      case .unique(let instant) = zone.resolve(CivilDateTime(secondsSince1970: civil))
    {
      moveToStretch(at: instant.secondsSince1970)
    }
    var instant: Int
    let isUnique = stretch.civils.contains(civil) && (time.isDaylight ?? isDaylight) == isDaylight
    if isUnique {
      guess = stretch.offset
      instant = civil &- stretch.offset
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

  private mutating func moveToStretch(at instant: Int) {
    guard let zone else { return }
    let count = zone.transitionCount(upTo: Instant(secondsSince1970: instant))
    stretch = ZoneStretch(of: zone, afterTransitions: count)
    isDaylight = isDaylightStretch(afterTransitions: count, of: zone)
  }
}

extension LocalClock {
  /// Finds an instant for a wall-clock time that is skipped or repeated, or whose flag is wrong.
  private mutating func search(_ civil: Int, isDaylight wanted: Bool?) -> Int? {
    var instant = civil - guess
    var (previous, beforePrevious) = (instant, instant)
    var previousIsDaylight = false
    // As in glibc's mktime.c, which gives up after so many steps.
    var probes = 6
    while true {
      let (shown, daylight) = reading(at: instant)
      let error = civil - shown
      if error == 0 {
        guard let wanted, wanted != daylight else { return instant }
        return neighbor(of: instant, isDaylight: wanted).map { civil - $0 }
      }
      // Back and forth over a gap: stop on the side with the flag that was asked for or, where
      // none was, on the one with daylight saving time.
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

  /// The offset of the nearest time around an instant that has the flag.
  ///
  /// Looked for as in glibc's mktime.c: in steps of 601,200 seconds, less than the shortest stretch
  /// of such time on record, up to half of the longest, 536,454,000 seconds, and a step.
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
    if !stretch.instants.contains(instant) { moveToStretch(at: instant) }
    return (instant &+ stretch.offset, isDaylight)
  }
}

extension LocalClock {
  /// Zones whose law puts the flag on winter time, and the instants between which it does.
  ///
  /// IANA's main data follow the law: Irish Standard Time is summer time, and Morocco leaves its
  /// standard time for Ramadan. Foundation's data have the flag the usual way round.
  private static let reversals: [String: Range<Int>] = [
    "Europe/Dublin": 57_722_400..<Int.max, "Eire": 57_722_400..<Int.max,
    "Africa/Casablanca": 1_540_692_000..<Int.max, "Africa/El_Aaiun": 1_540_692_000..<Int.max,
    "Africa/Windhoek": 764_200_800..<1_508_792_400,
  ]

  /// Whether a stretch has the daylight flag, which a ``Zone`` does not carry.
  ///
  /// It has where the clock is ahead of what comes before and after, for less than two years: Chile
  /// kept it for 20 months from 2014; Volgograd changed its standard time for 26 in 2018.
  private func isDaylightStretch(afterTransitions count: Int, of zone: Zone) -> Bool {
    guard count > 0, count < zone.transitions.count else { return false }
    let (start, end) = (zone.transitions[count - 1], zone.transitions[count])
    guard end.instant - start.instant <= 700 * 86_400 else { return false }
    return reversal.contains(start.instant.secondsSince1970)
      ? start.offsetBefore > start.offsetAfter && end.offsetAfter > end.offsetBefore
      : start.offsetBefore < start.offsetAfter && end.offsetAfter < end.offsetBefore
  }
}

/// A wall-clock time in parts that may lie outside their ranges, as C's `struct tm`.
struct BrokenDownTime: Equatable {
  var year: Int
  /// From 1; 13 is January of the next year.
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// Whether daylight saving time is asked for; nil for either.
  var isDaylight: Bool?

  /// The parts of a civil time.
  init(_ civil: CivilDateTime, isDaylight: Bool?) {
    let dayNumber = civil.dayNumber
    let date = CivilDate(dayNumber: dayNumber)
    let time = TimeOfDay(secondOfDay: civil.secondsSince1970 &- dayNumber &* 86_400)
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute, second) = (time.hour, time.minute, time.second)
    self.isDaylight = isDaylight
  }

  /// The civil time that the parts add up to, with the seconds apart.
  func civil(second: Int) -> CivilDateTime {
    var (year, month) = (year, month)
    if month > 12 { (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1) }
    let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
    return CivilDateTime(
      dayNumber: first &+ day &- 1, secondOfDay: (hour &* 60 &+ minute) &* 60 &+ second)
  }

  /// Whether all parts are ones that a clock and a calendar show.
  var isInRange: Bool {
    (1...12).contains(month) && hour < 24 && minute < 60 && second < 60
      && day >= 1 && (day <= 28 || day <= CivilDate.length(ofMonth: month, year: year))
  }

  /// Whether the clock shows this time after another, in whole seconds.
  func isShown(after other: BrokenDownTime) -> Bool {
    (year, month, day) != (other.year, other.month, other.day)
      ? (year, month, day) > (other.year, other.month, other.day)
      : (hour, minute, second) > (other.hour, other.minute, other.second)
  }

  mutating func clearTime() { (hour, minute, second) = (0, 0, 0) }
}
