import CivilTime
import NotificationTriggers

/// Finds the patterns of one time of day that a group can use.
struct TimeOfDaySearch {
  private let test: CandidateTest
  private let time: TimeOfDay
  /// The days of the fires.
  private let days: DaySet
  /// The days on which a pattern may fire: those of fires and of echoes.
  private let allowedDays: DaySet
  private let clockChangesMatter: Bool
  /// The first day from which a clock change can displace a fire.
  private let displacedDay: Int
  /// The clock changes at which the layer fails to repeat patterns of the time.
  private let failingChanges: [Instant]
  private let firstDay: Int
  private let horizonDay: Int
  private let endDay: Int
  /// The day classes of the fires before the horizon.
  let kinds: DayClassesByKind

  /// Makes the search; nil if the group has no fire at the time.
  init?(_ test: CandidateTest, time: TimeOfDay) {
    let schedule = test.schedule
    guard let everyDay = CalendarPattern(.everyDay, at: .time(time)),
      let allDays = schedule.fires.days[time]
    else { return nil }
    self.test = test
    self.time = time
    days = allDays
    allowedDays = schedule.allowed.days[time] ?? allDays
    let displaced = everyDay.displacements(
      in: schedule.clockChanges, zone: schedule.zone, isFirst: true
    ).first
    clockChangesMatter = schedule.settled != nil || displaced != nil
    displacedDay = schedule.settled == nil ? displaced?.dayNumber ?? .max : .min
    failingChanges = test.failingChanges(at: .time(time))
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
      candidate(on: $0, step: start(of: $0))
    }
  }

  private func candidate(on dayClass: DayClass, step: DateStep?) -> CandidatePattern? {
    test.candidate(
      on: dayClass, at: .time(time), step: step, clockChangesMatter: clockChangesMatter,
      failing: failingChanges)
  }

  /// Returns the patterns that step over days, if the layer can.
  ///
  /// Days of the month are left out if other patterns answer all fires forever.
  func steppingCandidates() -> [CandidatePattern] {
    guard test.layer.stepsFromStart else { return [] }
    var members: [DayClass: [Int]] = [:]
    for day in days.prefix(TimeOfDaySearch.maximumStepped) {
      let classes = ClassesOfDay(ofDay: day)
      for dayClass in [.everyDay, classes.weekday, classes.dayOfMonth]
      where members[dayClass, default: []].count < TimeOfDaySearch.comparedDays {
        members[dayClass, default: []].append(day)
      }
    }
    func candidates(_ classes: [DayClass]) -> [CandidatePattern] {
      classes.compactMap { days in
        step(of: days, members[days] ?? []).flatMap { candidate(on: days, step: $0) }
      }
    }
    let found = candidates([.everyDay]) + candidates(kinds.weekdays)
    let answered = found.filter { $0.firstUnexpected == nil }.reduce(0) { $0 + $1.answered }
    return answered == days.count(before: horizonDay) ? found : found + candidates(kinds.monthDays)
  }

  /// The limit of days of the fires that are examined for steps.
  private static let maximumStepped = 512
  /// The number of days of a class that are examined for steps.
  private static let comparedDays = 5

  /// Returns the step between the first days of a class that two successive pairs have in common;
  /// nil for none.
  ///
  /// Every second Monday is not looked for among all days, too.
  private func step(of dayClass: DayClass, _ members: [Int]) -> DateStep? {
    let numbers = members.compactMap(dayClass.number)
    let gaps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
    let place = zip(gaps, gaps.dropFirst()).enumerated()
      .filter { $0.element.0 == $0.element.1 && $0.element.0 > 1 }
      .min { $0.element.0 < $1.element.0 }?.offset
    guard let place, dayClass != .everyDay || gaps[place] % 7 != 0 else { return nil }
    let (first, every) = (members[place], gaps[place])
    let step = DateStep(every: every, keeping: first, of: dayClass, isFirst: false)
    let isLater = step?.firstDay(from: firstDay, of: dayClass).map { $0 < first } ?? false
    return isLater ? DateStep(every: every, keeping: first, of: dayClass, isFirst: true) : step
  }

  /// Returns the start of a class whose first fire is later than its first day after now, if the
  /// layer's triggers have a start; otherwise nil.
  private func start(of dayClass: DayClass) -> DateStep? {
    guard test.layer.stepsFromStart, let all = test.table.days(of: dayClass),
      let first = days.firstCommonMember(with: all), let next = dayClass.firstDay(from: firstDay),
      next < first
    else { return nil }
    return DateStep(every: 1, keeping: first, of: dayClass, isFirst: true)
  }

  /// Returns the classes that usually have one day a year.
  ///
  /// A class with one fire before the horizon can only replace a one-shot. It is left out if a
  /// weekly or monthly pattern answers its fire forever, or if there are too many such classes.
  func singles(beside frequent: [CandidatePattern]) -> (classes: [DayClass], leftOut: Bool) {
    let forEver = Set(
      frequent.lazy.filter { $0.firstUnexpected == nil && $0.pattern.step == nil }
        .map(\.pattern.days))
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
    let first = start(of: dayClass)?.firstDay ?? firstDay
    guard let day = test.table.firstDay(of: dayClass, missingFrom: allowedDays, from: first),
      day < min(endDay, displacedDay)
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
