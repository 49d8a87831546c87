import CivilTime
public import ICalendar
import NotificationTriggers

/// What calendars ask for, in order of time and a piece at a time.
///
/// The window is gone through in stretches that grow while little is due and shrink where more is
/// due than is held at once, so that the first fire of a rule without end comes at once, and memory
/// grows with the input alone.
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
  private let options: CompilerOptions
  private let seriesExpansions: [SeriesExpansion]
  /// What was found while the series were put together.
  public let diagnostics: [Diagnostic]

  /// The length of the first stretch, in seconds.
  private static let firstStretch = 3_600
  /// How many times as long as a stretch the next one is at most, and how many times as short one
  /// is that is tried again.
  ///
  /// Each stretch expands every reminder anew: a year is gone through in five.
  private static let growth = 16
  /// The most fires that are held at once: 5 MB.
  package var batchCapacity = 65_536
  /// The same for each reminder: expanding one anew costs as much as some dozens of fires.
  private static let batchCapacityPerReminder = 64

  /// Makes the listing of components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The window, the device and the default alarms.
  public init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let expansion = Expansion(components, options)
    self.options = expansion.options
    diagnostics = expansion.diagnostics
    seriesExpansions = expansion.series
  }

  /// Calls a function for the fires of each stretch that has any.
  ///
  /// - Parameter body: Receives fires ascending by instant, then UID by its bytes, alarm and
  ///   repeat.
  /// - Returns: Which reminders were cut short.
  public func forEachBatch(_ body: ([ListedFire]) -> Void) -> [Diagnostic] {
    var shown = SharedContents()
    var reminders = seriesExpansions.enumerated().flatMap { series, seriesExpansion in
      seriesExpansion.alarms.enumerated().map { number, alarm in
        ListedReminder(
          seriesExpansion, series: series, alarm: alarm, number: number, options, &shown)
      }
    }
    let most = max(batchCapacity, FireListing.batchCapacityPerReminder * reminders.count)
    var cuts: [Diagnostic] = []
    var start = options.window.lowerBound
    var length = FireListing.firstStretch
    while start < options.window.upperBound, !reminders.isEmpty {
      let end = min(options.window.upperBound, start + length)
      guard
        var stretch = ListedStretch(of: reminders, in: start..<end, limit: length > 1 ? most : nil)
      else {
        length = max(1, length / FireListing.growth)
        continue
      }
      cuts += stretch.account(to: &reminders)
      let fires = stretch.ordered()
      if !fires.isEmpty { body(fires) }
      length *= max(1, min(FireListing.growth, most / (2 * max(1, fires.count))))
      start = end
    }
    return cuts
  }
}
