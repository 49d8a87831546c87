package import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions

/// The fires of a reminder up to the end of the proof, by group.
///
/// The series is expanded once for all groups of the reminder.
package struct ReminderSchedule: Sendable {
  private let range: ProofRange
  private var fires: [FireKey: InstantSet] = [:]
  private var echoes: [FireKey: Set<Instant>] = [:]
  /// The largest number of fires to generate individually after the horizon, for all reminders.
  ///
  /// This applies to fires that sets of days cannot represent. It takes a second, or two in a zone with
  /// thousands of onsets.
  private static let maximumFollowed = 12_000_000

  /// Whether the fires are unknown because they are at too many times of day.
  package private(set) var isLimited = false

  /// Returns the largest number of fires of each reminder to generate individually after the horizon.
  ///
  /// The reminders that this concerns share it equally.
  package static func followedLimit(of expansion: Expansion) -> Int {
    maximumFollowed / max(1, expansion.followedCount)
  }

  /// Expands a reminder up to the end of the proof.
  package init(
    _ reminder: Reminder, range: ProofRange, startDays: inout OriginalStartCache,
    fireLimit: Int = SeriesExpansion.maximumFires
  ) {
    self.range = range
    guard reminder.precedences.count <= Reminder.maximumTwins,
      let days = ReminderSchedule.days(
        of: reminder, range: range, startDays: &startDays, fireLimit: fireLimit)
    else {
      isLimited = ReminderSchedule.exceeds(fireLimit, reminder: reminder, range: range)
      return
    }
    isLimited = days.isFull
    guard let found = ReminderSchedule.groups(of: reminder, days: days, range: range) else {
      return
    }
    fires = found
    for precedence in reminder.precedences where fires[precedence.key] != nil {
      var others = found
      if precedence.reminder.id != reminder.id {
        var ownDays = OriginalStartCache()
        guard
          let days = ReminderSchedule.days(
            of: precedence.reminder, range: range, startDays: &ownDays, fireLimit: fireLimit),
          let followed = ReminderSchedule.groups(of: precedence.reminder, days: days, range: range)
        else {
          fires = [:]
          return
        }
        others = followed
      }
      if let part = others[precedence.otherKey] { subtract(part, from: precedence.key) }
    }
    echoes = reminder.echoes(in: range.now..<range.end) { [fires] in
      fires[$0]?.contains($1) ?? false
    }
  }

  /// Expands a reminder without sharing `OriginalStartCache` with others of its series.
  package init(
    _ reminder: Reminder, range: ProofRange, fireLimit: Int = SeriesExpansion.maximumFires
  ) {
    var startDays = OriginalStartCache()
    self.init(reminder, range: range, startDays: &startDays, fireLimit: fireLimit)
  }

  /// Returns the fires of a reminder before duplicates are removed; nil if it is too dense to
  /// expand up to the end of the proof.
  private static func days(
    of reminder: Reminder, range: ProofRange, startDays: inout OriginalStartCache,
    fireLimit: Int
  ) -> FireDays? {
    let window = range.now..<range.end
    if reminder.expansion.zone.isIANA,
      let found = reminder.expansion.fireDays(
        of: reminder.alarm, in: window, days: range.dayRange, &startDays)
    {
      return found
    }
    var expansion = reminder.expansion
    guard !exceeds(fireLimit, reminder: reminder, range: range) else { return nil }
    expansion.fireLimit = min(expansion.fireLimit, fireLimit)
    let found = expansion.fires(of: reminder.alarm, in: window)
    guard found.cut == nil else { return nil }
    var days = FireDays(in: reminder.zone.triggerZone, days: range.dayRange)
    for fire in found { days.insert(fire) }
    return days
  }

  /// Returns whether a limit, if it is lower than that of the series, is too low for a reminder.
  private static func exceeds(
    _ fireLimit: Int, reminder: Reminder, range: ProofRange
  ) -> Bool {
    let expansion = reminder.expansion
    return fireLimit < expansion.fireLimit && !expansion.isFinite
      && expansion.mostFires(of: reminder.alarm, in: range.end - range.now) > fireLimit
  }

  /// Returns fires by group; nil if they are at too many times of day.
  private static func groups(
    of reminder: Reminder, days: FireDays, range: ProofRange
  ) -> [FireKey: InstantSet]? {
    guard !days.isFull else { return nil }
    var fires: [FireKey: InstantSet] = [:]
    for (key, part) in days.parts {
      let key = reminder.key(ofRepetition: key.repetition, component: key.component)
      fires[key, default: InstantSet(in: part.zone, days: range.dayRange)].formUnion(part)
    }
    return fires
  }

  private mutating func subtract(_ part: InstantSet, from key: FireKey) {
    guard let members = fires[key] else { return }
    if members.zone == part.zone {
      fires[key]?.subtract(part)
    } else {
      for instant in part.instants { fires[key]?.remove(instant) }
    }
  }

  /// Returns the fires of a group by the wall clock of its zone.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - zone: Another zone whose wall clock the triggers follow; nil for the group's zone.
  /// - Returns: The fires, or nil if the reminder is too dense to expand.
  package func schedule(of group: FireGroup, in zone: Zone? = nil) -> GroupSchedule? {
    guard let fires = fires[group.key] else { return nil }
    return GroupSchedule(fires, echoes: echoes[group.key] ?? [], now: range.now, end: range.end)
      .read(in: zone ?? group.zone.triggerZone)
  }

  /// Returns the fires of a group by the wall clock that repeating triggers use.
  ///
  /// It is nil if no trigger can repeat, or if the system does not find dates of that clock.
  package func repeatableSchedule(
    of group: FireGroup, on options: NotificationOptions
  ) -> GroupSchedule? {
    schedule(of: group, in: options.layer.alwaysFloats ? options.deviceZone : nil)
      .flatMap { $0.zone.isSearchable(from: range.now) ? $0 : nil }
  }
}
