import CivilTime
import ICalendar

/// The fires of groups at some instants, looked for anew: of those that are selected only, since
/// what fires remind of would take more memory than all else.
struct FoundFires {
  /// The fires, ascending.
  private(set) var fires: [Fire] = []
  /// The place of their series.
  let place: Int?

  /// How many fires that are passed over take as long as a look for one by itself, overrides aside.
  private static let costOfLook = 16

  /// Looks for fires.
  ///
  /// - Parameters:
  ///   - groups: Groups of one series that say the same.
  ///   - instants: When they fire, ascending.
  ///   - expansion: What calendars ask for.
  init(of groups: [FireGroup], at instants: [Instant], in expansion: Expansion) {
    place = groups.first.flatMap { expansion.place(of: $0.reminder) }
    guard let place, let first = instants.first, let last = instants.last else { return }
    let series = expansion.series[place]
    let alarms = series.alarms
    var isShown: [Int: Bool] = [:]
    let wanted = Set(instants)
    for (number, repetitions) in FoundFires.repetitions(of: groups) {
      guard alarms.indices.contains(number) else { continue }
      let alarm = alarms[number]
      let look = FoundFires.costOfLook + series.changesOfLook
      let isNarrow =
        instants.count == 1 || series.mostFires(of: alarm, in: last - first) / instants.count > look
      let ranges = isNarrow ? instants.map { $0..<$0 + 1 } : [first..<last + 1]
      isShown.removeAll(keepingCapacity: true)
      for range in ranges {
        for fire in series.fires(of: alarm, in: range)
        where wanted.contains(fire.at) && repetitions.contains(fire.repetition) {
          if isShown[fire.component] == nil {
            let content = ReminderContent(series, alarm, fire.component, expansion.options)
            isShown[fire.component] = groups.contains { $0.content == content }
          }
          if isShown[fire.component] == true { fires.append(fire) }
        }
      }
    }
    if groups.count > 1 { fires.sort { $0.at < $1.at } }
  }

  /// The repeats that are looked for of each alarm.
  private static func repetitions(of groups: [FireGroup]) -> [(alarm: Int, Set<Int>)] {
    Dictionary(grouping: groups, by: \.reminder.alarm)
      .map { ($0, Set($1.map(\.repetition))) }.sorted { $0.alarm < $1.alarm }
  }
}
