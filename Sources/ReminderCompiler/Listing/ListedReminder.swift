import CivilTime
import ICalendar
import NotificationTriggers

/// A reminder on its way through the window.
struct ListedReminder {
  let seriesExpansion: SeriesExpansion
  /// The place of the series among all.
  let series: Int
  let alarm: SeriesAlarm
  /// What it is listed under.
  let number: Int
  /// What each component shows, by the first one that shows the same.
  let contents: [Int]
  /// What each component shows, by a number that series with the same UID share; empty where there
  /// is no other.
  let shared: [Int]
  let titles: [String]
  /// How many fires have been listed.
  var count = 0
  var isCut = false

  init(
    _ seriesExpansion: SeriesExpansion, series: Int, alarm: SeriesAlarm, number: Int,
    _ options: CompilerOptions, _ numbers: inout SharedContents
  ) {
    self.seriesExpansion = seriesExpansion
    self.series = series
    self.alarm = alarm
    self.number = number
    let shown = seriesExpansion.series.components.map {
      NotificationContent($0, alarm: alarm.place, level: options.levels.level(of: $0), thread: "")
    }
    contents = shown.map { shown.firstIndex(of: $0) ?? 0 }
    titles = shown.map(\.title)
    shared =
      seriesExpansion.series.hasNamesakes
      ? shown.map { numbers.number(of: $0, uid: seriesExpansion.series.uid) } : []
  }
}
