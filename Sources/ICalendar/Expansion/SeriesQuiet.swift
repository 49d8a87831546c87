package import CivilTime

/// The quiet hours of a series, and what becomes of fires inside.
package struct SeriesQuiet: Hashable, Sendable {
  /// The hours for each component; nil for one that may ring at any time.
  private let hours: [QuietHours?]
  /// The same for alarms that have others than their components.
  private let hoursByAlarm: [SeriesAlarm: [QuietHours?]]
  /// All hours that any alarm has, each once.
  private let kinds: Set<QuietHours>
  /// Whether fires inside are left out rather than moved.
  package let dropsFires: Bool
  /// For each alarm what each component shows, as a number that is the same where that is.
  package let shown: [SeriesAlarm: [Int]]

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - hours: The hours for each component; nil for one that may ring at any time.
  ///   - hoursByAlarm: The same for alarms that have others than their components.
  ///   - dropsFires: Whether fires inside are left out rather than moved.
  ///   - shown: For each alarm what each component shows, as a number that is the same where that
  ///     is; an alarm without is like no other.
  package init(
    _ hours: [QuietHours?], hoursByAlarm: [SeriesAlarm: [QuietHours?]] = [:],
    dropsFires: Bool = false, shown: [SeriesAlarm: [Int]] = [:]
  ) {
    self.hours = hours
    self.hoursByAlarm = hoursByAlarm
    kinds = hoursByAlarm.values.reduce(into: Set(hours.compactMap(\.self))) {
      $0.formUnion($1.compactMap(\.self))
    }
    self.dropsFires = dropsFires
    self.shown = hoursByAlarm.count > SeriesQuiet.mostAlike ? [:] : shown
  }

  /// The most alarms of a series that are held against one another.
  ///
  /// Nobody gives an appointment so many; each looks at all others.
  private static let mostAlike = 64

  /// The hours of an alarm of a component; nil where it may ring at any time.
  package func hours(of alarm: SeriesAlarm, in component: Int) -> QuietHours? {
    (hoursByAlarm[alarm] ?? hours)[component]
  }

  /// Some alarms of a series, and those that show the same in any component as one of them.
  ///
  /// - Parameters:
  ///   - some: The alarms.
  ///   - all: All alarms of the series.
  /// - Returns: Both in the order of the series, which decides between equal fires.
  func alike(_ some: [SeriesAlarm], of all: [SeriesAlarm]) -> [SeriesAlarm] {
    var numbers: [Set<Int>] = []
    for alarm in some {
      for (component, number) in (shown[alarm] ?? []).enumerated() {
        if component == numbers.count { numbers.append([]) }
        numbers[component].insert(number)
      }
    }
    let own = Set(some)
    let known = Set(all)
    return (all + some.filter { !known.contains($0) }).filter { alarm in
      own.contains(alarm)
        || (shown[alarm].map { zip(numbers, $0).contains { $0.contains($1) } } ?? false)
    }
  }

  /// The longest of the hours, in seconds on an unchanged clock.
  var longest: Int { kinds.lazy.map(\.length).max() ?? 0 }

  /// Whether an instant lies in quiet hours of any alarm.
  func canHold(at instant: Instant, in zone: Zone) -> Bool {
    kinds.contains { $0.end(of: instant, in: zone) != nil }
  }
}
