/// The fires of one reminder at one time of day, over the days between now and the horizon's end.
///
/// Two triggers at different times of day never meet: such lines share nothing but slots and the
/// plan's reach. Days count from 0, for the first whose time lies after now.
struct DayLine {
  let reminder: Int
  let second: Int
  /// The first day, as days since 1970-01-01.
  let firstDay: Int
  /// The instant of each day.
  let instants: [Int]
  /// Whether each day is asked for.
  let asked: [Bool]
  let askedCount: Int
  /// How many of the days before each are asked for; one longer than the days.
  let askedBefore: [Int]

  init(_ instance: OptimumInstance, reminder: Int, second: Int) {
    self.reminder = reminder
    self.second = second
    let series = instance.series[reminder]
    var day = instance.now / 86_400 - 1
    while instance.clock.instant(CivilMoment(day: day, second: second)) <= instance.now { day += 1 }
    firstDay = day
    var instants: [Int] = []
    var asked: [Bool] = []
    var askedBefore = [0]
    var count = 0
    while true {
      let moment = CivilMoment(day: day, second: second)
      let instant = instance.clock.instant(moment)
      if instant >= instance.end { break }
      let isAsked = series.asks(moment)
      instants.append(instant)
      asked.append(isAsked)
      if isAsked { count += 1 }
      askedBefore.append(count)
      day += 1
    }
    self.instants = instants
    self.asked = asked
    self.askedBefore = askedBefore
    askedCount = count
  }

  /// The first day at or after an instant; behind the last where there is none.
  func day(from instant: Int) -> Int {
    guard let first = instants.first else { return 0 }
    // The clock may be an hour off between the first day and this one.
    var day = min(instants.count, max(0, (instant - first) / 86_400 - 1))
    while day < instants.count, instants[day] < instant { day += 1 }
    return day
  }

  /// The first day that is asked for.
  var next: Int? { asked.firstIndex(of: true) }
}
