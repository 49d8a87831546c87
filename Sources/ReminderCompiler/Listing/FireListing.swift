import CivilTime
public import ICalendar
package import WorkSharing

/// What calendars ask for, in order of time and a piece at a time.
///
/// The listing goes through the window in stretches, so that memory grows with the input alone. If
/// the whole window may have more fires than are held at once, the first stretch is an hour. Later
/// stretches grow while few fires are due, and shrink where there are more.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var count = 0
/// let listing = FireListing([standUp], options.compiler)
/// let cut = listing.forEachBatch { fires in count += fires.count }
/// print(count, cut.isEmpty)  // 262 true
/// ```
public struct FireListing: Sendable {
  /// What was found while the series were put together.
  public let diagnostics: [Diagnostic]
  /// The most fires that are held at once: 2 MB.
  package var batchCapacity = 65_536
  /// The most fires that are listed of one reminder.
  var fireLimit: Int

  /// The most bytes of UID and title of a line, as they stand there.
  package let longestName: Int
  let expansion: Expansion
  private let reminders: [ListedReminder]
  /// The place of the first reminder of each series, and the number of all.
  private let firstReminders: [Int]

  /// The same for each reminder: expanding one anew costs as much as some dozens of fires.
  private static let batchCapacityPerReminder = 64

  /// Makes the listing of components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The window, the device and the default alarms.
  public init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    self.init(Expansion(components, options))
  }

  /// Makes the listing of what calendars ask for.
  package init(_ expansion: Expansion) {
    self.expansion = expansion
    diagnostics = expansion.diagnostics
    fireLimit = expansion.fireLimit
    var reminders: [ListedReminder] = []
    var firstReminders: [Int] = []
    for (place, series) in expansion.series.enumerated() {
      firstReminders.append(reminders.count)
      for (number, alarm) in series.alarms.enumerated() {
        reminders.append(
          ListedReminder(series, series: place, alarm: alarm, number: number, expansion.options))
      }
    }
    self.reminders = reminders
    self.firstReminders = firstReminders + [reminders.count]
    longestName = reminders.reduce(0) { longest, reminder in
      let title = reminder.shown.reduce(0) { max($0, $1.title.utf8.count) }
      return max(longest, reminder.uid.utf8.count + title)
    }
  }

  /// Calls a function for the fires of each stretch that has any.
  ///
  /// - Parameter body: Receives fires ascending by instant, then UID by its bytes, alarm and
  ///   repeat.
  /// - Returns: Which reminders were cut short.
  public func forEachBatch(_ body: (ListedFires) -> Void) -> [Diagnostic] {
    forEachBatch(.one, body)
  }

  /// Calls a function for the fires of each stretch that has any, which several threads look at.
  package func forEachBatch(
    _ workers: Workers, _ body: (ListedFires) -> Void
  ) -> [Diagnostic] {
    var progress = Progress(reminders, expansion, capacity: capacity)
    while let stretch = progress.next {
      let held = Guarded(0)
      let pieces = workers.mapPieces(of: expansion.series.count) {
        [progress] in [piece(of: stretch, $0, progress, held)]
      }
      guard !pieces.contains(where: \.isOverfull) else {
        progress.shorten()
        continue
      }
      let fires = ListedFires(
        pieces.flatMap(\.entries), of: reminders, expansion.series, expansion.options)
      progress.pass(stretch, fires, pieces.flatMap(\.found))
      if !fires.isEmpty { body(fires) }
    }
    return progress.diagnostics(reminders, expansion, fireLimit)
  }

  private var capacity: Int {
    max(batchCapacity, FireListing.batchCapacityPerReminder * reminders.count)
  }

  /// What some of the series ask for in a stretch.
  private struct Piece: Sendable {
    var entries: [ListedFires.Entry] = []
    /// For each of their reminders how many fires there are, and from where on it is cut.
    var found: [(reminder: Int, count: Int, cut: Instant?)] = []
    /// Whether all pieces have more than can be held, or the look at one reminder was cut.
    var isOverfull = false
  }

  /// Looks at the reminders of some series.
  private func piece(
    of stretch: Progress.Stretch, _ places: Range<Int>, _ progress: Progress,
    _ held: borrowing Guarded<Int>
  ) -> Piece {
    var piece = Piece()
    for place in places {
      let own = (firstReminders[place]..<firstReminders[place + 1])
        .filter { !progress.isCut[$0] }
      for reminder in own {
        let fires = expansion.series[place].fires(of: reminders[reminder].alarm, in: stretch.range)
        let room = fireLimit - progress.counts[reminder]
        // Of one instant all or none.
        let cut = fires.count > room ? fires[room].at : fires.cut
        let end = cut.map { cut in fires.partitionPoint { $0.at < cut } } ?? fires.count
        if let limit = stretch.limit {
          let count = held.withLock { held in
            held += end
            return held
          }
          piece.isOverfull = count > limit || fires.cut != nil && fires.isCrowded
          if piece.isOverfull { return piece }
        }
        for fire in fires.prefix(end) {
          piece.entries.append(ListedFires.Entry(fire, ofReminder: reminder))
        }
        piece.found.append((reminder, fires.count, cut))
      }
    }
    return piece
  }
}

extension FireListing {
  /// How far the window has been listed.
  private struct Progress: Sendable {
    struct Stretch: Sendable {
      let range: Range<Instant>
      /// The most fires that are held; nil for a stretch that can't be shorter.
      let limit: Int?
    }

    /// How many fires of each reminder have been listed.
    private(set) var counts: [Int]
    /// Which reminders were cut short, and list no more.
    private(set) var isCut: [Bool]
    private var cuts: [(reminder: Int, from: Instant)] = []
    /// For each series, how many of its fires are left out since an equal one is listed.
    private var equalFireCounts: [Int: Int] = [:]
    private var start: Instant
    private let end: Instant
    /// The length of the next stretch, in seconds.
    private var length: Int
    private let capacity: Int
    /// Whether no stretch can have more fires than are held.
    private let isSure: Bool

    /// The length of the first stretch where it isn't known how much is due, in seconds.
    private static let firstStretch = 3_600
    /// How many times as long as a stretch the next one is at most, and how many times as short one
    /// is that is tried again.
    ///
    /// Each stretch expands every reminder anew: a year is gone through in five.
    private static let growth = 16

    init(_ reminders: [ListedReminder], _ expansion: Expansion, capacity: Int) {
      let window = expansion.options.window
      (start, end) = (window.lowerBound, window.upperBound)
      self.capacity = capacity
      counts = Array(repeating: 0, count: reminders.count)
      isCut = Array(repeating: false, count: reminders.count)
      isSure = expansion.mostFires <= capacity
      length = isSure ? max(1, end - start) : Progress.firstStretch
    }

    /// The next stretch; nil at the window's end, and where all reminders are cut.
    var next: Stretch? {
      guard start < end, cuts.count < counts.count else { return nil }
      return Stretch(
        range: start..<min(end, start + length), limit: isSure || length == 1 ? nil : capacity)
    }

    /// Makes the next stretch shorter: the last one had too many fires.
    mutating func shorten() { length = max(1, length / Progress.growth) }

    mutating func pass(
      _ stretch: Stretch, _ fires: ListedFires,
      _ found: [(reminder: Int, count: Int, cut: Instant?)]
    ) {
      for (reminder, count, cut) in found {
        counts[reminder] += count
        guard let cut else { continue }
        isCut[reminder] = true
        cuts.append((reminder, cut))
      }
      equalFireCounts.merge(fires.equalFireCounts, uniquingKeysWith: +)
      length *= max(1, min(Progress.growth, capacity / (2 * max(1, fires.count))))
      start = stretch.range.upperBound
    }

    /// The diagnostics about equal fires and cut reminders, each in the order of the series.
    func diagnostics(
      _ reminders: [ListedReminder], _ expansion: Expansion, _ limit: Int
    ) -> [Diagnostic] {
      let equal = equalFireCounts.sorted { $0.key < $1.key }.map { place, count in
        let series = expansion.series[place]
        return Diagnostic(.firesEqual(count: count), at: series.location, uid: series.series.uid)
      }
      let cut = Dictionary(grouping: cuts) { reminders[$0.reminder].series }
        .sorted { $0.key < $1.key }.map { _, cuts in
          let alarms = cuts.map { reminders[$0.reminder].number }.sorted()
          let from = cuts.reduce(end) { min($0, $1.from) }
          let first = reminders[cuts[0].reminder]
          return Diagnostic(
            .firesCut(alarms: alarms, limit: limit, from: from), at: first.location,
            uid: first.uid)
        }
      return equal + cut
    }
  }
}
