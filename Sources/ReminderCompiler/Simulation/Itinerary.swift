public import CivilTime
package import ICalendar
import ReminderExpansion
import ReminderOptions

/// A change of the device's time zone, as after a flight.
///
/// ```swift
/// let newYork = ZoneDatabase().zone(named: "America/New_York")!
/// let flight = ZoneChange(at: Instant(iso8601: "2028-01-05T20:00:00Z")!, to: newYork)
/// print(flight.zone.identifier)  // America/New_York
/// ```
public struct ZoneChange: Hashable, Sendable {
  /// The instant of the change; fires at this instant are before it.
  public let at: Instant
  /// The new zone.
  public let zone: Zone

  /// Makes a change.
  public init(at instant: Instant, to zone: Zone) {
    at = instant
    self.zone = zone
  }
}

/// The time zones of a device that travels, and the fires that the calendars request on the way.
struct Itinerary {
  private let home: Zone
  /// The changes, ascending.
  let changes: [ZoneChange]
  /// The fires of reminders that the changes affect.
  private var expected: [Reminder.ID: Expected] = [:]
  /// The number of fires at local times that the device skips.
  private(set) var skipped = 0

  /// The longest part of a day that a change can skip, in seconds: from UTC-12 to UTC+14.
  private static let longestSkip = 26 * 3_600

  /// The fires of a reminder on the way.
  private struct Expected {
    var fires: AlarmFires
    /// Local times that come again after a change, although the reminder has rung then.
    var repeated: [FireKey: Set<Instant>] = [:]
    var skipped = 0
  }

  /// A fire by its local time, which is the same in all zones.
  private struct LocalFire: Hashable {
    let repetition: Int
    let component: Int
    let start: CivilDateTime
  }

  /// Makes the itinerary of a device that stays in one zone.
  init(in zone: Zone) {
    home = zone
    changes = []
  }

  /// Expands calendars in each zone.
  ///
  /// - Parameters:
  ///   - changes: The changes; those outside of the window are ignored.
  ///   - components: The components of all files.
  ///   - options: The options, with the zone before the first change.
  ///   - expansion: The components with these options.
  init(
    _ changes: [ZoneChange], of components: [CalendarComponent], options: CompilerOptions,
    expansion: Expansion
  ) {
    home = options.deviceZone
    let changes = changes.filter { options.window.contains($0.at) }.sorted { $0.at < $1.at }
    self.changes = changes
    guard !changes.isEmpty else { return }
    let stages = changes.indices.map { index in
      var stage = options
      stage.deviceZone = changes[index].zone
      // Only the fires of the stage, and those at local times that the change skips.
      stage.now = max(options.now, changes[index].at + -Itinerary.longestSkip)
      let end =
        index + 1 < changes.count ? changes[index + 1].at + 1 : options.window.upperBound
      stage.horizon = CalendarDuration(seconds: end - stage.now)
      let fires = Expansion(components, options: stage).mapReminders { ($0.id, $0.fires) }
      return Dictionary(fires) { first, _ in first }
    }
    let all = expansion.mapReminders { reminder in
      let fires = stages.map { $0[reminder.id] }
      return (reminder.id, Itinerary.expected(of: reminder, changes: changes, stages: fires))
    }
    for (id, fires) in all {
      expected[id] = fires
      skipped += fires.skipped
    }
  }

  /// The zone of the device at an instant.
  func zone(at instant: Instant) -> Zone {
    changes.last { $0.at < instant }?.zone ?? home
  }

  /// Returns the reminder with its fires on the way.
  func reminder(_ reminder: Reminder) -> Reminder {
    guard let expected = expected[reminder.id] else { return reminder }
    var reminder = reminder
    reminder.fires = expected.fires
    reminder.repeatedOnTheWay = expected.repeated
    return reminder
  }

  /// Takes the fires before the first change, then those of each new zone.
  private static func expected(
    of reminder: Reminder, changes: [ZoneChange], stages: [AlarmFires?]
  ) -> Expected {
    var expected = Expected(fires: reminder.fires)
    var rung: Set<LocalFire> = []
    var left: Set<LocalFire> = []
    func local(_ fire: Fire, in zone: Zone) -> LocalFire? {
      guard reminder.followsDevice(fire), let start = fire.occurrenceStart else { return nil }
      return LocalFire(
        repetition: fire.repetition, component: fire.component, start: zone.civil(at: start))
    }
    expected.fires.keep { $0.at <= changes[0].at }
    for fire in expected.fires {
      if let local = local(fire, in: reminder.deviceZone) { rung.insert(local) }
    }
    for (index, change) in changes.enumerated() {
      let end = index + 1 < changes.count ? changes[index + 1].at : .endOfTime
      guard let stage = stages[index] else { continue }
      if let cut = stage.cut { expected.fires.cut = min(expected.fires.cut ?? cut, cut) }
      for fire in stage where fire.at <= end {
        let local = local(fire, in: change.zone)
        if fire.at <= change.at {
          if let local, !rung.contains(local) { left.insert(local) }
        } else if let local, !rung.insert(local).inserted {
          expected.repeated[reminder.key(of: fire), default: []].insert(fire.at)
        } else {
          expected.fires.append(fire)
        }
      }
    }
    expected.skipped = left.subtracting(rung).count
    return expected
  }
}

extension Finding {
  package static func hoursSkipped(count: Int) -> Finding {
    Finding(
      "hours-skipped", .note,
      message: count == 1
        ? "1 alert is due at a local time that the device skips on the way, and doesn't ring"
        : "\(count) alerts are due at local times that the device skips on the way, and don't ring"
    )
  }
}
