import CivilTime
public import ICalendar
package import WorkSharing

/// What calendars ask for, in order of time and a piece at a time.
///
/// The window is gone through in stretches of which no more is due than is held at once, so that
/// memory grows with the input alone; where that can't be told before, stretches grow while little
/// is due and shrink where there is more, so that the first fire of a rule without end comes at
/// once.
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

  /// The most bytes of what a line of a fire says of its series: UID and title, as they stand there.
  package let longestName: Int
  /// What calendars ask for.
  let expansion: Expansion
  private let window: Range<Instant>
  private let series: [SeriesExpansion]
  private let reminders: [ListedReminder]
  /// The place of the first reminder of each series, and the number of all.
  private let firstReminders: [Int]
  private let fireLimit: Int
  /// A number that all fires together never exceed.
  private let mostFires: Int

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
    let options = expansion.options
    diagnostics = expansion.diagnostics
    window = options.window
    fireLimit = expansion.fireLimit
    mostFires = expansion.mostFires
    var reminders: [ListedReminder] = []
    var firstReminders: [Int] = []
    series = expansion.series
    for place in series.indices {
      firstReminders.append(reminders.count)
      for (number, alarm) in series[place].alarms.enumerated() {
        reminders.append(
          ListedReminder(
            series[place], series: place, alarm: alarm, number: number, options))
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
  ///
  /// - Parameters:
  ///   - workers: How many look at once.
  ///   - body: Receives fires ascending by instant, then UID by its bytes, alarm and repeat.
  /// - Returns: Which reminders were cut short.
  package func forEachBatch(
    _ workers: Workers, _ body: (ListedFires) -> Void
  ) -> [Diagnostic] {
    var progress = progress
    while let stretch = progress.next() {
      // What may be more than is held at once is given up early, which several can't.
      let isShared = progress.isSure
      let pieces = (isShared ? workers : .one).mapPieces(of: series.count) {
        [progress] in [progress.piece(of: stretch, $0)]
      }
      if let fires = progress.take(pieces, of: stretch) { body(fires) }
    }
    return progress.diagnostics
  }

  private var progress: ListingProgress {
    ListingProgress(
      series, reminders, firstReminders, expansion.options, mostFires: mostFires,
      fireLimit: fireLimit,
      capacity: max(batchCapacity, FireListing.batchCapacityPerReminder * reminders.count))
  }
}
