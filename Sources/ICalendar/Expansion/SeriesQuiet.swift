package import CivilTime

/// The quiet hours of a series, and what becomes of fires inside.
package struct SeriesQuiet: Sendable {
  /// The hours for each component; nil for one that may ring at any time.
  private let hours: [QuietHours?]
  /// The same for alarms that have others than their components.
  private let hoursByAlarm: [SeriesAlarm: [QuietHours?]]
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
    self.dropsFires = dropsFires
    self.shown = shown
  }

  /// The hours of an alarm of a component; nil where it may ring at any time.
  package func hours(of alarm: SeriesAlarm, in component: Int) -> QuietHours? {
    (hoursByAlarm[alarm] ?? hours)[component]
  }

  /// Whether two alarms show the same in a component.
  func showsSame(_ alarm: SeriesAlarm, _ other: SeriesAlarm, in component: Int) -> Bool {
    guard let own = shown[alarm], let others = shown[other] else { return false }
    return own[component] == others[component]
  }

  /// The alarms, of some in their order, that come before one and show the same in any component.
  func before(_ alarm: SeriesAlarm, of all: [SeriesAlarm]) -> [SeriesAlarm] {
    guard let own = shown[alarm] else { return [] }
    return all.prefix { $0 != alarm }.filter { other in
      guard let others = shown[other] else { return false }
      return zip(own, others).contains { $0 == $1 }
    }
  }

  /// The longest of the hours, in seconds on an unchanged clock.
  var longest: Int {
    (hoursByAlarm.values.flatMap(\.self) + hours).reduce(0) { max($0, $1?.length ?? 0) }
  }
}

/// Fires that show the same, of which one was moved: the first of them is due.
///
/// Without quiet hours two alarms of one series at one instant are two fires; what they make equal
/// would ring several times for nothing.
struct EqualMovedFires {
  private struct Key: Hashable {
    let at: Instant
    let component: Int
    let start: Instant?
  }

  private struct Seen {
    var moved = false
    var unmoved = false
  }

  private var seen: [Key: Seen] = [:]

  /// Takes away from an alarm's fires what is due by another one.
  ///
  /// - Parameters:
  ///   - fires: The fires, by instant, then repetition.
  ///   - others: The fires of alarms before it that show the same.
  /// - Returns: The fires that are left, in their order.
  static func left(_ fires: [Fire], besides others: [Fire]) -> [Fire] {
    guard fires.count + others.count > 1 else { return fires }
    // Nearly all instants have nothing to do with quiet hours.
    var instants: Set<Instant> = []
    for fire in fires where fire.delay != 0 { instants.insert(fire.at) }
    for fire in others where fire.delay != 0 { instants.insert(fire.at) }
    guard !instants.isEmpty else { return fires }
    var equals = EqualMovedFires()
    for fire in others where instants.contains(fire.at) { _ = equals.isLeft(fire) }
    return fires.filter { !instants.contains($0.at) || equals.isLeft($0) }
  }

  private mutating func isLeft(_ fire: Fire) -> Bool {
    let key = Key(at: fire.at, component: fire.component, start: fire.occurrenceStart)
    let before = seen[key] ?? Seen()
    var now = before
    if fire.delay == 0 { now.unmoved = true } else { now.moved = true }
    seen[key] = now
    return !(before.moved || (fire.delay != 0 && before.unmoved))
  }
}
