/// A rule of `TZ` without a zone's name, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, 8.3).
///
/// The rule holds for all years, as in the C library. It is also the footer of a compiled zone.
package struct PosixTimeZone: Equatable {
  /// A day of every year.
  enum Day: Equatable {
    /// `Mm.w.d`: a weekday of a month, from Sunday = 0; the week 5 is the last one.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: from 1 to 365; 29 February is never counted.
    case julian(Int)
    /// `n`: from 0 to 365; 29 February is counted.
    case ordinal(Int)
  }

  /// When the clock is changed.
  struct ClockChange: Equatable {
    /// The day.
    var day: Day
    /// The time on the clock before the change, in seconds since midnight; it may lie on other
    /// days.
    var second: Int
  }

  /// Seconds east of UTC in standard time.
  let standard: Int
  /// Seconds east of UTC in summer, and when it begins and ends; nil for none.
  let summer: Summer?

  /// Summer time.
  struct Summer: Equatable {
    let offset: Int
    let start: ClockChange
    let end: ClockChange
  }

  /// The constant offset, in seconds east of UTC; nil where the clock is changed.
  package var constantOffset: Int? { summer == nil ? standard : nil }

  /// The changes of some years as a zone.
  ///
  /// - Parameter years: The years in which the clock is changed.
  /// - Returns: A zone without a name of its own.
  package func zone(in years: ClosedRange<Int>) -> Zone {
    let transitions = changes(in: years)
    return Zone(
      identifier: "", isIANA: false, initialOffset: transitions.first?.offsetBefore ?? standard,
      transitions: transitions)
  }

  /// The changes of some years, ascending.
  ///
  /// - Parameter years: The years in which the clock is changed.
  /// - Returns: Empty for a constant offset. Some transitions may change nothing.
  func changes(in years: ClosedRange<Int>) -> [Zone.Transition] {
    guard let summer else { return [] }
    var changes: [(instant: Int, order: Int, before: Int, after: Int)] = []
    for year in years {
      let start = summer.start.civilSeconds(in: year) - standard
      let end = summer.end.civilSeconds(in: year) - summer.offset
      changes += [(end, 0, summer.offset, standard), (start, 1, standard, summer.offset)]
    }
    // Where one summer ends as the next begins, the clock isn't changed at all.
    changes.sort { ($0.instant, $0.order) < ($1.instant, $1.order) }
    var offset = changes.first?.before ?? standard
    var transitions: [Zone.Transition] = []
    for change in changes {
      let instant = Instant(secondsSince1970: change.instant)
      if let last = transitions.last, last.instant == instant {
        offset = transitions.removeLast().offsetBefore
      }
      transitions.append(
        Zone.Transition(instant: instant, offsetBefore: offset, offsetAfter: change.after))
      offset = change.after
    }
    return transitions
  }
}

extension PosixTimeZone.ClockChange {
  /// When the change is, in seconds of the clock since 1970.
  fileprivate func civilSeconds(in year: Int) -> Int {
    day.dayNumber(in: year) * 86_400 + second
  }
}

extension PosixTimeZone.Day {
  fileprivate func dayNumber(in year: Int) -> Int {
    let newYear = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
    switch self {
    case .julian(let day):
      return newYear + day - (CivilDate.isLeap(year: year) && day >= 60 ? 0 : 1)
    case .ordinal(let day): return newYear + day
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      // Day 0 is a Thursday, the fifth day of a week that begins on Sunday.
      let offset = (weekday - (first + 4)).floorModulo(7)
      let last = first + CivilDate.length(ofMonth: month, year: year) - 1
      let day = first + offset + (week - 1) * 7
      return day > last ? day - 7 : day
    }
  }
}
