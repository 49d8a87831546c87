import CivilTime

/// The way in which a layer finds the next fire of a repeating calendar trigger.
///
/// On Android, a layer sets one alarm, and computes the date of the next one when it has fired. Far
/// from clock changes, all models give the dates of the pattern. Times that a clock change skips or
/// repeats differ, and so do the fires after them.
package enum RepetitionModel: Hashable, Sendable {
  /// The search of UserNotifications.
  case dateMatching
  /// The dates of expo-notifications on Android, by `java.util.Calendar`.
  case expoAndroid
  /// The dates of flutter_local_notifications on Android, by `java.time`.
  case flutterAndroid
  /// Steps of `java.util.Calendar` from the first fire, as react-native-notify-kit takes on Android.
  case calendarSteps
  /// A fixed number of seconds after the first fire, as Notifee and Plugin.LocalNotification count on
  /// Android.
  case elapsedTime
  /// Unknown near clock changes; elsewhere the dates of the pattern.
  case undocumented
  /// The layer does not repeat.
  case never

  /// The clock changes from which on fires may be wrong.
  package enum FailingChanges: Hashable, Sendable {
    case none
    /// Those that skip or repeat the time of the fires.
    case ofTheirTime
    case all
  }

  /// The clock changes from which on fires may be wrong.
  package var failingChanges: FailingChanges {
    switch self {
    case .dateMatching, .never: .none
    case .expoAndroid, .flutterAndroid, .calendarSteps, .undocumented: .ofTheirTime
    case .elapsedTime: .all
    }
  }

  /// Whether each fire depends on the one before, so that a change of the device's zone moves only
  /// the wall clock of the fires.
  package var keepsInstants: Bool { self == .calendarSteps || self == .elapsedTime }

  /// Finds the next fire of a pattern that repeats.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - base: The last fire, or the instant of adding.
  ///   - isFire: Whether `base` is the last fire.
  ///   - zone: The zone of the wall clock.
  /// - Returns: The fire; nil after the last.
  func nextFire(
    of pattern: CalendarPattern, after base: Instant, isFire: Bool, in zone: Zone
  ) -> Instant? {
    switch self {
    case .expoAndroid:
      pattern.expoDate(after: base, in: zone) ?? pattern.nextFire(after: base, in: zone)
    case .flutterAndroid:
      pattern.flutterDate(after: base, isFire: isFire, in: zone)
        ?? pattern.nextFire(after: base, in: zone)
    case .calendarSteps where isFire:
      pattern.dateOneStep(after: base, in: zone) ?? pattern.nextFire(after: base, in: zone)
    case .elapsedTime where isFire: base + pattern.period
    case .dateMatching, .calendarSteps, .elapsedTime, .undocumented, .never:
      pattern.nextFire(after: base, in: zone)
    }
  }
}

extension CalendarPattern {
  /// The seconds from one fire to the next, without clock changes.
  fileprivate var period: Int {
    if case .weekday = days, time.period == 86_400 { 7 * 86_400 } else { time.period }
  }

  /// Returns the next date of react-native-notify-kit (`TimestampTriggerModel.java`); nil for a
  /// pattern that it cannot repeat.
  fileprivate func dateOneStep(after fire: Instant, in zone: Zone) -> Instant? {
    switch (days, time) {
    case (.everyDay, .everyHour): fire + 3_600
    case (.everyDay, .time): zone.adding(days: step?.every ?? 1, to: fire)
    case (.weekday, .time): zone.adding(days: 7 * (step?.every ?? 1), to: fire)
    case (.dayOfMonth, .time): zone.adding(months: step?.every ?? 1, to: fire)
    default: nil
    }
  }

  /// Returns the next date of expo-notifications (`NotificationTriggers.kt`): the time in the
  /// current day, week, month or year, or one later; nil for a pattern that expo cannot repeat.
  ///
  /// The layer computes some milliseconds after a fire, so a date at the base is past.
  fileprivate func expoDate(after base: Instant, in zone: Zone) -> Instant? {
    guard case .time(let time) = time else { return nil }
    let today = zone.civil(at: base)
    func date(_ dayNumber: Int) -> Instant {
      zone.calendarInstant(of: CivilDateTime(dayNumber: dayNumber, time: time))
    }
    func dayNumber(month: Int, _ day: Int) -> Int {
      CivilDate(uncheckedYear: today.date.year, month: month, day: day).dayNumber
    }
    let first: Instant
    let step: (Instant) -> Instant
    switch days {
    case .everyDay: (first, step) = (date(today.dayNumber), { zone.adding(days: 1, to: $0) })
    case .weekday(let weekday):
      let monday = today.dayNumber - Weekday(dayNumber: today.dayNumber).rawValue
      (first, step) = (date(monday + weekday.rawValue), { zone.adding(days: 7, to: $0) })
    case .dayOfMonth(let day):
      first = date(dayNumber(month: today.date.month, day))
      step = { zone.adding(months: 1, to: $0) }
    case .date(let month, let day):
      (first, step) = (date(dayNumber(month: month, day)), { zone.adding(months: 12, to: $0) })
    case .ordinalWeekday, .once: return nil
    }
    return first > base ? first : step(first)
  }

  /// Returns the next date of flutter_local_notifications
  /// (`FlutterLocalNotificationsPlugin.java`): it goes from today to the first matching day, day by
  /// day; nil for a pattern that it cannot repeat.
  ///
  /// A step over a skipped time moves the time, and the layer keeps the moved one.
  fileprivate func flutterDate(after base: Instant, isFire: Bool, in zone: Zone) -> Instant? {
    guard case .time(var time) = time else { return nil }
    let today = zone.civil(at: base)
    if isFire { time = today.time }
    var next = zone.instant(of: CivilDateTime(dayNumber: today.dayNumber, time: time))
    // A date that the year lacks is the longest way.
    var left = CalendarPattern.longestWay
    while left > 0 {
      let civil = zone.civil(at: next)
      if next > base, days.contains(dayNumber: civil.dayNumber) { return zone.instant(of: civil) }
      // Far from clock changes a step keeps the time, so go to the day before at once.
      let wanted = days.firstDay(from: civil.dayNumber + 1).map { $0 - civil.dayNumber } ?? left
      let skipped = max(0, min(wanted, left, zone.steadyDays(from: next)) - 1)
      next = next + skipped * 86_400
      next = zone.instant(of: zone.civil(at: next) + 86_400, preferringOffsetAt: next)
      left -= skipped + 1
    }
    return nil
  }

  /// The most days to a matching date: from one 29 February to the next over a common century.
  private static let longestWay = 8 * 366 + 2
}

extension Zone {
  /// The instant of a local time as `java.util.Calendar.set` reads it: a repeated time is the
  /// second one.
  fileprivate func calendarInstant(of civil: CivilDateTime) -> Instant {
    if case .fold(_, let second) = resolve(civil) { second } else { instant(of: civil) }
  }

  /// The instant of a local time as `java.time` reads it: a repeated time keeps the offset of
  /// another instant, if it can.
  fileprivate func instant(of civil: CivilDateTime, preferringOffsetAt other: Instant) -> Instant {
    if case .fold(_, let second) = resolve(civil), offset(at: second) == offset(at: other) {
      second
    } else {
      instant(of: civil)
    }
  }

  /// The number of whole days after an instant that are far from clock changes.
  fileprivate func steadyDays(from instant: Instant) -> Int {
    let next = transitions.partitionPoint { $0.instant < instant - Zone.clockChangeMargin }
    guard next < transitions.count else { return .max }
    return (transitions[next].instant - instant - Zone.clockChangeMargin) / 86_400
  }

  /// Adds days as `java.util.Calendar.add` does.
  ///
  /// It keeps the offset first and then corrects the wall clock, so a skipped time becomes an
  /// earlier one.
  fileprivate func adding(days: Int, to instant: Instant) -> Instant {
    let wanted = civil(at: instant) + days * 86_400
    let sum = instant + days * 86_400
    let corrected = sum + (offset(at: instant) - offset(at: sum))
    return civil(at: corrected).dayNumber == wanted.dayNumber ? corrected : sum
  }

  /// Adds months as `java.util.Calendar.add` does, which keeps the wall clock.
  fileprivate func adding(months: Int, to instant: Instant) -> Instant {
    let civil = civil(at: instant)
    let month = civil.date.year * 12 + civil.date.month - 1 + months
    let (year, number) = (month / 12, month % 12 + 1)
    let day = min(civil.date.day, CivilDate.length(ofMonth: number, year: year))
    return calendarInstant(
      of: CivilDateTime(
        dayNumber: CivilDate(uncheckedYear: year, month: number, day: day).dayNumber,
        time: civil.time))
  }
}
