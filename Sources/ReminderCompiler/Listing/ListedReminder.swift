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
    _ options: CompilerOptions
  ) {
    let own = seriesExpansion.series
    uid = own.uid
    self.series = series
    self.alarm = alarm
    self.number = number
    let components = own.components
    location = components[0].location
    if components.count == 1 {
      // There is nothing to compare it with.
      let title = AlarmTexts.title(of: components[0], at: alarm.place, options.language)
      shown = [Shown(title: title, rank: 0, number: 0)]
      return
    }
    shown = ListedReminder.shown(
      components.map { ReminderContent($0, alarm: alarm.place, options) })
  }

  /// Numbers contents.
  private static func shown(_ contents: [ReminderContent]) -> [Shown] {
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
      return Shown(title: content.title, rank: ranks[places[index]], number: number)
    }
  }
}
