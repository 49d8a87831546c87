package import CivilTime
package import ICalendar
package import NotificationTriggers
package import WorkSharing

/// What calendars ask for: the series of all files, their default alarms added.
package struct Expansion: Sendable {
  /// The series that can ask for something, by UID, so that nothing depends on the order in which
  /// files are named.
  package let series: [SeriesExpansion]
  /// What was found while they were put together.
  package let diagnostics: [Diagnostic]
  /// The options, the nearest that there are.
  package let options: CompilerOptions
  /// The most fires of one reminder that are looked at.
  package let fireLimit: Int
  /// What all reminders have in common.
  private let context: Reminder.Context
  /// What each reminder can need of fires in the window, those that never fire included.
  private let fireNeeds: [Int]
  /// How many reminders there are, those that never fire included.
  package var reminderCount: Int { fireNeeds.count }
  /// A number that the fires of all of them in the window never exceed.
  var mostFires: Int { fireNeeds.reduce(0, +) }
  /// What rules leave out.
  package let leftOut: [LeftOutReminder]
  /// The order in which series are looked at.
  private let turns: SeriesTurns
  /// All that was put together, by UID, as it stands in the files, but for what rules leave out.
  private let grouped: [EventSeries]

  /// Puts components together.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The device and the default alarms.
  ///   - workers: The threads to use.
  package init(
    _ components: [CalendarComponent], _ options: CompilerOptions, _ workers: Workers = .one
  ) {
    let preparation = SeriesPreparation(components, options)
    let parts = workers.mapPieces(of: preparation.grouped.count) { [preparation.part($0)] }
    self.init(preparation, parts)
  }

  /// Puts together what the parts of a preparation have become, in their order.
  private init(_ preparation: SeriesPreparation, _ parts: [SeriesPreparation.Part]) {
    options = preparation.options
    grouped = preparation.grouped
    context = Reminder.Context(preparation.options)
    fireNeeds = parts.flatMap(\.needs)
    fireLimit = ExpansionBudget.fireLimit(for: fireNeeds, sharers: options.sharers)
    var series = parts.flatMap(\.series)
    for index in series.indices { series[index].fireLimit = fireLimit }
    self.series = series
    turns = SeriesTurns(titles: parts.flatMap(\.titles), fires: parts.flatMap(\.seriesNeeds))
    leftOut = parts.flatMap(\.leftOut)
    let uncompared = turns.uncompared.map { places in
      Diagnostic(
        .copiesKept(count: places.count), at: series[places[0]].location,
        uid: series[places[0]].series.uid)
    }
    diagnostics = preparation.diagnostics + parts.flatMap(\.diagnostics) + uncompared
  }

  /// The to-dos that were due by now and are not done.
  ///
  /// - Parameter nag: How often to nag about them.
  /// - Returns: The to-dos, each once.
  package func overdue(_ nag: TimeIntervalTrigger) -> [OverdueToDo] {
    var due: [OverdueToDo.Appearance: OverdueToDo] = [:]
    let all = allOverdue(nag).filter { !options.handled.silences($0, at: options.now) }
    for toDo in all {
      let known = due[toDo.appearance]
      if known.map({ $0.content.interruptionLevel < toDo.content.interruptionLevel }) ?? true {
        due[toDo.appearance] = toDo
      }
    }
    return all.filter { due[$0.appearance]?.identifier == $0.identifier }
  }

  /// The same, with what several sources say, and with those that nobody is nagged about any more.
  func allOverdue(_ nag: TimeIntervalTrigger) -> [OverdueToDo] {
    let handled = HandledSeries(options.handled, at: options.now)
    return grouped.compactMap { series in
      OverdueToDo(handled.applied(to: series, onDeviceIn: options.deviceZone), nag, options)
    }
  }

  /// The place of the series that a reminder belongs to; nil for one of another expansion.
  package func place(of reminder: Reminder.ID) -> Int? {
    let uid = reminder.uid.utf8
    let first = series.partitionPoint { $0.series.uid.utf8.lexicographicallyPrecedes(uid) }
    return series[first...].prefix { $0.series.uid.utf8.elementsEqual(uid) }
      .firstIndex { $0.series.distinction == reminder.distinction }
  }

  /// The zones that the series live in, each once.
  package var zones: [Zone] {
    Array(Set(series.map(\.zone))).sorted { $0.identifier < $1.identifier }
  }

  /// Makes something of each reminder, one after another.
  ///
  /// A reminder's fires with all they belong to live only as long as its turn; what lowering keeps
  /// of them is their instants.
  ///
  /// - Parameter transform: Receives each reminder, series by series, alarm by alarm.
  /// - Returns: What it returned.
  package func mapReminders<Result>(_ transform: (Reminder) -> Result) -> [Result] {
    let mapped = map(
      0..<turns.count, options.window, { Reminder.all(of: $0, fires: $1, context) },
      { $0.map(transform) })
    return turns.inOrder(mapped).flatMap { $0 }
  }

  /// Makes something of the reminders of each series that asks for anything in the window, several
  /// series at a time.
  ///
  /// - Parameters:
  ///   - workers: How many at a time.
  ///   - transform: Receives the reminders of a series, by alarm; called on several threads at once.
  /// - Returns: What it returned.
  package func mapAskingSeries<Result: Sendable>(
    _ workers: Workers, _ transform: @Sendable ([Reminder]) -> Result
  ) -> [Result] {
    turns.inOrder(
      workers.mapPieces(of: turns.count) { mapAsking($0, options.window, transform) })
  }

  /// Whether more reminders than a number have a first alert after now and before an instant.
  func hasMoreAlerts(than count: Int, before end: Instant) -> Bool {
    guard reminderCount > count else { return false }
    let window = options.now..<max(options.now, min(end, options.window.upperBound))
    var found = 0
    for turn in 0..<turns.count where found <= count {
      let parts = mapAsking(turn..<turn + 1, window) { $0.count { $0.hasAlert(before: end) } }
      found += parts.reduce(0) { $0 + $1.result }
    }
    return found > count
  }

  private func mapAsking<Result>(
    _ turns: Range<Int>, _ window: Range<Instant>, _ transform: ([Reminder]) -> Result
  ) -> [(place: Int, result: Result)] {
    map(turns, window, { Reminder.askedFor(by: $0, fires: $1, context) }, transform)
  }

  /// Makes something of the reminders of the series of some turns, where there are any.
  private func map<Result>(
    _ range: Range<Int>, _ window: Range<Instant>,
    _ reminders: (SeriesExpansion, [Fires]) -> [Reminder], _ transform: ([Reminder]) -> Result
  ) -> [(place: Int, result: Result)] {
    var results: [(place: Int, result: Result)] = []
    for turn in range {
      var all: [Reminder] = []
      var ends: [Int] = []
      for place in turns[turn] {
        var own = reminders(
          series[place], series[place].alarms.map { series[place].fires(of: $0, in: window) })
        // First each series alone: copies of an alarm then take no room beside other series.
        EqualFires.resolve(&own)
        all += own
        ends.append(all.count)
      }
      if ends.count > 1 { EqualFires.resolve(&all) }
      var first = 0
      for (place, end) in zip(turns[turn], ends) where first < end {
        results.append((place, transform(Array(all[first..<end]))))
        first = end
      }
    }
    return results
  }
}

/// The order in which series take their turns: series that can show the same title share one,
/// because equal fires ring once.
struct SeriesTurns: Sendable {
  /// The places of the series of each turn, ascending.
  private let turns: [[Int]]
  /// Whether a turn comes before another whose series stand before its own.
  private let isReordered: Bool
  /// Series that can show the same title and have turns of their own since they have too many fires.
  let uncompared: [[Int]]

  /// The most fires of one turn, all of which live at once: ten thousand series of every day of a
  /// year.
  static let maximumFires = 4_000_000

  /// Puts series in order.
  ///
  /// - Parameters:
  ///   - titles: The titles that the alarms of each series show, by the place of the series.
  ///   - fires: A number that the fires of each series never exceed.
  init(titles: [Set<String>], fires: [Int]) {
    // A forest of places, in which the root of each tree is its first place.
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
      turn.count > 1 && turn.reduce(0) { $0 + fires[$1] } > SeriesTurns.maximumFires
    }
    let apart = Set(uncompared.map { $0[0] })
    self.turns = turns.flatMap { apart.contains($0[0]) ? $0.map { [$0] } : [$0] }
  }

  /// How many turns there are.
  var count: Int { turns.count }

  /// The places of the series of a turn, ascending.
  subscript(_ turn: Int) -> [Int] { turns[turn] }

  /// Puts what was made of series, turn by turn, into the order of the series.
  func inOrder<Result>(_ results: [(place: Int, result: Result)]) -> [Result] {
    (isReordered ? results.sorted { $0.place < $1.place } : results).map(\.result)
  }
}

extension QuietChanges {
  /// What quiet hours make of the fires of calendars, from now to the horizon; nil for nothing.
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - options: The quiet hours, and the window.
  package init?(of components: [CalendarComponent], _ options: CompilerOptions) {
    guard !options.quietHours.isEmpty else { return nil }
    self.init()
    let expansion = Expansion(components, options)
    let changes = expansion.mapReminders { reminder in
      reminder.expansion.quietChanges(of: reminder.alarm, reminder.fires, in: reminder.window)
    }
    for change in changes { self += change }
    guard moved + leftOut > 0 else { return nil }
  }
}
