package import CivilTime
package import ICalendar
package import NotificationTriggers
package import ReminderOptions
package import WorkSharing

/// The series of all calendars, with default alarms and the effects of rules.
package struct Expansion: Sendable {
  /// The series that can have fires, in order of UID, so that the order of files does not matter.
  package let series: [SeriesExpansion]
  package let diagnostics: [Diagnostic]
  /// The options, with invalid values corrected.
  package private(set) var options: CompilerOptions
  /// The limit of fires of one reminder, unless its series has a lower one.
  package let fireLimit: Int
  private let context: Reminder.Context
  /// An upper bound of the fires in the window for each reminder, including reminders that never
  /// fire.
  private let fireNeeds: [Int]
  /// The number of reminders, including those that never fire.
  package var reminderCount: Int { fireNeeds.count }
  package var mostFires: Int { fireNeeds.reduce(0, +) }
  /// The number of reminders whose fires after the horizon are found one by one, because sets of days
  /// can't represent them.
  package var followedCount: Int {
    series.reduce(0) { count, series in
      series.zone.isIANA || series.isFinite ? count : count + series.alarms.count
    }
  }
  /// The reminders that rules exclude.
  package let leftOut: [ExcludedReminder]
  /// The indices of the series that share a UID, by the identity of an alarm 0.
  private let placesOfSharers: [Reminder.ID: Int]
  private let turns: ExpansionOrder
  /// All series in order of UID, before alarms are added.
  ///
  /// Components that rules exclude are silent.
  private let grouped: [EventSeries]

  package init(
    _ components: [CalendarComponent], options: CompilerOptions, workers: Workers = .one
  ) {
    let preparation = SeriesPreparation(components, options: options, workers: workers)
    let parts = workers.mapPieces(of: preparation.grouped.count) { [preparation.part($0)] }
    self.init(preparation, parts: parts)
  }

  private init(_ preparation: SeriesPreparation, parts: [SeriesPreparation.PreparedSeries]) {
    options = preparation.options
    grouped = preparation.grouped
    context = Reminder.Context(preparation.options)
    fireNeeds = parts.flatMap(\.needs)
    fireLimit = ExpansionBudget.fireLimit(for: fireNeeds, sharers: options.sharers)
    var series = parts.flatMap(\.series)
    for index in series.indices {
      series[index].fireLimit = min(series[index].fireLimit, fireLimit)
    }
    let turns = ExpansionOrder(titles: parts.flatMap(\.titles), fires: parts.flatMap(\.seriesNeeds))
    for turn in 0..<turns.count {
      Expansion.markSplit(turns[turn], of: &series, from: preparation.options.now)
    }
    self.turns = turns
    self.series = series
    placesOfSharers = Dictionary(
      uniqueKeysWithValues: series.indices.lazy.filter { !series[$0].series.distinction.isEmpty }
        .map { (Expansion.identity(of: series[$0].series), $0) })
    leftOut = parts.flatMap(\.leftOut)
    let uncompared = turns.uncompared.map { places in
      Diagnostic(
        .copiesKept(count: places.count), at: series[places[0]].location,
        uid: series[places[0]].series.uid)
    }
    diagnostics = preparation.diagnostics + parts.flatMap(\.diagnostics) + uncompared
  }

  /// Marks the series that can lose fires to another series of their source, or whose alarms can be
  /// due at the same instant.
  ///
  /// If they rang for a series of another source, that one would lose single fires.
  ///
  /// - Parameters:
  ///   - places: The indices of the series of one turn.
  ///   - series: All series.
  ///   - now: The start of the fires.
  private static func markSplit(
    _ places: [Int], of series: inout [SeriesExpansion], from now: Instant
  ) {
    guard let first = places.first,
      places.contains(where: { series[$0].series.sources != series[first].series.sources })
    else { return }
    var bySource: [String: [Int]] = [:]
    for place in places {
      for source in series[place].series.sources { bySource[source, default: []].append(place) }
    }
    for own in bySource.values {
      for place in own where !series[place].hasDistinctAlarms(from: now) {
        series[place].ringsForOthers = false
      }
      guard own.count > 1 else { continue }
      let starts = own.map { series[$0].startsInWeek(from: now) }
      let known = starts.compactMap(\.self)
      let areComparable = known.count == own.count && Set(known.map(\.zone)).count == 1
      var counts: [Int: Int] = [:]
      for second in known.flatMap(\.seconds) { counts[second, default: 0] += 1 }
      for (place, starts) in zip(own, starts) {
        let isAlone = starts?.seconds.allSatisfy { counts[$0] == 1 } ?? false
        if !isAlone || !areComparable { series[place].ringsForOthers = false }
      }
    }
  }

  /// Returns the limit of fires of each reminder if all share a number of fires, at most
  /// ``fireLimit``.
  package func fireLimit(sharing fires: Int) -> Int {
    max(1, FairShare.limit(of: fires, for: fireNeeds, atMost: fireLimit))
  }

  /// Returns the expansion up to an instant within its window.
  package func until(_ end: Instant) -> Expansion {
    var expansion = self
    let window = options.window
    expansion.options.horizon = CalendarDuration(
      seconds: max(0, min(end, window.upperBound) - window.lowerBound))
    return expansion
  }

  /// Returns the to-dos that were due at or before now and are not completed.
  ///
  /// - Parameter nag: The interval for nagging.
  /// - Returns: The to-dos without duplicates, and without those that are silent now or that the
  ///   user stopped or snoozed.
  package func overdue(_ nag: TimeIntervalTrigger) -> [OverdueToDo] {
    var due: [OverdueToDo.Appearance: OverdueToDo] = [:]
    var claims: [OverdueToDo.Appearance: Set<SlotClaim>] = [:]
    let all = allOverdue(nag).filter {
      !$0.isSilent && !options.handled.silences($0, at: options.now)
    }
    for toDo in all {
      claims[toDo.appearance, default: []].formUnion(toDo.claims)
      let known = due[toDo.appearance]
      if known.map({ $0.content.interruptionLevel < toDo.content.interruptionLevel }) ?? true {
        due[toDo.appearance] = toDo
      }
    }
    return all.filter { due[$0.appearance]?.identifier == $0.identifier }.map { toDo in
      var toDo = toDo
      toDo.claims = claims[toDo.appearance] ?? []
      return toDo
    }
  }

  /// Returns the same to-dos, with duplicates and with those that are silent or that the user stopped
  /// or snoozed.
  package func allOverdue(_ nag: TimeIntervalTrigger) -> [OverdueToDo] {
    let handled = SeriesActions(options.handled, at: options.now)
    let silences = options.silences.map {
      (rule: $0, times: $0.times(onDeviceIn: options.deviceZone))
    }
    return grouped.compactMap { series in
      OverdueToDo(
        handled.applied(to: series, onDeviceIn: options.deviceZone), trigger: nag, options: options,
        silences: silences)
    }
  }

  /// Returns the shortest and the longest distance of a reminder's first alerts from the starts of its
  /// components that is elapsed time, in seconds.
  package func elapsedDistances(of reminder: Reminder.ID) -> [Int] {
    place(of: reminder).map { series[$0].elapsedDistances(ofAlarmAt: reminder.alarm) } ?? []
  }

  /// Returns the index of a reminder's series; nil if the series is not in this expansion.
  package func place(of reminder: Reminder.ID) -> Int? {
    guard reminder.distinction.isEmpty else {
      return placesOfSharers[
        Reminder.ID(uid: reminder.uid, distinction: reminder.distinction, alarm: 0)]
    }
    let uid = reminder.uid.utf8
    let first = series.partitionPoint { $0.series.uid.utf8.lexicographicallyPrecedes(uid) }
    return series[first...].prefix { $0.series.uid.utf8.elementsEqual(uid) }
      .firstIndex { $0.series.distinction.isEmpty }
  }

  private static func identity(of series: EventSeries) -> Reminder.ID {
    Reminder.ID(uid: series.uid, distinction: series.distinction, alarm: 0)
  }

  /// The index of the turn of each series (``ExpansionOrder``).
  ///
  /// Only series of one turn can have equal fires.
  package var turnsBySeries: [Int] {
    var turn = Array(repeating: 0, count: series.count)
    for number in 0..<turns.count { for place in turns[number] { turn[place] = number } }
    return turn
  }

  /// The time zones of the series, without duplicates, in order of identifier.
  package var zones: [Zone] {
    Array(Set(series.map(\.zone))).sorted { $0.identifier < $1.identifier }
  }

  /// Calls a function for each reminder, one after another.
  ///
  /// A reminder's fires and their data exist only during its call. Lowering keeps only their
  /// instants.
  package func mapReminders<Result>(_ transform: (Reminder) -> Result) -> [Result] {
    mapSeries { $0.map(transform) }.flatMap { $0 }
  }

  /// Calls a function for the reminders of each series, one series after another.
  package func mapSeries<Result>(_ transform: ([Reminder]) -> Result) -> [Result] {
    turns.inOrder(
      map(0..<turns.count, in: options.window, includesSilent: true, transform: transform))
  }

  /// Calls a function for each reminder with a first alert after now and before an instant.
  package func mapAlerting<Result>(before end: Instant, _ transform: (Reminder) -> Result)
    -> [Result]
  {
    map(0..<turns.count, in: window(before: end)) { reminders in
      reminders.filter { $0.hasAlert(before: end) }.map(transform)
    }.flatMap(\.result)
  }

  /// Calls a function for each series with fires in the window, several series at a time.
  ///
  /// - Parameters:
  ///   - workers: The threads to use.
  ///   - transform: Receives the reminders of a series in order of alarm. Several threads call it
  ///     at the same time.
  /// - Returns: The results, in order of series.
  package func mapFiringSeries<Result: Sendable>(
    workers: Workers, _ transform: @Sendable ([Reminder]) -> Result
  ) -> [Result] {
    turns.inOrder(
      workers.mapPieces(of: turns.count) { map($0, in: options.window, transform: transform) })
  }

  /// Returns whether more than `count` reminders have a first alert after now and before an
  /// instant.
  package func hasMoreAlerts(than count: Int, before end: Instant) -> Bool {
    guard reminderCount > count else { return false }
    let window = window(before: end)
    var found = 0
    for turn in 0..<turns.count where found <= count {
      let parts = map(turn..<turn + 1, in: window) { $0.count { $0.hasAlert(before: end) } }
      found += parts.reduce(0) { $0 + $1.result }
    }
    return found > count
  }

  private func window(before end: Instant) -> Range<Instant> {
    options.now..<max(options.now, min(end, options.window.upperBound))
  }

  /// Calls a function for the series of some turns that have reminders.
  private func map<Result>(
    _ range: Range<Int>, in window: Range<Instant>, includesSilent: Bool = false,
    transform: ([Reminder]) -> Result
  ) -> [(place: Int, result: Result)] {
    var results: [(place: Int, result: Result)] = []
    for turn in range {
      var all: [Reminder] = []
      var ends: [Int] = []
      for place in turns[turn] {
        let fires = series[place].alarms.map { series[place].fires(of: $0, in: window) }
        let isSilent = fires.allSatisfy { $0.isEmpty && $0.cut == nil }
        var own =
          isSilent && !includesSilent
          ? [] : Reminder.all(of: series[place], fires: fires, context)
        // First resolve each series alone, so that copies within a series take no room beside
        // others.
        FireDeduplication.resolve(&own)
        all += own
        ends.append(all.count)
      }
      if ends.count > 1 { FireDeduplication.resolve(&all) }
      var first = 0
      for (place, end) in zip(turns[turn], ends) where first < end {
        results.append((place, transform(Array(all[first..<end]))))
        first = end
      }
    }
    return results
  }
}

/// The order in which series are expanded.
///
/// Series that can have equal titles share a turn, because equal fires ring once.
struct ExpansionOrder: Sendable {
  /// The indices of the series in each turn, ascending.
  private let turns: [[Int]]
  /// Whether the turns are not in the order of the series.
  private let isReordered: Bool
  /// The series that can have equal titles but have separate turns, because they have too many
  /// fires.
  let uncompared: [[Int]]

  /// The limit of fires in one turn, which are in memory at the same time: five thousand daily
  /// reminders for a year.
  ///
  /// Series with more fires have separate turns. The alarms of one series share the limit.
  static let maximumFires = 2_000_000

  init(titles: [Set<String>], fires: [Int]) {
    // A disjoint-set forest of indices. The root of each tree is its smallest index.
    var parents = Array(titles.indices)
    func root(of place: Int) -> Int {
      var place = place
      while parents[place] != place {
        parents[place] = parents[parents[place]]
        place = parents[place]
      }
      return place
    }
    var firsts: [String: Int] = [:]
    firsts.reserveCapacity(titles.count)
    for (place, own) in titles.enumerated() {
      for title in own {
        guard let first = firsts[title] else {
          firsts[title] = place
          continue
        }
        let (left, right) = (root(of: first), root(of: place))
        parents[max(left, right)] = min(left, right)
      }
    }
    var turns: [[Int]] = []
    var turnOfRoot: [Int: Int] = [:]
    for place in titles.indices {
      let root = root(of: place)
      if let turn = turnOfRoot[root] {
        turns[turn].append(place)
      } else {
        turnOfRoot[root] = turns.count
        turns.append([place])
      }
    }
    isReordered = turns.count < titles.count
    uncompared = turns.filter { turn in
      turn.count > 1 && turn.reduce(0) { $0 + fires[$1] } > ExpansionOrder.maximumFires
    }
    let apart = Set(uncompared.map { $0[0] })
    self.turns = turns.flatMap { apart.contains($0[0]) ? $0.map { [$0] } : [$0] }
  }

  var count: Int { turns.count }

  subscript(_ turn: Int) -> [Int] { turns[turn] }

  func inOrder<Result>(_ results: [(place: Int, result: Result)]) -> [Result] {
    (isReordered ? results.sorted { $0.place < $1.place } : results).map(\.result)
  }
}
