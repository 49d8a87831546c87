package import CivilTime
import ICalendar
import NotificationTriggers

/// The fires of a request or timer that show what all of its fires have in common.
///
/// Every day of a year, every week of seven and every month of thirty: after twenty-eight years all
/// dates fall on their weekdays again. Requests that fire more often reach no clock change by that,
/// so the fires near clock changes can be looked at as well.
package struct FireSample {
  /// The first fires, ascending; at least one where there is any.
  let instants: [Instant]
  /// The end of the fires that are looked at near clock changes.
  private let end: Instant
  private let fires: (Range<Instant>) -> [Instant]

  /// The most fires that are looked at, apart from clock changes.
  private static let maximumCount = 366
  /// The most fires near clock changes: three years of a request that fires every hour.
  private static let maximumNearChanges = 20_000

  init(of proven: ProvenTrigger, _ options: CompilerOptions) {
    let (trigger, zone) = (proven.trigger, options.deviceZone)
    let last = min(proven.removeBy ?? .endOfProof, .endOfProof)
    instants = Array(
      trigger.fires(addedAt: options.now, until: last, deviceZone: zone)
        .prefix(FireSample.maximumCount))
    // In three years each kind of clock change comes several times.
    let threeYears = options.now + 3 * 366 * 86_400
    let isOften = trigger.pattern.time.period < 86_400
    let horizon = options.window.upperBound
    end = min(last, isOften ? max(threeYears, horizon) : horizon)
    fires = { range in
      Array(
        trigger.fires(
          addedAt: range.lowerBound + -1, until: range.upperBound, deviceZone: zone))
    }
  }

  /// Takes a sample of a timer's fires.
  ///
  /// - Parameters:
  ///   - instants: All fires up to the horizon, ascending.
  ///   - count: The most fires of the sample, apart from clock changes; evenly spread.
  package init(of instants: [Instant], atMost count: Int) {
    // An odd step reaches all alarms of a day in turn.
    let step = instants.count > count ? (instants.count / count + 1) | 1 : 1
    self.instants = stride(from: 0, to: instants.count, by: step).map { instants[$0] }
    end = step == 1 ? instants.first ?? .endOfProof : instants.last.map { $0 + 1 } ?? .endOfProof
    fires = { range in
      let (start, end) = (
        instants.partitionPoint { $0 < range.lowerBound },
        instants.partitionPoint { $0 < range.upperBound }
      )
      return Array(instants[start..<end])
    }
  }

  /// The fires near clock changes, as far as the sample doesn't have them.
  ///
  /// - Parameters:
  ///   - zones: The zones on whose clocks texts show occurrences.
  ///   - reach: The most seconds between a fire and its occurrence.
  /// - Returns: The fires near each clock change, ascending.
  func nearClockChanges(of zones: [Zone], within reach: Int) -> [[Instant]] {
    guard let first = instants.first, first < end else { return [] }
    // The day of the clock change counts as a whole.
    let reach = reach + 86_400
    let changes = Set(
      zones.flatMap { zone in
        let start = zone.transitions.partitionPoint { $0.instant < first + -reach }
        return zone.transitions[start...].lazy.map(\.instant).prefix { $0 < end }
      }
    ).sorted()
    var found: [[Instant]] = []
    var (count, next) = (0, first)
    for change in changes {
      let range = max(next, change + -reach)..<min(end, max(next, change + reach))
      guard range.lowerBound < range.upperBound else { continue }
      next = range.upperBound
      let own = fires(range)
      count += own.count
      guard count <= FireSample.maximumNearChanges else { break }
      found.append(own)
    }
    return found
  }
}

/// The fires of groups at some instants, looked for anew: of those that are selected only, since
/// what fires remind of would take more memory than all else.
struct FoundFires {
  private(set) var fires: [Fire] = []
  let place: Int?

  /// How many fires that are passed over take as long as a look for one by itself, overrides aside.
  private static let costOfLook = 16

  /// Looks for fires of groups of one series that say the same, at ascending instants.
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
      let look = FoundFires.costOfLook + series.series.components.count
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
