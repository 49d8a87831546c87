internal import CivilTime

/// One walk of Foundation's search: from an instant on, unit by unit, to where each value fits.
///
/// Each unit is looked for from where the larger ones were found, and none of those is looked at
/// again: what comes out may differ in a larger unit, and lie before the instant.
struct CalendarWalk {
  /// The components that are walked to.
  let wanted: TriggerComponents
  private let zone: Zone

  init(to wanted: TriggerComponents, in zone: Zone) {
    self.wanted = wanted
    self.zone = zone
  }

  /// The most days walked to a day: a month more than the one that a weekday can be missing from.
  private static let maximumDays = 100

  /// The most months looked at for an nth weekday: a fifth one is never missing from three in a
  /// row.
  private static let maximumMonths = 4

  /// The most hours walked to an hour: two days.
  ///
  /// A day that has no such hour is found out in the next; a walk that goes on has met a gap of
  /// more hours than Foundation's walk can stop in, and any answer is taken for a mismatch.
  private static let maximumHours = 48

  /// The most minutes walked to a minute: two hours, one of which a change may cut.
  private static let maximumMinutes = 120

  func candidate(from start: Instant) -> Instant {
    var instant = start
    if let year = wanted.year, year != zone.fields(at: instant).date.year {
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
    let date = zone.fields(at: start).date
    if date.month == month { return start }
    let year = month > date.month ? date.year : date.year + 1
    return zone.dayStart(CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber)
  }

  /// Stays on a day whose ordinal fits already, though its weekday may not.
  private func walk(toOrdinal ordinal: Int, weekday: Int, from start: Instant) -> Instant {
    let fields = zone.fields(at: start)
    if fields.weekdayOrdinal == ordinal { return start }
    var (year, month) = (fields.date.year, fields.date.month)
    for _ in 0..<CalendarWalk.maximumMonths {
      let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      let day = Weekday(foundationNumber: weekday).firstDay(from: first) + 7 * (ordinal - 1)
      if day > fields.dayNumber, day - first < CivilDate.length(ofMonth: month, year: year) {
        if let target = existingDay(day) { return target }
        break
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return walkDays(from: start) { $0.weekdayOrdinal == ordinal && $0.weekday == weekday }
  }

  /// The start of a day; nil where a zone that leaps over the date line has no such day.
  private func existingDay(_ dayNumber: Int) -> Instant? {
    let start = zone.dayStart(dayNumber)
    return zone.civil(at: start).dayNumber == dayNumber ? start : nil
  }

  private func walk(toWeekday weekday: Int, from start: Instant) -> Instant {
    let dayNumber = zone.civil(at: start).dayNumber
    let day = Weekday(foundationNumber: weekday).firstDay(from: dayNumber)
    if day == dayNumber { return start }
    // Where there is no such day, the walk goes on to the next week's.
    if let target = existingDay(day) { return target }
    return walkDays(from: start) { $0.weekday == weekday }
  }

  /// The start of the first day that fits; the instant itself where its own day does.
  private func walkDays(from start: Instant, to fits: (CivilFields) -> Bool) -> Instant {
    var instant = start
    for _ in 0..<CalendarWalk.maximumDays where !fits(zone.fields(at: instant)) {
      instant = zone.dayEnd(at: instant)
    }
    return instant
  }

  /// Turns back to the month's last day where the month lacks the day.
  private func walk(toDay day: Int, from start: Instant) -> Instant {
    let fields = zone.fields(at: start)
    let firstMonth = fields.date.month
    if fields.date.day == day { return zone.dayStart(at: start) }
    // In this month, or in the next where that is of the same year.
    let length = CivilDate.length(ofMonth: firstMonth, year: fields.date.year)
    let firstOfMonth = fields.dayNumber - fields.date.day + 1
    if day > fields.date.day, day <= length {
      if let target = existingDay(firstOfMonth + day - 1) { return target }
    } else if firstMonth < 12,
      day <= CivilDate.length(ofMonth: firstMonth + 1, year: fields.date.year)
    {
      if let target = existingDay(firstOfMonth + length + day - 1) { return target }
    }
    var instant = start
    for _ in 0..<CalendarWalk.maximumDays {
      let previous = instant
      instant = zone.dayEnd(at: previous)
      let date = zone.fields(at: instant).date
      if abs(date.month - firstMonth) >= 2 { return zone.dayStart(at: previous) }
      if date.day == day { break }
    }
    return instant
  }

  /// Stops in the hour before a gap of one hour that hides the hour.
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
    for _ in 0..<CalendarWalk.maximumHours where reached != hour {
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
    for _ in 0..<CalendarWalk.maximumMinutes where zone.civil(at: instant).minute != minute {
      instant = instant + 60
    }
    return instant
  }
}
