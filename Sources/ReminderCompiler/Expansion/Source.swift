package import CivilTime
package import ICalendar

/// What is compiled: the series of all files, their default alarms added.
package struct Source: Sendable {
  /// The series by UID, so that nothing depends on the order in which files are named.
  package let series: [EventSeries]
  /// What was found while they were put together.
  package let diagnostics: [Diagnostic]
  /// The most fires of one reminder that are looked at, so that memory grows with the input alone.
  private let fireLimit: Int
  private let options: CompilerOptions

  /// Puts components together.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The device and the default alarms.
  package init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let grouping = EventSeries.grouping(components, onDeviceIn: options.deviceZone)
    self.options = options
    series = grouping.series.map { $0.addingDefaultAlarms(options) }
      .sorted { $0.uid.utf8.lexicographicallyPrecedes($1.uid.utf8) }
    let reminders = series.reduce(0) { $0 + $1.alarmCount }
    fireLimit = min(
      SeriesExpansion.maximumFires,
      max(Source.fewestFires, Source.maximumFires / max(1, reminders)))
    diagnostics =
      grouping.diagnostics
      + series.flatMap { series in
        series.alarmCount == 0
          ? [] : SeriesExpansion(series, onDeviceIn: options.deviceZone).diagnostics
      }
  }

  /// The zones that the series live in, each once.
  package var zones: [Zone] {
    Array(Set(series.map { SeriesExpansion($0, onDeviceIn: options.deviceZone).zone }))
      .sorted { $0.identifier < $1.identifier }
  }

  /// Makes something of each reminder, one after another.
  ///
  /// A reminder's fires with all they belong to live only as long as its turn; what lowering keeps
  /// of them is their instants.
  ///
  /// - Parameter transform: Receives each reminder, series by series, alarm by alarm.
  /// - Returns: What it returned.
  package func mapReminders<Result>(_ transform: (Reminder) -> Result) -> [Result] {
    mapSeries { $0.map(transform) }.flatMap { $0 }
  }

  /// Makes something of the reminders of each series.
  ///
  /// - Parameter transform: Receives the reminders of a series, by alarm.
  /// - Returns: What it returned.
  package func mapSeries<Result>(_ transform: ([Reminder]) -> Result) -> [Result] {
    series.map { transform(Reminder.all(of: $0, options, fireLimit: fireLimit)) }
  }

  /// The most fires of all reminders together that are looked at: 200 MB of instants.
  private static let maximumFires = 24_000_000

  /// The fewest fires of one reminder to which that may come down: ten years of every day.
  private static let fewestFires = 4_000
}
