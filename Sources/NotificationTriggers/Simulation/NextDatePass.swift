import CivilTime

/// One pass of Foundation's search: it starts at an instant and moves to each component in turn.
///
/// The search for a unit starts where the previous one ended and does not check larger units again.
/// The result may differ in a larger unit, and may be before the start.
struct NextDatePass {
  let wanted: TriggerComponents
  private let zone: Zone

  init(to wanted: TriggerComponents, in zone: Zone) {
    self.wanted = wanted
    self.zone = zone
  }

  /// The largest number of periods that a pass steps over to find a value.
  ///
  /// It suffices for a weekday that two months do not have, which takes more than a hundred days.
  /// It also suffices for two days of hours, and for two hours of minutes, one of which a clock
  /// change may shorten. A pass that exceeds it has met a gap of more hours than Foundation's pass
  /// can stop in. Any result is then a mismatch.
  private static let maximumSteps = 120

  func candidate(from start: Instant) -> Instant {
    var instant = start
    if let year = wanted.year, year != zone.civil(at: instant).date.year {
      instant = zone.yearStart(year)
    }
    if let month = wanted.month { instant = walk(toMonth: month, from: instant) }
    if let ordinal = wanted.weekdayOrdinal, let weekday = wanted.weekday {
      instant = walk(toOrdinal: ordinal, weekday: weekday, from: instant)
    }
    if let weekday = wanted.weekday {
      instant = walk(toWeekday: weekday, from: instant)
    }
    if let day = wanted.day { instant = walk(toDay: day, from: instant) }
    if let hour = wanted.hour { instant = walk(toHour: hour, from: instant) }
    if let minute = wanted.minute { instant = walk(toMinute: minute, from: instant) }
    if let second = wanted.second {
      instant = instant + (second - zone.civil(at: instant).second).floorModulo(60)
    }
    return instant
  }

  private func walk(toMonth month: Int, from start: Instant) -> Instant {
    let date = zone.civil(at: start).date
    if date.month == month { return start }
    let year = month > date.month ? date.year : date.year + 1
    return zone.dayStart(CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber)
  }

  /// Moves to the nth weekday of a month.
  ///
  /// A day whose ordinal already matches is kept, even if its weekday does not match.
  private func walk(toOrdinal ordinal: Int, weekday: Int, from start: Instant) -> Instant {
    let date = zone.civil(at: start).date
    if date.weekdayOrdinal == ordinal { return start }
    var (year, month) = (date.year, date.month)
    for _ in 0..<NextDatePass.maximumSteps {
      let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      let day = Weekday(foundationNumber: weekday).firstDay(from: first) + 7 * (ordinal - 1)
      if day > date.dayNumber, day - first < CivilDate.length(ofMonth: month, year: year) {
        if let target = existingDay(day) { return target }
        break
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return walkDays(from: start) {
      $0.weekdayOrdinal == ordinal && $0.weekday.foundationNumber == weekday
    }
  }

  /// The start of a day; nil if the zone skips that day by crossing the date line.
  private func existingDay(_ dayNumber: Int) -> Instant? {
    let start = zone.dayStart(dayNumber)
    return zone.civil(at: start).dayNumber == dayNumber ? start : nil
  }

  private func walk(toWeekday weekday: Int, from start: Instant) -> Instant {
    let dayNumber = zone.civil(at: start).dayNumber
    let day = Weekday(foundationNumber: weekday).firstDay(from: dayNumber)
    if day == dayNumber { return start }
    // If the zone skips the day, continue to the same weekday of the next week.
    if let target = existingDay(day) { return target }
    return walkDays(from: start) { $0.weekday.foundationNumber == weekday }
  }

  /// The start of the first day that matches; the instant itself if its day matches.
  private func walkDays(from start: Instant, to fits: (CivilDate) -> Bool) -> Instant {
    var instant = start
    for _ in 0..<NextDatePass.maximumSteps where !fits(zone.civil(at: instant).date) {
      instant = zone.dayEnd(at: instant)
    }
    return instant
  }

  /// Moves to a day of the month, or to the last day of a month that does not have that day.
  private func walk(toDay day: Int, from start: Instant) -> Instant {
    let date = zone.civil(at: start).date
    let firstMonth = date.month
    if date.day == day { return zone.dayStart(at: start) }
    // Try this month, or the next one if it is in the same year.
    let length = CivilDate.length(ofMonth: firstMonth, year: date.year)
    let firstOfMonth = date.dayNumber - date.day + 1
    if day > date.day, day <= length {
      if let target = existingDay(firstOfMonth + day - 1) { return target }
    } else if firstMonth < 12,
      day <= CivilDate.length(ofMonth: firstMonth + 1, year: date.year)
    {
      if let target = existingDay(firstOfMonth + length + day - 1) { return target }
    }
    var instant = start
    for _ in 0..<NextDatePass.maximumSteps {
      let previous = instant
      instant = zone.dayEnd(at: previous)
      let date = zone.civil(at: instant).date
      if abs(date.month - firstMonth) >= 2 { return zone.dayStart(at: previous) }
      if date.day == day { break }
    }
    return instant
  }

  /// Moves to an hour, or to the hour before a gap of one hour that skips it.
  private func walk(toHour hour: Int, from start: Instant) -> Instant {
    var instant = start
    var reached = zone.civil(at: instant).hour
    if hour == 0, reached != 0, zone.civil(at: zone.dayStart(at: instant)).hour == reached {
      return instant
    }
    if reached == hour { return zone.hourStart(at: instant) }
    let hourStart = zone.hourStart(at: instant)
    let target = hourStart + (hour - reached).floorModulo(24) * 3_600
    if zone.isSteady(from: hourStart, to: target + 3_600) { return target }
    for _ in 0..<NextDatePass.maximumSteps where reached != hour {
      let hourStart = zone.hourStart(at: instant)
      let previous = reached
      reached = zone.civil(at: hourStart + 3_600).hour
      if reached - previous == 2 || (previous == 23 && reached == 1) {
        reached -= 1
        instant = hourStart
      } else {
        instant = hourStart + 3_600
      }
    }
    return instant
  }

  private func walk(toMinute minute: Int, from start: Instant) -> Instant {
    var instant = start.minuteStart
    let distance = (minute - zone.civil(at: instant).minute).floorModulo(60)
    if zone.isSteady(from: instant, to: instant + distance * 60) {
      return instant + distance * 60
    }
    for _ in 0..<NextDatePass.maximumSteps where zone.civil(at: instant).minute != minute {
      instant = instant + 60
    }
    return instant
  }
}

extension Instant {
  /// The start of the minute.
  ///
  /// Every offset since 1972 is a whole number of minutes.
  var minuteStart: Instant { self - secondsSince1970.floorModulo(60) }
}

/// The starts of hours, days, weeks, months and years in Foundation's calendar.
extension Zone {
  /// The start of the hour by the current offset, even if the offset changes within the hour.
  func hourStart(at instant: Instant) -> Instant {
    instant - civil(at: instant).secondsSince1970.floorModulo(3_600)
  }

  func dayStart(at instant: Instant) -> Instant {
    dayStart(civil(at: instant).dayNumber)
  }

  /// The first instant after the day.
  ///
  /// A following day that the zone skips is ignored.
  func dayEnd(at instant: Instant) -> Instant {
    dayStart(civil(at: instant).dayNumber + 1)
  }

  /// The first instant after the week; weeks start on Sunday.
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

  /// The first midnight of the day, or the first instant after a gap that skips midnight.
  func dayStart(_ dayNumber: Int) -> Instant {
    let midnight = CivilDateTime(dayNumber: dayNumber, time: .midnight)
    switch resolve(midnight) {
    case .unique(let instant), .fold(let instant, _): return instant
    case .gap(let offsetBefore, _):
      let inGap = Instant(secondsSince1970: midnight.secondsSince1970 - offsetBefore)
      return transitions[transitionCount(upTo: inGap) - 1].instant
    }
  }

  /// Whether the zone does not change its offset between two instants.
  func isSteady(from start: Instant, to end: Instant) -> Bool {
    transitionCount(upTo: start) == transitionCount(upTo: end)
  }
}
