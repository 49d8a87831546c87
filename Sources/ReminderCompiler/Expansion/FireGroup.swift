package import CivilTime
package import ICalendar
import NotificationTriggers

/// The fires of a reminder that one trigger may answer: of one repetition, with one content.
///
/// Occurrences whose content differs never share a trigger, and a repeat never replaces its first
/// alert.
///
/// A class, since it goes through all stages, in lists of one element each.
package final class FireGroup: Sendable {
  /// The reminder.
  package let reminder: Reminder.ID
  /// What tells the group from the others of its reminder.
  let key: FireKey
  /// What all fires show.
  package let content: ReminderContent
  /// Whether a template says something else at each of them, so that none can be answered by a
  /// trigger that repeats.
  package let varies: Bool
  /// What the identifiers of all requests of the group begin with, up to the trigger's form.
  package let identifierPrefix: String
  /// The fires strictly after now and before the horizon's end, ascending and without repeats.
  package let instants: [Instant]
  /// Those that quiet hours moved, with the instants that were asked for.
  package let movedFrom: [Instant: Instant]
  /// The reminders that show the same at some of the fires, and ring with it.
  package let twins: [Reminder.Twin]
  /// For repeats: the first alert of each fire, nil where it came at or before now.
  package let alerts: [Instant?]
  /// The instants in the same range that are echoes of fires: they may fire once, and need not.
  package let echoes: [Instant]
  /// The zone that the series lives in on the device.
  package let zone: Zone
  /// Whether the series follows the device's zone.
  package let isFloating: Bool
  /// Where the look was cut short; from here on fires may be missing.
  package let cut: Instant?

  /// Makes a group.
  init(
    reminder: Reminder.ID, key: FireKey, content: ReminderContent, varies: Bool = false,
    identifierPrefix: String, instants: [Instant], movedFrom: [Instant: Instant] = [:],
    twins: [Reminder.Twin] = [], alerts: [Instant?] = [], echoes: [Instant] = [], zone: Zone,
    isFloating: Bool, cut: Instant?
  ) {
    self.reminder = reminder
    self.key = key
    self.content = content
    self.varies = varies
    self.identifierPrefix = identifierPrefix
    self.instants = instants
    self.movedFrom = movedFrom
    self.twins = twins
    self.alerts = alerts
    self.echoes = echoes
    self.zone = zone
    self.isFloating = isFloating
    self.cut = cut
  }

  /// Joins groups of one component that nothing will answer: an instant for each fire, also where
  /// several are due at one.
  convenience init?(joining groups: [FireGroup]) {
    guard let first = groups.first else { return nil }
    if groups.count == 1 {
      self.init(first, instants: first.instants)
    } else {
      self.init(first, instants: groups.flatMap(\.instants).sorted())
    }
  }

  /// A group with other instants, and with nothing else that is said of fires.
  private convenience init(_ group: FireGroup, instants: [Instant]) {
    self.init(
      reminder: group.reminder, key: group.key, content: group.content, varies: group.varies,
      identifierPrefix: group.identifierPrefix, instants: instants, zone: group.zone,
      isFloating: group.isFloating, cut: group.cut)
  }

  /// The repeat, from 1; 0 for the first alerts.
  package var repetition: Int { key.repetition }

  /// The group with some of its fires.
  package func keeping(_ range: Range<Int>) -> FireGroup {
    FireGroup(
      reminder: reminder, key: key, content: content, varies: varies,
      identifierPrefix: identifierPrefix, instants: Array(instants[range]),
      movedFrom: movedFrom, twins: twins,
      alerts: alerts.isEmpty ? [] : Array(alerts[range]), echoes: [], zone: zone,
      isFloating: isFloating, cut: cut)
  }

  /// The identifier of a request that answers fires of the group.
  ///
  /// - Parameter form: The trigger's form, or a fire's instant.
  /// - Returns: The identifier.
  package func identifier(form: String) -> String {
    RequestIdentifier.identifier(identifierPrefix, form: form, repetition: repetition)
  }
}

extension Reminder {
  /// The group that a fire belongs to: the first component whose alarm says and shows the same
  /// stands for all of those.
  package func key(of fire: Fire) -> FireKey {
    key(ofRepetition: fire.repetition, component: fire.component)
  }

  /// The group of a repeat of a component's alarm.
  package func key(ofRepetition repetition: Int, component: Int) -> FireKey {
    FireKey(repetition: repetition, component: firstAlike[component])
  }

  /// What the fires of one alert have in common.
  private struct Occurrence: Hashable {
    let component: Int
    let start: Instant?
  }

  /// The reminder's fires after now, by group.
  package func groups(after now: Instant) -> [FireGroup] {
    var places: [FireKey: Int] = [:]
    var instants: [[Instant]] = []
    var alerts: [[Instant?]] = []
    var alertsByOccurrence: [Occurrence: Instant] = [:]
    let movedFires = movedFires(after: now)
    let hasRepeats = fires.contains { $0.repetition > 0 }
    for fire in fires where fire.at > now {
      let key = key(of: fire)
      let place = places[key] ?? instants.count
      if place == instants.count {
        places[key] = place
        instants.append([])
        alerts.append([])
      }
      guard instants[place].last != fire.at else { continue }
      instants[place].append(fire.at)
      guard hasRepeats else { continue }
      let occurrence = Occurrence(component: fire.component, start: fire.occurrenceStart)
      if fire.repetition == 0 {
        alertsByOccurrence[occurrence] = fire.at
      } else {
        alerts[place].append(alertsByOccurrence[occurrence])
      }
    }
    // Where nothing is asked for after now, nothing has an echo that could matter.
    guard !instants.isEmpty else { return [] }
    let echoes = echoes
    let varying = varyingGroups(after: now)
    return places.sorted { $0.key < $1.key }.map { key, place in
      FireGroup(
        reminder: id, key: key, content: contents[key.component],
        varies: varying.contains(key), identifierPrefix: identifierPrefixes[key.component],
        // An array that grew has room for twice as many; these are kept as long as the plan is made.
        instants: instants[place].map { $0 }, movedFrom: movedFires[key] ?? [:],
        twins: twins.filter { $0.key == key }, alerts: alerts[place],
        echoes: (echoes[key] ?? []).filter { $0 > now }.sorted(),
        zone: zone(of: key, instants[place], movedFires[key] ?? [:]),
        isFloating: isFloating, cut: fires.cut)
    }
  }

  /// The fires after now that quiet hours moved, by group, with the instants that were asked for;
  /// where another is asked for at the same instant, that one counts.
  private func movedFires(after now: Instant) -> [FireKey: [Instant: Instant]] {
    guard expansion.quiet != nil else { return [:] }
    var moved: [FireKey: [Instant: Instant]] = [:]
    for fire in fires where fire.at > now {
      guard let asked = fire.movedFrom else { continue }
      let key = key(of: fire)
      moved[key, default: [:]][fire.at] = max(asked, moved[key]?[fire.at] ?? asked)
    }
    guard !moved.isEmpty else { return [:] }
    for fire in fires where fire.movedFrom == nil { moved[key(of: fire)]?[fire.at] = nil }
    return moved
  }

  /// The zone that a group's fires are told in: the device's where most are due at the end of quiet
  /// hours, which is on its clock.
  private func zone(
    of key: FireKey, _ instants: [Instant], _ movedFrom: [Instant: Instant]
  ) -> Zone {
    guard zone != deviceZone, !movedFrom.isEmpty,
      let hours = expansion.quiet?.hours(of: alarm, in: key.component)
    else { return zone }
    let ends = movedFrom.keys.count { deviceZone.civil(at: $0).time == hours.to }
    return 2 * ends > instants.count ? deviceZone : zone
  }
}
