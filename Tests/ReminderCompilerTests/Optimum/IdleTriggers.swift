/// The triggers that have to be taken away some day and do no more than a one-shot.
///
/// Their second fire comes at or after the instant up to which their reminder could be exact with
/// all slots. A reminder for which even all slots miss a fire before the renewal doesn't have such
/// triggers.
struct IdleTriggers {
  /// For each line the classes of its idle triggers.
  let classes: [Set<Int>]

  /// Looks at the lines of an instance.
  init(_ lines: [LineChoices], of instance: OptimumInstance) {
    classes = lines.map { choices in
      let own = lines.filter { $0.line.reminder == choices.line.reminder }
      func isExact(upTo reach: Int) -> Bool {
        let lasting = max(reach, instance.earliestRemoval)
        return own.reduce(0) { $0 + $1.fewestSlots(toReach: reach, lasting: lasting) }
          <= instance.limit
      }
      guard isExact(upTo: instance.renewal) else { return [] }
      let series = instance.series[choices.line.reminder]
      let idle = (choices.heads + choices.tails).filter { trigger in
        trigger.isUnaskedEver(on: choices.line, of: series)
          && !isExact(upTo: choices.line.instants[trigger.fires[1]] + 1)
      }
      return Set(idle.map(\.number))
    }
  }
}

extension LineTrigger {
  /// Whether it fires unexpectedly before 2100, in the horizon or beyond it.
  fileprivate func isUnaskedEver(on line: DayLine, of series: AskedSeries) -> Bool {
    end < line.instants.count
      || DayWalk.members[number].contains { day in
        day >= line.firstDay + line.instants.count
          && !series.asks(CivilMoment(day: day, second: line.second))
      }
  }
}
