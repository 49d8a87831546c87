import CivilTime
public import ICalendar
import NotificationTriggers

/// What calendars ask for, in order of time and a piece at a time.
///
/// The window is gone through in stretches that grow while little is due, so that the first fire of
/// a rule without end comes at once and no more than one stretch is held in memory.
public struct FireListing: Sendable {
  private let options: CompilerOptions
  private let expansions: [SeriesExpansion]
  /// What was found while the series were put together.
  public let diagnostics: [Diagnostic]

  /// The length of the first stretch, in seconds.
  private static let firstStretch = 3_600
  /// How many times as long the next stretch is where a stretch has few fires.
  ///
  /// Each stretch expands every reminder anew: a year is gone through in five.
  private static let growth = 16
  /// The number of fires in a stretch below which the next one is longer.
  private static let fewFires = 4_096
  /// The same for each reminder: expanding one anew costs as much as some dozens of fires.
  private static let fewPerReminder = 64

  /// Makes the listing of components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The window, the device and the default alarms.
  public init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let source = Source(components, options)
    self.options = options
    diagnostics = source.diagnostics
    expansions = source.series
  }

  /// Calls a function for the fires of each stretch that has any.
  ///
  /// - Parameter body: Receives fires ascending by instant, then UID, alarm and repeat.
  /// - Returns: Which reminders were cut short.
  public func forEachBatch(_ body: ([ListedFire]) -> Void) -> [Diagnostic] {
    var reminders = expansions.flatMap { expansion in
      (0..<expansion.reminderCount).map { Listed(expansion: expansion, alarm: $0) }
    }
    var cuts: [Diagnostic] = []
    var start = options.window.lowerBound
    var length = FireListing.firstStretch
    while start < options.window.upperBound, !reminders.isEmpty {
      let end = min(options.window.upperBound, start + length)
      var batch: [ListedFire] = []
      for index in reminders.indices {
        if let cut = reminders[index].list(in: start..<end, to: &batch) { cuts.append(cut) }
      }
      reminders.removeAll(where: \.isCut)
      batch.sort {
        ($0.at, $0.uid ?? "", $0.alarm ?? 0, $0.repetition, $0.title)
          < ($1.at, $1.uid ?? "", $1.alarm ?? 0, $1.repetition, $1.title)
      }
      // An occurrence that is moved onto another is due once, as in a plan.
      let distinct = batch.enumerated().filter { $0 == 0 || batch[$0 - 1] != $1 }.map(\.element)
      if !distinct.isEmpty { body(distinct) }
      if batch.count < max(FireListing.fewFires, FireListing.fewPerReminder * reminders.count) {
        length *= FireListing.growth
      }
      start = end
    }
    return cuts
  }

  /// A reminder on its way through the window.
  private struct Listed {
    let expansion: SeriesExpansion
    let alarm: Int
    let titles: [String]
    var count = 0
    var isCut = false

    init(expansion: SeriesExpansion, alarm: Int) {
      self.expansion = expansion
      self.alarm = alarm
      titles = expansion.series.components.map {
        NotificationContent($0, alarm: alarm, level: .active).title
      }
    }

    mutating func list(in range: Range<Instant>, to batch: inout [ListedFire]) -> Diagnostic? {
      let found = expansion.fires(ofReminder: alarm, in: range)
      let room = SeriesExpansion.maximumFires - count
      batch += found.fires.prefix(room).map {
        ListedFire(
          at: $0.at, uid: expansion.series.uid, alarm: alarm, repetition: $0.repetition,
          title: titles[$0.component], identifier: nil)
      }
      count += found.fires.count
      let cut = found.fires.count > room ? found.fires[room].at : found.cut
      guard let cut else { return nil }
      isCut = true
      return Diagnostic(
        .firesCut(alarm: alarm, limit: SeriesExpansion.maximumFires, from: cut),
        at: expansion.series.components.first?.location, uid: expansion.series.uid)
    }
  }
}
