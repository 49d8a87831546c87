import CivilTime
import ICalendar

/// How far the window has been listed.
struct ListingProgress: Sendable {
  /// A part of the window that is looked at.
  struct Stretch: Sendable {
    let range: Range<Instant>
    /// The most fires that are held; nil for a stretch that can't be shorter.
    let limit: Int?
  }

  /// What some of the series ask for in a stretch.
  struct Piece: Sendable {
    var entries: [ListedFires.Entry] = []
    /// What became of each of their reminders.
    var found: [Found] = []
    /// Whether there is more than can be held, or so much of one reminder that the look at it was
    /// cut.
    var isOverfull = false
  }

  /// What became of a reminder in a stretch.
  struct Found: Sendable {
    let reminder: Int
    let count: Int
    /// From where on it is cut.
    let cut: Instant?
  }

  private let series: [SeriesExpansion]
  private let reminders: [ListedReminder]
  /// The place of the first reminder of each series, and the number of all.
  private let firstReminders: [Int]
  private let options: CompilerOptions
  private let end: Instant
  private let capacity: Int
  private let fireLimit: Int
  /// How many fires of each reminder have been listed.
  private var counts: [Int]
  private var isCut: [Bool]
  private var uncutCount: Int
  private var start: Instant
  /// The length of the next stretch, in seconds.
  private var length: Int
  /// Whether no stretch can have more fires than are held.
  let isSure: Bool
  /// For each series, how many of its fires are left out since an equal one is listed.
  private var equalFireCounts: [Int: Int] = [:]
  /// Which reminders were cut short, and from where on.
  private var cuts: [(reminder: Int, from: Instant)] = []

  /// The length of the first stretch where it isn't known how much is due, in seconds.
  private static let firstStretch = 3_600
  /// How many times as long as a stretch the next one is at most, and how many times as short one
  /// is that is tried again.
  ///
  /// Each stretch expands every reminder anew: a year is gone through in five.
  private static let growth = 16

  init(
    _ series: [SeriesExpansion], _ reminders: [ListedReminder], _ firstReminders: [Int],
    _ options: CompilerOptions, mostFires: Int, fireLimit: Int, capacity: Int
  ) {
    self.series = series
    self.reminders = reminders
    self.firstReminders = firstReminders
    self.fireLimit = fireLimit
    self.capacity = capacity
    self.options = options
    start = options.window.lowerBound
    end = options.window.upperBound
    counts = Array(repeating: 0, count: reminders.count)
    isCut = Array(repeating: false, count: reminders.count)
    uncutCount = reminders.count
    let sure =
      mostFires <= capacity
      ? max(1, end - start)
      : ListingProgress.sureLength(series, reminders, (end - start) / 2, capacity)
    isSure = sure != nil
    length = sure ?? ListingProgress.firstStretch
  }

  /// The longest stretch, in seconds, of which no more can be due than is held; nil where that is
  /// shorter than the first stretch.
  private static func sureLength(
    _ series: [SeriesExpansion], _ reminders: [ListedReminder], _ longest: Int, _ capacity: Int
  ) -> Int? {
    var length = longest
    while length > firstStretch {
      var count = 0
      for reminder in reminders where count <= capacity {
        let most = series[reminder.series].mostFires(of: reminder.alarm, in: length)
        count += min(capacity + 1, most)
      }
      if count <= capacity { return length }
      length /= 2
    }
    return nil
  }

  /// The next stretch; nil at the window's end, and where nothing is left that isn't cut.
  func next() -> Stretch? {
    guard start < end, uncutCount > 0 else { return nil }
    return Stretch(
      range: start..<min(end, start + length), limit: isSure || length == 1 ? nil : capacity)
  }

  /// Looks at the reminders of some series.
  func piece(of stretch: Stretch, _ places: Range<Int>) -> Piece {
    var piece = Piece()
    for place in places {
      let own = (firstReminders[place]..<firstReminders[place + 1]).filter { !isCut[$0] }
      let all = series[place].fires(ofAll: own.map { reminders[$0].alarm }, in: stretch.range)
      for (reminder, fires) in zip(own, all) {
        if stretch.limit != nil, fires.cut != nil, fires.isCrowded {
          piece.isOverfull = true
          return piece
        }
        let room = fireLimit - counts[reminder]
        // Of one instant all or none.
        let cut = fires.count > room ? fires[room].at : fires.cut
        let end = cut.map { cut in fires.partitionPoint { $0.at < cut } } ?? fires.count
        for fire in fires.prefix(end) {
          piece.entries.append(ListedFires.Entry(fire, ofReminder: reminder))
        }
        if let limit = stretch.limit, piece.entries.count > limit {
          piece.isOverfull = true
          return piece
        }
        piece.found.append(
          Found(reminder: reminder, count: fires.count, cut: cut))
      }
    }
    return piece
  }

  /// Goes on behind a stretch, or tries a shorter one where it had too many fires.
  ///
  /// - Parameters:
  ///   - pieces: What all series ask for in the stretch, in their order.
  ///   - stretch: The stretch.
  /// - Returns: The fires in order; nil where there are none, or too many.
  mutating func take(_ pieces: [Piece], of stretch: Stretch) -> ListedFires? {
    guard !pieces.contains(where: \.isOverfull) else {
      length = max(1, length / ListingProgress.growth)
      return nil
    }
    for found in pieces.lazy.flatMap(\.found) { account(found) }
    let fires = ListedFires(pieces.flatMap(\.entries), of: reminders, series, options)
    equalFireCounts.merge(fires.equalFireCounts, uniquingKeysWith: +)
    if !isSure {
      length *= max(1, min(ListingProgress.growth, capacity / (2 * max(1, fires.count))))
    }
    start = stretch.range.upperBound
    return fires.isEmpty ? nil : fires
  }

  /// Adds to what a reminder has listed, and takes it away where it is cut short.
  private mutating func account(_ found: Found) {
    counts[found.reminder] += found.count
    guard let cut = found.cut else { return }
    isCut[found.reminder] = true
    uncutCount -= 1
    cuts.append((found.reminder, cut))
  }

  /// The diagnostics about cut reminders and equal fires, by series, in the order of the series.
  var diagnostics: [Diagnostic] {
    let equal = equalFireCounts.sorted { $0.key < $1.key }.map { place, count in
      Diagnostic(
        .firesEqual(count: count), at: series[place].location, uid: series[place].series.uid)
    }
    return equal + cutDiagnostics
  }

  private var cutDiagnostics: [Diagnostic] {
    Dictionary(grouping: cuts) { reminders[$0.reminder].series }.sorted { $0.key < $1.key }
      .map { _, cuts in
        let alarms = cuts.map { reminders[$0.reminder].number }.sorted()
        let from = cuts.reduce(end) { min($0, $1.from) }
        let first = reminders[cuts[0].reminder]
        return Diagnostic(
          .firesCut(alarms: alarms, limit: fireLimit, from: from), at: first.location,
          uid: first.uid)
      }
  }
}
