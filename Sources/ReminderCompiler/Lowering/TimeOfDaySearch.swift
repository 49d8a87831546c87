import CivilTime
import NotificationTriggers

/// The search for patterns at one time of day.
struct TimeOfDaySearch {
  private let test: CandidateTest
  /// The time of day.
  private let time: TimeOfDay
  /// The days on which a pattern may fire.
  private let allowedDays: DaySet
  private let clockChangesMatter: Bool
  private let firstDay: Int
  private let horizonDay: Int
  private let endDay: Int
  /// The classes of the days before the horizon, of the kinds that the system can be asked for.
  let kinds: DayClassesByKind

  /// Makes the search; nil where nothing is asked at the time.
  init?(_ test: CandidateTest, _ time: TimeOfDay) {
    let wanted = test.wanted
    guard let everyDay = CalendarPattern(.everyDay, .time(time)),
      let allDays = wanted.fires.days[time]
    else { return nil }
    self.test = test
    self.time = time
    allowedDays = wanted.allowed.days[time] ?? allDays
    clockChangesMatter =
      wanted.settled != nil
      || !everyDay.displacements(in: wanted.clockChanges, zone: wanted.zone).isEmpty
    firstDay = wanted.firstDay(at: time)
    horizonDay = wanted.firstDay(at: time, notBefore: test.horizonEnd)
    endDay = wanted.endDay(at: time)
    var ownDays = allDays
    ownDays.keep(before: horizonDay)
    kinds = DayClassesByKind(ownDays, in: test.capabilities.shapes)
  }

  /// The most patterns of one time of day that answer one fire each: a yearly rule on any weekday
  /// of all months has 59.
  static let maximumSingles = 64

  /// The patterns of some classes of days that are right.
  func candidates(_ classes: [DayClass]) -> [CandidatePattern] {
    classes.filter(mayBeRight).compactMap {
      test.candidate($0, .time(time), clockChangesMatter: clockChangesMatter)
    }
  }

  /// The classes that have one day a year.
  ///
  /// Those that answer one fire before the horizon are of use in place of its one-shot alone: not
  /// where one of every week or month answers it for ever, and not where they are too many.
  ///
  /// - Parameter frequent: The patterns of every week and month that are right.
  /// - Returns: The classes, and whether some were left out for their number.
  func singles(beside frequent: [CandidatePattern]) -> (classes: [DayClass], leftOut: Bool) {
    let forEver = Set(frequent.lazy.filter { $0.firstUnasked == nil }.map(\.pattern.days))
    var often: [DayClass] = []
    var once: [DayClass] = []
    for days in kinds.dates + kinds.ordinals {
      // A part of what is right is right, and by itself of no use.
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

  /// Whether a class of one day a year has more than one before the horizon.
  private func hasSeveralDays(_ dayClass: DayClass) -> Bool {
    // 52 weeks are the least that lie between two of them.
    let last = horizonDay - 364
    return firstDay < last
      && test.table.hasSeveralDays(of: dayClass, in: firstDay..<horizonDay)
  }

  /// Whether nothing is known against a class: nearly all fail here, before anything is made of
  /// them.
  private func mayBeRight(_ dayClass: DayClass) -> Bool {
    if clockChangesMatter { return test.table.days(of: dayClass) != nil }
    guard let day = test.table.firstDay(of: dayClass, missingFrom: allowedDays, from: firstDay),
      day < endDay
    else { return test.table.days(of: dayClass) != nil }
    return test.wanted.zone.instant(of: CivilDateTime(dayNumber: day, time: time))
      >= test.earliestRemoval
  }
}

extension DayClass {
  /// Whether all its days belong to a class of every week or month.
  fileprivate func isPart(of frequent: DayClass) -> Bool {
    switch (self, frequent) {
    case (.ordinalWeekday(_, let own, _), .weekday(let weekday)): own == weekday
    case (.date(_, let own), .dayOfMonth(let day)): own == day
    default: false
    }
  }
}

extension TimeClass {
  /// The times of day, ascending.
  var timesOfDay: LazyMapSequence<StrideTo<Int>, TimeOfDay> {
    stride(from: offsetInPeriod, to: 86_400, by: period).lazy.map(TimeOfDay.init(secondOfDay:))
  }
}
