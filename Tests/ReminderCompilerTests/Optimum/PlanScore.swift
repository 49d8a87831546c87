import CivilTime
import NotificationTriggers
import ReminderCompiler

/// What a plan is worth, from its requests' triggers alone, and what is wrong with it.
struct PlanScore {
  private let instance: OptimumInstance
  /// What breaks a promise, in words.
  private(set) var faults: [String] = []
  private(set) var score: OptimumScore

  init(_ plan: Plan, of instance: OptimumInstance) {
    self.instance = instance
    score = OptimumScore(
      missedNext: 0, missedSoon: 0, exactUntil: instance.end, bare: 0, answered: 0)
    if plan.requests.count > instance.limit { faults.append("more requests than slots") }
    for index in instance.series.indices {
      measure(index, plan.requests.filter { $0.uid == instance.series[index].uid })
    }
    let exactUntil = plan.exactUntil?.secondsSince1970 ?? instance.end
    if exactUntil != score.exactUntil {
      faults.append(
        "exactUntil is said to be \(Instant(secondsSince1970: exactUntil)), not "
          + "\(Instant(secondsSince1970: score.exactUntil))")
    }
  }

  private mutating func measure(_ reminder: Int, _ requests: [Plan.Request]) {
    let series = instance.series[reminder]
    var asked: Set<Int> = []
    for line in series.allSeconds.map({ DayLine(instance, reminder: reminder, second: $0) }) {
      for (day, instant) in line.instants.enumerated() where line.asked[day] {
        asked.insert(instant)
      }
    }
    var answered: Set<Int> = []
    for request in requests {
      let end = request.removeBy?.secondsSince1970 ?? Int.max
      if end < instance.earliestRemoval { faults.append("removeBy before two renewals") }
      for (fire, moment) in fires(of: request) {
        if fire < end, series.asks(moment) {
          if !answered.insert(fire).inserted { faults.append("two at \(moment.text)") }
          continue
        }
        if fire < end {
          faults.append("\(request.identifier) fires unasked at \(moment.text), before removeBy")
        }
        score.exactUntil = min(score.exactUntil, fire)
        if fire < instance.renewal { faults.append("unasked before the renewal") }
        break
      }
    }
    answered.formIntersection(asked)
    let missed = asked.subtracting(answered)
    score.missedSoon += missed.count { $0 < instance.renewal }
    if let first = missed.min() { score.exactUntil = min(score.exactUntil, first) }
    if let next = asked.min(), next < instance.renewal, missed.contains(next) {
      score.missedNext += 1
    }
    if !asked.isEmpty, answered.isEmpty { score.bare += 1 }
    score.answered += answered.count
  }

  /// What a request fires between now and four years after the horizon's end.
  private mutating func fires(of request: Plan.Request) -> [(instant: Int, moment: CivilMoment)] {
    guard let trigger = request.trigger.calendar, case .time(let time) = trigger.pattern.time
    else {
      faults.append("no trigger at a time of day: \(request.identifier)")
      return []
    }
    if case .pinned(let zone) = trigger.zone, zone.identifier != instance.clock.rawValue {
      faults.append("another zone: \(request.identifier)")
      return []
    }
    let range = (instance.now / 86_400 - 1)...(instance.end / 86_400 + 1_461)
    let days: [Int]
    if case .once(let date) = trigger.pattern.days {
      days = [DayWalk.number(date.year, date.month, date.day)]
    } else {
      let members = DayWalk.members[PlanScore.number(trigger.pattern.days)]
      var (low, high) = (0, members.count)
      while low < high {
        let middle = (low + high) / 2
        if members[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      days = Array(members[low...].prefix { $0 <= range.upperBound })
    }
    return days.map { CivilMoment(day: $0, second: time.secondOfDay) }
      .map { (instance.clock.instant($0), $0) }.filter { $0.0 > instance.now }
  }

  private static func number(_ days: DayClass) -> Int {
    switch days {
    case .everyDay, .once: SafeClass.everyDay
    case .weekday(let weekday): SafeClass.weekday(weekday.rawValue)
    case .dayOfMonth(let day): SafeClass.dayOfMonth(day)
    case .date(let month, let day): SafeClass.date(month, day)
    case .ordinalWeekday(let month, let weekday, let ordinal):
      SafeClass.ordinal(month, weekday.rawValue, ordinal)
    }
  }
}
