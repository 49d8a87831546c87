import CivilTime
import ICalendar
import NotificationTriggers

/// A reminder whose fires are listed.
struct ListedReminder: Sendable {
  /// What tells apart what two components show, and in which order they are listed.
  struct Shown: Sendable {
    /// What is shown at a glance.
    let title: String
    /// The place in the order by title, then by the first component that shows the same.
    let rank: Int
    /// A number that components share where they show the same, byte for byte in the title.
    let number: Int
    /// A number that series with the same UID share where they show the same; nil where there is
    /// no other such series.
    let shared: Int?
  }

  /// UID.
  let uid: String
  /// The place of the series among all.
  let series: Int
  let alarm: SeriesAlarm
  /// What the alarm is listed under.
  let number: Int
  /// What each component shows.
  let shown: [Shown]
  /// Where the series stands in the input.
  let location: SourceLocation?

  init(
    _ seriesExpansion: SeriesExpansion, series: Int, alarm: SeriesAlarm, number: Int,
    _ options: CompilerOptions, _ numbers: inout SharedContents
  ) {
    let own = seriesExpansion.series
    uid = own.uid
    self.series = series
    self.alarm = alarm
    self.number = number
    let components = own.components
    location = components[0].location
    if components.count == 1, !own.hasNamesakes {
      // There is nothing to compare it with.
      let title = AlarmTexts.title(of: components[0], at: alarm.place, options.language)
      shown = [Shown(title: title, rank: 0, number: 0, shared: nil)]
      return
    }
    let contents = components.map { ReminderContent($0, alarm: alarm.place, options) }
    shown = ListedReminder.shown(contents) {
      own.hasNamesakes ? numbers.number(of: $0, uid: own.uid) : nil
    }
  }

  /// Numbers contents.
  private static func shown(
    _ contents: [ReminderContent], _ shared: (ReminderContent) -> Int?
  ) -> [Shown] {
    guard contents.count > 1 else {
      return contents.map { Shown(title: $0.title, rank: 0, number: 0, shared: shared($0)) }
    }
    struct Exact: Hashable {
      let first: Int
      let title: [UInt8]
    }
    var firsts: [ReminderContent: Int] = [:]
    var numbers: [Exact: Int] = [:]
    let places = contents.enumerated().map { index, content in
      let first = firsts[content] ?? index
      firsts[content] = first
      return first
    }
    var ranks = Array(repeating: 0, count: contents.count)
    let ordered = Set(places).sorted { (contents[$0].title, $0) < (contents[$1].title, $1) }
    for (rank, place) in ordered.enumerated() { ranks[place] = rank }
    return contents.enumerated().map { index, content in
      let exact = Exact(first: places[index], title: Array(content.title.utf8))
      let number = numbers[exact] ?? numbers.count
      numbers[exact] = number
      return Shown(
        title: content.title, rank: ranks[places[index]], number: number, shared: shared(content))
    }
  }
}
