import CivilTime

extension RuleExpansion {
  /// Calls a function for each time that the parts select, without COUNT and UNTIL.
  func forEachMatch(
    from: CivilDateTime, to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard from < end else { return .complete }
    switch intervals {
    case .days(let days, let times, let positions):
      guard positions.mayKeep(anyOf: days.mostDays * times.count) else { return .complete }
      return forEachMatch(days, times, positions, from: from, to: end, body)
    case .clock(let clock):
      return forEachMatch(clock, from: from, to: end, body)
    }
  }

  private func forEachMatch(
    _ intervals: DayIntervals, _ times: [TimeOfDay], _ positions: SetPositions, from: CivilDateTime,
    to end: CivilDateTime, _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    var selected = DayIntervals.SelectedDays()
    var kept: [Int] = []
    var index = intervals.index(before: from.dayNumber)
    var firstDay = from.dayNumber
    // SKIP can move a day onto one that the interval before or after selects itself.
    var last = from + -1
    func give(_ civil: CivilDateTime) -> Ending? {
      if civil <= last || civil < start { return nil }
      guard civil < end else { return .complete }
      last = civil
      return body(civil) ? nil : .stopped
    }
    for _ in 0..<stepLimit {
      firstDay = intervals.selectDays(ofInterval: index, &selected)
      guard firstDay * 86_400 < end.secondsSince1970 else { return .complete }
      if positions.keepsAll {
        for day in selected.days {
          for time in times {
            if let ending = give(CivilDateTime(dayNumber: day, time: time)) { return ending }
          }
        }
      } else {
        positions.replace(&kept, byIndicesOfSetWith: selected.days.count * times.count)
        for position in kept {
          let civil = CivilDateTime(
            dayNumber: selected.days[position / times.count], time: times[position % times.count])
          if let ending = give(civil) { return ending }
        }
      }
      index += 1
    }
    return .cut(from: CivilDateTime(dayNumber: firstDay, time: .midnight))
  }

  private func forEachMatch(
    _ intervals: ClockIntervals, from: CivilDateTime, to end: CivilDateTime,
    _ body: (CivilDateTime) -> Bool
  ) -> Ending {
    guard !intervals.isEmpty else { return .complete }
    var index = intervals.index(before: from)
    var month = intervals.month(containing: from.dayNumber)
    for _ in 0..<stepLimit {
      let candidate = intervals.nextCandidate(from: index, in: &month)
      index = candidate.index
      let intervalStart = intervals.start(ofInterval: index)
      guard intervalStart < end else { return .complete }
      guard candidate.isSelected else { continue }
      for time in intervals.times {
        let civil = intervalStart + time
        if civil < from || civil < start { continue }
        guard civil < end else { return .complete }
        guard body(civil) else { return .stopped }
      }
      index += 1
    }
    return .cut(from: intervals.start(ofInterval: index))
  }
}
