package import CivilTime
import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions
import ReminderPlanning

/// A sample of a request's or timer's fires that is large enough to find their common values.
///
/// It covers daily fires for a year, weekly ones for seven years and monthly ones for thirty. After
/// twenty-eight years, all dates are on the same weekdays again. The sample of a more frequent
/// request may not reach a clock change, so fires near clock changes are found separately.
package struct FireSample {
  /// The first fires, ascending; empty only if there are no fires.
  let instants: [Instant]
  /// The range in which the sample can lack fires; those near clock changes are found.
  private let rest: Range<Instant>
  private let fires: (Range<Instant>) -> [Instant]

  /// The limit of fires, apart from clock changes.
  private static let maximumCount = 366
  /// The limit of fires near clock changes: three years of an hourly request.
  private static let maximumNearChanges = 20_000

  init(of proven: ProvenTrigger, _ options: CompilerOptions) {
    let zone = options.deviceZone
    let last = min(proven.removeBy ?? .endOfProof, .endOfProof)
    instants =
      proven.trigger.repeats
      ? proven.fires(
        after: options.now, before: last, limit: FireSample.maximumCount, deviceZone: zone)
      : [proven.nextFire]
    // Three years contain each kind of clock change several times.
    let threeYears = options.now + 3 * 366 * 86_400
    let isOften = proven.pattern.map { $0.time.period < 86_400 } ?? true
    let horizon = options.window.upperBound
    let end = min(last, isOften ? max(threeYears, horizon) : horizon)
    let start = instants.count < FireSample.maximumCount ? end : instants.last ?? end
    rest = start..<max(start, end)
    fires = { range in
      proven.fires(after: range.lowerBound + -1, before: range.upperBound, deviceZone: zone)
    }
  }

  /// Takes a sample of a timer's fires.
  ///
  /// - Parameters:
  ///   - instants: All fires up to the horizon, ascending.
  ///   - count: The limit of fires in the sample, apart from clock changes. They are spread evenly.
  package init(of instants: [Instant], atMost count: Int) {
    // An odd step includes each of several alarms per day.
    let step = instants.count > count ? (instants.count / count + 1) | 1 : 1
    self.instants = stride(from: 0, to: instants.count, by: step).map { instants[$0] }
    let end = instants.last.map { $0 + 1 } ?? .endOfProof
    rest = (step == 1 ? end : self.instants[0])..<end
    fires = { range in
      let (start, end) = (
        instants.partitionPoint { $0 < range.lowerBound },
        instants.partitionPoint { $0 < range.upperBound }
      )
      return Array(instants[start..<end])
    }
  }

  /// Returns the fires near clock changes that the sample can lack.
  func nearClockChanges(of zones: [Zone], within reach: Int) -> [[Instant]] {
    guard !rest.isEmpty else { return [] }
    // Include the whole day of the clock change.
    let reach = reach + 86_400
    let changes = Set(
      zones.flatMap { zone in
        let start = zone.transitions.partitionPoint { $0.instant < rest.lowerBound + -reach }
        return zone.transitions[start...].lazy.map(\.instant).prefix { $0 < rest.upperBound }
      }
    ).sorted()
    var found: [[Instant]] = []
    var (count, next) = (0, rest.lowerBound)
    for change in changes {
      let range = max(next, change + -reach)..<min(rest.upperBound, max(next, change + reach))
      guard range.lowerBound < range.upperBound else { continue }
      next = range.upperBound
      let own = fires(range)
      count += own.count
      guard count <= FireSample.maximumNearChanges else { break }
      if !own.isEmpty { found.append(own) }
    }
    return found
  }
}

/// The fires of groups at given instants, expanded again.
///
/// Only selected groups are expanded again, because keeping the occurrences of all fires would take
/// more memory than everything else.
struct FireLookup {
  private(set) var fires: [Fire] = []
  let place: Int?

  /// The cost of expanding a series at one instant, as a number of fires.
  ///
  /// Expanding one long range costs as much as the number of its fires.
  private static let costOfLook = 16

  /// Finds the fires at instants, which are ascending and can be repeated.
  init(of groups: [FireGroup], at instants: [Instant], in expansion: Expansion) {
    place = groups.first.flatMap { expansion.place(of: $0.reminder) }
    guard let place, let first = instants.first, let last = instants.last else { return }
    let series = expansion.series[place]
    let alarms = series.alarms
    for (number, repetitions) in FireLookup.repetitions(of: groups) {
      guard alarms.indices.contains(number) else { continue }
      let alarm = alarms[number]
      let isNarrow =
        instants.count == 1
        || series.mostFires(of: alarm, in: last - first) / instants.count > FireLookup.costOfLook
      // Samples of several requests can share instants, and each fire counts once.
      let ranges = isNarrow ? Set(instants).sorted().map { $0..<$0 + 1 } : [first..<last + 1]
      /// Whether the fires of each component have the content of a group; nil if not known.
      var isShown: [Bool?] = Array(repeating: nil, count: series.series.components.count)
      var wanted = AscendingInstants(instants)
      for range in ranges {
        for fire in series.fires(of: alarm, in: range)
        where wanted.contain(fire.at) && repetitions.contains(fire.repetition) {
          if isShown[fire.component] == nil {
            let content = ReminderContent(
              series, alarm: alarm, component: fire.component, options: expansion.options)
            isShown[fire.component] = groups.contains { $0.content == content }
          }
          if isShown[fire.component] == true { fires.append(fire) }
        }
      }
    }
    if groups.count > 1 { fires.sort { $0.at < $1.at } }
  }

  /// Returns the fires at some of the instants, which are ascending.
  func keeping(_ instants: [Instant]) -> FireLookup {
    var (kept, wanted) = (self, AscendingInstants(instants))
    kept.fires = fires.filter { wanted.contain($0.at) }
    return kept
  }

  private static func repetitions(of groups: [FireGroup]) -> [(alarm: Int, Set<Int>)] {
    Dictionary(grouping: groups, by: \.reminder.alarm)
      .map { ($0, Set($1.map(\.repetition))) }.sorted { $0.alarm < $1.alarm }
  }
}

/// Tells of ascending instants whether they are members of an ascending list.
private struct AscendingInstants {
  private let all: [Instant]
  private var next = 0

  init(_ instants: [Instant]) { all = instants }

  mutating func contain(_ instant: Instant) -> Bool {
    while next < all.count, all[next] < instant { next += 1 }
    return next < all.count && all[next] == instant
  }
}
