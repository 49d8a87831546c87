import CivilTime
package import ICalendar

/// What tells the alarms of a component apart in every export of it: what each says, not where it
/// stands.
///
/// Adding an alarm in front of others renames nothing. The UIDs of alarms (RFC 9074, 4) decide only
/// between those that say the same: calendars give the alarms of overrides other UIDs than those of
/// the event, and the two are one alarm all the same.
package struct AlarmIdentity: Hashable, Sendable {
  /// Trigger, what it counts from, and action.
  private let statement: String
  /// The place among alarms of the component that say the same, by their UIDs, then their order.
  private let place: Int

  /// What stands for it in identifiers.
  // Part of the output format: changing it orphans pending requests.
  var text: String { "\(statement)#\(place)" }

  /// The snoozes of a component, which belong to no alarm.
  package static let snooze = AlarmIdentity(statement: "snooze", place: 0)
  /// What nags about an overdue to-do.
  package static let overdue = AlarmIdentity(statement: "overdue", place: 0)

  /// The identities of a component's alarms, in the order in which they stand; nil for one that
  /// never fires.
  package static func all(of alarms: [Alarm?]) -> [AlarmIdentity?] {
    let statements = alarms.map { $0.map(statement) }
    var places: [String: Int] = [:]
    var identities: [AlarmIdentity?] = Array(repeating: nil, count: alarms.count)
    let order = alarms.indices.sorted { left, right in
      let (own, other) = (alarms[left]?.uid ?? "", alarms[right]?.uid ?? "")
      return own.utf8.elementsEqual(other.utf8)
        ? left < right : own.utf8.lexicographicallyPrecedes(other.utf8)
    }
    for index in order {
      guard let statement = statements[index] else { continue }
      identities[index] = AlarmIdentity(statement: statement, place: places[statement, default: 0])
      places[statement, default: 0] += 1
    }
    return identities
  }

  private static func statement(_ alarm: Alarm) -> String {
    let trigger =
      switch alarm.trigger {
      case .relative(let duration, .start): "start\(duration.days)d\(duration.seconds)s"
      case .relative(let duration, .end): "end\(duration.days)d\(duration.seconds)s"
      case .timeOfDay(let time, 0): "time\(time.secondOfDay)s"
      case .timeOfDay(let time, let days): "time\(days)d\(time.secondOfDay)s"
      case .absolute(let instant): instant.basicFormat
      }
    return "\(trigger) \(alarm.action.rawValue)"
  }
}
