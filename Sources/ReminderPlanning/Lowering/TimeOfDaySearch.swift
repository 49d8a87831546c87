import CivilTime
import NotificationTriggers

/// Finds the patterns of one time of day that a group can use.
struct TimeOfDaySearch {
  private let test: CandidateTest
  private let time: TimeOfDay
  /// The days on which a pattern may fire: those of fires and of echoes.
  private let allowedDays: DaySet
  private let clockChangesMatter: Bool
  private let firstDay: Int
  private let horizonDay: Int
  private let endDay: Int
  /// The day classes of the fires before the horizon.
  let kinds: DayClassesByKind

  /// Makes the search; nil if the group has no fire at the time.
  init?(_ test: CandidateTest, _ time: TimeOfDay) {
    let schedule = test.schedule
    guard let everyDay = CalendarPattern(.everyDay, .time(time)),
      let allDays = schedule.fires.days[time]
    else { return nil }
    self.test = test
    self.time = time
    allowedDays = schedule.allowed.days[time] ?? allDays
    clockChangesMatter =
      schedule.settled != nil
      || !everyDay.displacements(in: schedule.clockChanges, zone: schedule.zone).isEmpty
    firstDay = schedule.firstDay(at: time)
    horizonDay = schedule.firstDay(at: time, notBefore: test.horizonEnd)
    endDay = schedule.endDay(at: time)
    var ownDays = allDays
    ownDays.keep(before: horizonDay)
    kinds = DayClassesByKind(ownDays)
  }

  /// The limit of patterns of one time of day that answer one fire each.
  ///
  /// A yearly rule on one weekday of all months has 59.
  static let maximumSingles = 64

  func candidates(_ classes: [DayClass]) -> [CandidatePattern] {
    classes.filter(mayBeRight).compactMap {
      test.candidate($0, .time(time), clockChangesMatter: clockChangesMatter)
    }
  }

  /// Returns the classes that usually have one day a year.
  ///
  /// A class with one fire before the horizon can only replace a one-shot. It is left out if a
  /// weekly or monthly pattern answers its fire forever, or if there are too many such classes.
  func singles(beside frequent: [CandidatePattern]) -> (classes: [DayClass], leftOut: Bool) {
    let forEver = Set(frequent.lazy.filter { $0.firstUnexpected == nil }.map(\.pattern.days))
    var often: [DayClass] = []
    var once: [DayClass] = []
    for days in kinds.dates + kinds.ordinals {
      // A subset of a sound pattern is sound, but useless by itself.
      let isPart = forEver.contains(where: days.isPart)
      if !isPart, !mayBeRight(days) { continue }
      if hasSeveralDays(days) {
        often.append(days)
      } else if !isPart {
        once.append(days)
      }
    }
    return once.count + often.count > TimeOfDaySearch.maximumSingles
      ? (often, !once.isEmpty) : (often + once, false)
  }

  private func hasSeveralDays(_ dayClass: DayClass) -> Bool {
    test.table.hasSeveralDays(of: dayClass, in: firstDay..<max(firstDay, horizonDay))
  }

  /// Returns whether a class may be sound.
  ///
  /// This quick check rejects most classes before a pattern is made.
  private func mayBeRight(_ dayClass: DayClass) -> Bool {
    if clockChangesMatter { return test.table.days(of: dayClass) != nil }
    guard let day = test.table.firstDay(of: dayClass, missingFrom: allowedDays, from: firstDay),
      day < endDay
    else { return test.table.days(of: dayClass) != nil }
    return test.schedule.zone.instant(of: CivilDateTime(dayNumber: day, time: time))
      >= test.earliestRemoval
  }
}

extension DayClass {
  /// Returns whether all days of the class belong to a weekly or monthly class.
  fileprivate func isPart(of frequent: DayClass) -> Bool {
    switch (self, frequent) {
    case (.ordinalWeekday(_, let own, _), .weekday(let weekday)): own == weekday
    case (.date(_, let own), .dayOfMonth(let day)): own == day
    default: false
    }
  }
}

extension TimeClass {
  var timesOfDay: LazyMapSequence<StrideTo<Int>, TimeOfDay> {
    stride(from: offsetInPeriod, to: 86_400, by: period).lazy.map(TimeOfDay.init(secondOfDay:))
  }
}
