import CivilTime
public import ICalendar
package import ReminderExpansion
package import ReminderOptions
package import WorkSharing

/// Lists the fires of calendars in order of time, in batches.
///
/// The listing divides the window into intervals, so that memory depends only on the input. If the
/// whole window may have more fires than are held at once, the first interval has about a quarter of
/// these at most. Later intervals grow while few fires are due, and shrink if there are more.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// var count = 0
/// let listing = FireListing([standUp], options: options.compiler)
/// let cut = listing.forEachBatch { fires in count += fires.count }
/// print(count, cut.isEmpty)  // 262 true
/// ```
public struct FireListing: Sendable {
  /// The diagnostics from combining components into series.
  public let diagnostics: [Diagnostic]
  /// The limit of fires that are held at once, which take 2 MB.
  package var batchCapacity = 65_536
  /// The limit of fires that are listed for one reminder, unless its series has a lower one.
  var fireLimit: Int

  /// The greatest number of bytes of UID and title in a line, without escapes.
  package let longestName: Int
  let expansion: Expansion
  private let reminders: [ListedReminder]
  /// The index of the first reminder of each series, followed by the number of reminders.
  private let firstReminders: [Int]

  /// The least number of held fires for each reminder.
  ///
  /// Expanding a reminder again costs as much as some dozens of fires.
  private static let batchCapacityPerReminder = 64

  /// Makes the listing of components.
  public init(_ components: [CalendarComponent], options: CompilerOptions) {
    self.init(Expansion(components, options: options))
  }

  /// Makes the listing of an expansion.
  ///
  /// - Parameters:
  ///   - expansion: The expansion.
  ///   - maximumFires: A limit of fires of all reminders together; nil for that of the expansion.
  ///   - workers: The threads that expand.
  package init(_ expansion: Expansion, maximumFires: Int? = nil, workers: Workers = .one) {
    self.expansion = expansion
    diagnostics = expansion.diagnostics
    fireLimit = maximumFires.map(expansion.fireLimit(sharing:)) ?? expansion.fireLimit
    let turns = expansion.turnsBySeries
    let reminders = workers.mapPieces(of: turns.count) { places in
      places.flatMap { place in
        let series = expansion.series[place]
        let titles = AlarmTitles(
          of: series.series.components[0], language: expansion.options.language)
        return series.alarms.enumerated().map { number, alarm in
          ListedReminder(
            series, series: place, turn: turns[place], alarm: alarm, number: number,
            titles: titles, options: expansion.options)
        }
      }
    }
    self.reminders = reminders
    var firstReminders = [0]
    for series in expansion.series {
      firstReminders.append(firstReminders[firstReminders.count - 1] + series.alarms.count)
    }
    self.firstReminders = firstReminders
    longestName = reminders.reduce(0) { longest, reminder in
      let title = reminder.shown.reduce(0) { max($0, $1.title.utf8.count) }
      return max(longest, reminder.uid.utf8.count + title)
    }
  }

  /// Calls a function with the fires of each interval that has any.
  ///
  /// - Parameter body: Receives fires in order of instant, then UID by bytes, alarm and repeat.
  /// - Returns: The diagnostics, such as those for reminders with too many fires.
  public func forEachBatch(_ body: (FireBatch) -> Void) -> [Diagnostic] {
    forEachBatch(workers: .one, body)
  }

  /// Calls a function with the fires of each interval that has any, and expands with several
  /// threads.
  package func forEachBatch(
    workers: Workers, _ body: (FireBatch) -> Void
  ) -> [Diagnostic] {
    var progress = Progress(reminders, expansion: expansion, capacity: capacity)
    while let interval = progress.next {
      let held = Guarded(0)
      let pieces = workers.mapPieces(of: expansion.series.count) {
        [progress] in [piece(of: interval, places: $0, progress: progress, held: held)]
      }
      guard !pieces.contains(where: \.isOverfull) else {
        progress.shorten()
        continue
      }
      let found = pieces.flatMap(\.found)
      // Neither the pieces nor these entries are in memory while the batch sorts its own.
      let entries = pieces.flatMap(\.entries)
      let count = entries.count
      let fires = FireBatch(
        entries, of: reminders, series: expansion.series, options: expansion.options)
      progress.pass(interval, fires: fires, holding: count, found: found)
      if !fires.isEmpty { body(fires) }
    }
    return progress.diagnostics(of: reminders, expansion: expansion, limit: fireLimit)
  }

  private var capacity: Int {
    max(batchCapacity, FireListing.batchCapacityPerReminder * reminders.count)
  }

  private struct Piece: Sendable {
    var entries: [FireBatch.CompactFire] = []
    /// For each of their reminders, the number of fires and the instant at which it was cut.
    var found: [(reminder: Int, count: Int, cut: Instant?)] = []
    /// Whether there are more fires than can be held, or the expansion of a reminder was cut.
    var isOverfull = false
  }

  private func piece(
    of interval: Progress.Interval, places: Range<Int>, progress: Progress,
    held: borrowing Guarded<Int>
  ) -> Piece {
    var piece = Piece()
    for place in places {
      let own = (firstReminders[place]..<firstReminders[place + 1])
        .filter { !progress.isCut[$0] }
      for reminder in own {
        let fires = expansion.series[place].fires(of: reminders[reminder].alarm, in: interval.range)
        let room = min(fireLimit, expansion.series[place].fireLimit) - progress.counts[reminder]
        // The cut must not be between fires of the same instant.
        let cut = fires.count > room ? fires[room].at : fires.cut
        let end = cut.map { cut in fires.partitionPoint { $0.at < cut } } ?? fires.count
        if let limit = interval.limit {
          let count = held.withLock { held in
            held += end
            return held
          }
          piece.isOverfull =
            count > limit || fires.cut != nil && fires.isCrowded && !fires.isFull
          if piece.isOverfull { return piece }
        }
        for fire in fires.prefix(end) {
          piece.entries.append(FireBatch.CompactFire(fire, ofReminder: reminder))
        }
        piece.found.append((reminder, fires.count, cut))
      }
    }
    return piece
  }
}

extension FireListing {
  private struct Progress: Sendable {
    struct Interval: Sendable {
      let range: Range<Instant>
      /// The limit of held fires; nil for an interval that cannot be shorter.
      let limit: Int?
    }

    private(set) var counts: [Int]
    /// For each reminder, whether it was cut.
    ///
    /// No more of its fires are listed.
    private(set) var isCut: [Bool]
    private var cuts: [(reminder: Int, from: Instant)] = []
    /// For each series, the number of its fires that were merged into equal fires.
    private var equalFireCounts: [Int: Int] = [:]
    private var start: Instant
    private let end: Instant
    /// The length of the next interval, in seconds.
    private var length: Int
    private let capacity: Int
    /// Whether the whole window has at most as many fires as can be held.
    private let isSure: Bool

    /// The least length of the first interval if not all fires can be held, in seconds.
    private static let firstStretch = 3_600
    /// The greatest factor by which the next interval grows, and the factor by which an interval
    /// shrinks for another attempt.
    ///
    /// Each interval expands every reminder again. A year takes five intervals.
    private static let growth = 16

    init(_ reminders: [ListedReminder], expansion: Expansion, capacity: Int) {
      let window = expansion.options.window
      (start, end) = (window.lowerBound, window.upperBound)
      self.capacity = capacity
      counts = Array(repeating: 0, count: reminders.count)
      isCut = Array(repeating: false, count: reminders.count)
      isSure = expansion.mostFires <= capacity
      length = end - start
      length = isSure ? max(1, length) : firstLength(of: expansion)
    }

    /// Returns the length of the first interval if not all fires can be held, in seconds.
    ///
    /// It is so short that it has at most a quarter of the held fires if these are spread evenly.
    private func firstLength(of expansion: Expansion) -> Int {
      let most = expansion.series.reduce(0.0) { most, series in
        series.alarms.reduce(most) { $0 + Double(series.mostFires(of: $1, in: length)) }
      }
      return max(Progress.firstStretch, Int(Double(length) * Double(capacity) / (4 * most)))
    }

    /// The next interval; nil at the window's end and if all reminders are cut.
    var next: Interval? {
      guard start < end, cuts.count < counts.count else { return nil }
      return Interval(
        range: start..<min(end, start + length), limit: isSure || length == 1 ? nil : capacity)
    }

    mutating func shorten() { length = max(1, length / Progress.growth) }

    mutating func pass(
      _ interval: Interval, fires: FireBatch, holding held: Int,
      found: [(reminder: Int, count: Int, cut: Instant?)]
    ) {
      for (reminder, count, cut) in found {
        counts[reminder] += count
        guard let cut else { continue }
        isCut[reminder] = true
        cuts.append((reminder, cut))
      }
      equalFireCounts.merge(fires.equalFireCounts, uniquingKeysWith: +)
      length *= max(1, min(Progress.growth, capacity / (4 * max(1, held))))
      start = interval.range.upperBound
    }

    func diagnostics(
      of reminders: [ListedReminder], expansion: Expansion, limit: Int
    ) -> [Diagnostic] {
      let equal = equalFireCounts.sorted { $0.key < $1.key }.map { place, count in
        let series = expansion.series[place]
        return Diagnostic(.firesEqual(count: count), at: series.location, uid: series.series.uid)
      }
      let cut = Dictionary(grouping: cuts) { reminders[$0.reminder].series }
        .sorted { $0.key < $1.key }.map { _, cuts in
          let alarms = cuts.map { reminders[$0.reminder].number }.sorted()
          let from = cuts.reduce(end) { min($0, $1.from) }
          let series = expansion.series[reminders[cuts[0].reminder].series]
          return Diagnostic(
            .firesCut(alarms: alarms, limit: min(limit, series.fireLimit), from: from),
            at: series.location, uid: series.series.uid)
        }
      return equal + cut
    }
  }
}
