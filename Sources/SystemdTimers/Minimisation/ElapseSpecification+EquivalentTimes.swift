import CivilTime

extension ElapseSpecification {
  /// Times of day whose days are the same, as far as lines can tell.
  private struct Key: Hashable {
    let days: DaySet
    /// Whether today and the window's last day are asked for; nil where the time lies outside.
    var today: Bool?
    var lastDay: Bool?
  }

  /// The classes of times, by their first time.
  ///
  /// What lies before now or within a gap may be named by a line without harm, since it is never
  /// fired, so that one daily line stands for all days of its year.
  ///
  /// - Parameters:
  ///   - yearMonths: The months that are looked at one by one.
  ///   - limit: The most classes that are of use.
  /// - Returns: Classes with something to be given within the window; nil for more.
  func classes(in yearMonths: YearMonths, limit: Int) -> [EquivalentTimes]? {
    let gaps = skippedTimes()
    let inside = innerDays(of: yearMonths)
    var times: [Key: [TimeOfDay]] = [:]
    // Each key whose times are asked for well within the window is a class, whatever joins it.
    var certain: Set<Key> = []
    for (time, days) in wanted.days where !days.isEmpty {
      let key = key(of: days, at: time, gaps)
      times[key, default: []].append(time)
      if let first = days.first(from: inside.lowerBound), first < inside.upperBound {
        certain.insert(Key(days: key.days))
        guard certain.count <= limit else { return nil }
      }
    }
    // Times that are over for today join those that are asked for, else those that aren't.
    for (key, members) in times where key.today == nil {
      for today in [true, false] {
        let other = Key(days: key.days, today: today, lastDay: key.lastDay)
        guard times[other] != nil else { continue }
        times[other, default: []] += members
        times[key] = nil
        break
      }
    }
    let classes = times.map { (key: $0.key, times: $0.value.sorted()) }
      .sorted { ($0.times.first ?? .midnight) < ($1.times.first ?? .midnight) }
      .flatMap { key, times in
        TimeCube.partition(times).map { timeClass($0.times, key, in: yearMonths) }
      }
      .filter { timeClass in timeClass.onSet.contains { $0 != 0 } }
    return classes.count <= limit ? classes : nil
  }

  /// The days of some months that lie in the window whatever the time of day.
  private func innerDays(of yearMonths: YearMonths) -> Range<Int> {
    let zone = wanted.zone
    let first = max(
      zone.civil(at: window.lowerBound).dayNumber + 1,
      CivilDate(uncheckedYear: yearMonths.years.lowerBound, month: 1, day: 1).dayNumber)
    let end = min(
      zone.civil(at: window.upperBound).dayNumber,
      CivilDate(uncheckedYear: yearMonths.years.upperBound, month: 1, day: 1).dayNumber)
    return first..<max(first, end)
  }

  /// A grid with a class for each time of day that lines could name.
  ///
  /// Times that a line names beside those that are asked for are classes, too: one that is over
  /// does no harm on a line for today. That is the grid itself where it has no others.
  ///
  /// - Parameter grid: A grid of all classes of the specification, which may have several times
  ///   each.
  /// - Returns: The grid; nil where there are too many times.
  func finest(_ grid: MintermGrid) -> MintermGrid? {
    let product = TimeCube(around: grid.classes.flatMap(\.times))
    guard product.count > grid.classes.count else { return grid }
    guard product.count <= Cube.maximumClasses else { return nil }
    let gaps = skippedTimes()
    return MintermGrid(
      product.times.map { time in
        let days = wanted.days[time] ?? DaySet(in: wanted.dayRange)
        return timeClass([time], key(of: days, at: time, gaps), in: grid.yearMonths)
      }, in: grid.yearMonths)
  }

  /// What lines can tell of the days of a time.
  private func key(
    of days: DaySet, at time: TimeOfDay, _ gaps: [(day: Int, times: Range<Int>)]
  ) -> Key {
    let zone = wanted.zone
    let (now, end) = (zone.civil(at: window.lowerBound), zone.civil(at: window.upperBound))
    var key = allowed.days[time] ?? days
    for gap in gaps where gap.times.contains(time.secondOfDay) { key.insert(gap.day) }
    let today = time > now.time ? key.contains(now.dayNumber) : nil
    // Today's earlier times and what comes at the end of knowledge tell nothing.
    key.keep(from: now.dayNumber + 1)
    var lastDay: Bool?
    if hasOpenYears {
      key.keep(before: zone.civil(at: knownUntil).dayNumber)
    } else {
      lastDay = key.contains(end.dayNumber)
      key.keep(before: end.dayNumber)
    }
    return Key(days: key, today: today, lastDay: lastDay)
  }

  private func timeClass(_ times: [TimeOfDay], _ key: Key, in yearMonths: YearMonths)
    -> EquivalentTimes
  {
    let zone = wanted.zone
    let (now, end) = (zone.civil(at: window.lowerBound), zone.civil(at: window.upperBound))
    // What the clock skips need not be given.
    var asked = times.compactMap { wanted.days[$0] }.reduce(DaySet(in: key.days.range)) {
      var union = $0
      union.formUnion($1)
      return union
    }
    var allowed = key.days
    if key.today == true { allowed.insert(now.dayNumber) }
    if key.lastDay == true { allowed.insert(end.dayNumber) }
    asked.formIntersection(allowed)
    // The first day on which a time of the class counts, and the first on which none does.
    let last = times.last ?? .midnight
    let firstDay = last > now.time ? now.dayNumber : now.dayNumber + 1
    let isTodayFree = times.allSatisfy { $0 <= now.time }
    let endDay = (times.first ?? .midnight) < end.time ? end.dayNumber + 1 : end.dayNumber
    var onSet: [UInt32] = []
    var offSet: [UInt32] = []
    for yearMonth in 0..<yearMonths.count {
      let start = yearMonths.firstDay(of: yearMonth)
      let all = yearMonths.days(of: yearMonth)
      let past = ElapseSpecification.days(
        before: isTodayFree ? now.dayNumber + 1 : now.dayNumber, start)
      onSet.append(
        asked.bits(from: start) & all & ~ElapseSpecification.days(before: firstDay, start)
          & ElapseSpecification.days(before: endDay, start))
      let unknown = ~ElapseSpecification.days(before: knownDay, start)
      offSet.append(all & ~allowed.bits(from: start) & ~past & ~unknown)
    }
    return EquivalentTimes(
      times: times, onSet: onSet, offSet: offSet,
      openYears: openYears(asked, allowed, after: yearMonths.years.upperBound))
  }

  /// The first day on which anything may fire, since nothing is known of it.
  private var knownDay: Int {
    hasOpenYears ? wanted.zone.civil(at: knownUntil).dayNumber : .max
  }

  /// The bits of a month's days before a day.
  private static func days(before day: Int, _ start: Int) -> UInt32 {
    // The day can be the last of all: what is added to it, or taken from it, overflows.
    day <= start ? 0 : day >= start + 31 ? .max : (1 << UInt32(day - start)) - 1
  }

  /// The times that clock changes skip, by day.
  private func skippedTimes() -> [(day: Int, times: Range<Int>)] {
    wanted.zone.transitions(in: window.lowerBound..<max(window.lowerBound, knownUntil))
      .filter(\.isGap).flatMap { transition -> [(day: Int, times: Range<Int>)] in
        let civil = transition.affectedCivil
        let days = civil.lowerBound.dayNumber...civil.upperBound.dayNumber
        return days.map { day in
          let start = day == days.lowerBound ? civil.lowerBound.time.secondOfDay : 0
          let end = day == days.upperBound ? civil.upperBound.time.secondOfDay : 86_400
          return (day, start..<max(start, end))
        }
      }
  }

  /// What is asked for in the years from one on; nil where nothing is, or nothing may be given.
  private func openYears(
    _ asked: DaySet, _ allowed: DaySet, after year: Int
  ) -> OpenYears? {
    guard hasOpenYears else { return nil }
    let start = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
    var openYears = OpenYears()
    guard start < knownDay else { return openYears }
    guard asked.first(from: start) != nil else { return nil }
    var onDays = [UInt32](repeating: 0, count: MonthKind.count)
    var offDays = onDays
    let yearMonths = YearMonths(years: year..<CivilDate(dayNumber: knownDay - 1).year + 1)
    for yearMonth in 0..<yearMonths.count {
      let start = yearMonths.firstDay(of: yearMonth)
      let all = yearMonths.days(of: yearMonth) & ElapseSpecification.days(before: knownDay, start)
      let number = MonthKind(of: yearMonth, in: yearMonths).number
      onDays[number] |= asked.bits(from: start) & all
      offDays[number] |= all & ~allowed.bits(from: start)
    }
    for number in 0..<MonthKind.count where onDays[number] | offDays[number] != 0 {
      openYears.add(
        onSet: onDays[number], offSet: offDays[number], of: MonthKind(number))
    }
    return openYears
  }
}
