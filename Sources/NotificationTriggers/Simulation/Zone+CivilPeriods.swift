internal import CivilTime

extension Instant {
  /// The last full minute; every clock since 1972 is a whole number of minutes off UTC.
  var minuteStart: Instant { self - secondsSince1970.floorModulo(60) }
}

/// Where Foundation's calendar lets the hours, days, weeks, months and years of a zone begin.
extension Zone {
  func fields(at instant: Instant) -> CivilFields { CivilFields(civil(at: instant)) }

  /// The last full hour by the offset that holds now, though a change may lie between.
  func hourStart(at instant: Instant) -> Instant {
    instant - civil(at: instant).secondsSince1970.floorModulo(3_600)
  }

  func dayStart(at instant: Instant) -> Instant {
    dayStart(civil(at: instant).dayNumber)
  }

  /// The first instant after the day; a day that the zone skips is passed over.
  func dayEnd(at instant: Instant) -> Instant {
    dayStart(civil(at: instant).dayNumber + 1)
  }

  /// The first instant after the week, which starts on Sunday.
  func weekEnd(at instant: Instant) -> Instant {
    dayStart(Weekday.sunday.firstDay(from: civil(at: instant).dayNumber + 1))
  }

  func monthEnd(at instant: Instant) -> Instant {
    let date = civil(at: instant).date
    let length = CivilDate.length(ofMonth: date.month, year: date.year)
    return dayStart(date.dayNumber + length - date.day + 1)
  }

  func yearStart(_ year: Int) -> Instant {
    dayStart(CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber)
  }

  /// Midnight, the first of two; where the clock skips it, the first instant after the gap.
  func dayStart(_ dayNumber: Int) -> Instant {
    let midnight = CivilDateTime(dayNumber: dayNumber, time: .midnight)
    switch resolve(midnight) {
    case .unique(let instant), .fold(let instant, _): return instant
    case .gap(let offsetBefore, _):
      let inGap = Instant(secondsSince1970: midnight.secondsSince1970 - offsetBefore)
      return transitions[transitionCount(upTo: inGap) - 1].instant
    }
  }

  /// Whether the offset is one and the same from one instant to another.
  func isSteady(from start: Instant, to end: Instant) -> Bool {
    transitionCount(upTo: start) == transitionCount(upTo: end)
  }
}
