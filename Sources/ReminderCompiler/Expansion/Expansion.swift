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
  /// The most patterns that lowering looks at for a group of fires.
  private let patternLimit: Int
  /// How many reminders there are, those that never fire included.
  let reminderCount: Int
  /// A number that the fires of all of them in the window never exceed.
  let mostFires: Int
  /// What rules leave out.
  package let leftOut: [LeftOutReminder]
  /// All that was put together, by UID, as it stands in the files, but for what rules leave out.
  private let grouped: [EventSeries]

  /// Puts components together.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The device and the default alarms.
  package init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let preparation = SeriesPreparation(components, options)
    self.init(preparation, [preparation.part(preparation.grouped.indices)])
  }

  /// The same, by several threads.
  package init(
    _ components: [CalendarComponent], _ options: CompilerOptions, _ workers: Workers
  ) async {
    let preparation = SeriesPreparation(components, options)
    let parts = await workers.mapPieces(of: preparation.grouped.count) { [preparation.part($0)] }
    self.init(preparation, parts)
  }

  /// Puts together what the parts of a preparation have become, in their order.
  private init(_ preparation: SeriesPreparation, _ parts: [SeriesPreparation.Part]) {
    options = preparation.options
    grouped = preparation.grouped
    var needs = ExpansionNeeds(in: options.window)
    for part in parts { needs.add(part.needs) }
    let limit = ExpansionBudget.fireLimit(for: needs, sharers: options.sharers)
    patternLimit = ExpansionBudget.patternLimit(for: needs)
    reminderCount = needs.fires.count
    mostFires = needs.fires.reduce(0, +)
    var series = parts.flatMap(\.series)
    for index in series.indices {
      series[index].fireLimit = min(limit, series[index].fireLimit)
    }
    self.series = series
    leftOut = parts.flatMap(\.leftOut)
    diagnostics = preparation.diagnostics + parts.flatMap(\.diagnostics)
    fireLimit = limit
  }

  /// The to-dos that were due by now and are not done.
  ///
  /// - Parameter nag: How often to nag about them.
  /// - Returns: The to-dos, each once.
  package func overdue(_ nag: TimeIntervalTrigger) -> [OverdueToDo] {
    struct Nagged: Hashable {
      let uid: [UInt8]
      let content: ReminderContent
    }
    var nagged: Set<Nagged> = []
    return allOverdue(nag)
      .filter { !options.handled.silences($0, at: options.now) }
      // What two sources say of a to-do is said once.
      .filter { nagged.insert(Nagged(uid: Array($0.uid.utf8), content: $0.content)).inserted }
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
    namesakes.flatMap { places in
      map(places, { Reminder.all(of: $0, options, patternLimit: patternLimit) }) {
        $0.map(transform)
      }.flatMap { $0 }
    }
  }

  /// Makes something of the reminders of each series that asks for anything in the window.
  ///
  /// - Parameter transform: Receives the reminders of a series, by alarm.
  /// - Returns: What it returned.
  package func mapAskingSeries<Result>(_ transform: ([Reminder]) -> Result) -> [Result] {
    namesakes.flatMap { mapAsking($0, transform) }
  }

  /// Makes something of the reminders of each series that asks for anything in the window, several
  /// series at a time.
  ///
  /// - Parameters:
  ///   - workers: How many at a time.
  ///   - transform: Receives the reminders of a series, by alarm; called on several threads at
  ///     once.
  /// - Returns: What it returned.
  package func mapAskingSeries<Result: Sendable>(
    _ workers: Workers, _ transform: @escaping @Sendable ([Reminder]) -> Result
  ) async -> [Result] {
    let namesakes = namesakes
    return await workers.mapPieces(of: namesakes.count) { range in
      namesakes[range].flatMap { mapAsking($0, transform) }
    }
  }

  private func mapAsking<Result>(
    _ places: Range<Int>, _ transform: ([Reminder]) -> Result
  ) -> [Result] {
    map(
      places, { Reminder.askedFor(by: $0, options, patternLimit: patternLimit) }, transform)
  }

  /// The series with the same UID, which take fires from each other.
  private var namesakes: [Range<Int>] {
    var first = 0
    return series.indices.compactMap { place in
      let isLast =
        place + 1 == series.count || !series[place].series.hasNamesakes
        || !series[place].series.uid.utf8.elementsEqual(series[place + 1].series.uid.utf8)
      guard isLast else { return nil }
      defer { first = place + 1 }
      return first..<place + 1
    }
  }

  /// Makes something of the reminders of series with the same UID, where there are any.
  private func map<Result>(
    _ places: Range<Int>, _ reminders: (SeriesExpansion) -> [Reminder],
    _ transform: ([Reminder]) -> Result
  ) -> [Result] {
    var namesakes = Namesakes()
    return places.compactMap { place in
      let own = reminders(series[place])
      guard !own.isEmpty else { return nil }
      return transform(series[place].series.hasNamesakes ? namesakes.adding(own) : own)
    }
  }
}
