package import CivilTime
package import ICalendar
package import NotificationTriggers

/// The fires of a reminder that one trigger may answer: of one repetition, with one content.
///
/// Occurrences whose content differs never share a trigger, and a repeat never replaces its first
/// alert.
package struct FireGroup: Sendable {
  /// The reminder.
  package let reminder: Reminder.ID
  /// The repeat, from 1; 0 for the first alerts.
  package let repetition: Int
  /// What all fires show.
  package let content: NotificationContent
  /// What the identifiers of all requests of the group begin with, up to the trigger's form.
  package let identifierPrefix: String
  /// The fires strictly after now and before the horizon's end, ascending and without repeats.
  package let instants: [Instant]
  /// For repeats: the first alert of each fire, nil where it came at or before now.
  package var alerts: [Instant?] = []
  /// The instants in the same range that are echoes of fires: they may fire once, and need not.
  package var echoes: [Instant] = []
  /// The zone that the series lives in on the device.
  package let zone: Zone
  /// Whether the series follows the device's zone.
  package let isFloating: Bool
  /// Where the look was cut short; from here on fires may be missing.
  package let cut: Instant?

  /// The identifier of a request that answers fires of the group.
  ///
  /// - Parameter form: The trigger's form, or a fire's instant.
  /// - Returns: The identifier.
  package func identifier(form: String) -> String {
    RequestIdentifier.identifier(identifierPrefix, form: form, repetition: repetition)
  }

  /// The zone that triggers of the group are read in.
  package var triggerZone: Zone { zone.isIANA ? zone : .gmt }

  /// What tells the groups of a reminder apart.
  package struct Key: Hashable, Comparable, Sendable {
    let repetition: Int
    /// The component whose alarm fires; the first of those whose alarms say and show the same.
    let component: Int

    /// Orders groups: first alerts, then repeats; the master, then overrides.
    package static func < (left: Key, right: Key) -> Bool {
      (left.repetition, left.component) < (right.repetition, right.component)
    }
  }
}

extension Reminder {
  /// The group that a fire belongs to.
  package func key(of fire: Fire) -> FireGroup.Key {
    key(ofRepetition: fire.repetition, component: fire.component)
  }

  /// The group of a repeat of a component's alarm.
  package func key(ofRepetition repetition: Int, component: Int) -> FireGroup.Key {
    FireGroup.Key(repetition: repetition, component: firstAlike[component])
  }

  /// The zone that triggers are read in: the series' own, or GMT where other systems don't know it.
  package var triggerZone: Zone { zone.isIANA ? zone : .gmt }

  /// What the fires of one alert have in common.
  private struct Occurrence: Hashable {
    let component: Int
    let start: Instant?
  }

  /// The reminder's fires after now, by group.
  package func groups(after now: Instant) -> [(key: FireGroup.Key, group: FireGroup)] {
    var instants: [FireGroup.Key: [Instant]] = [:]
    var alerts: [FireGroup.Key: [Instant?]] = [:]
    var alertsByOccurrence: [Occurrence: Instant] = [:]
    let hasRepeats = fires.contains { $0.repetition > 0 }
    for fire in fires where fire.at > now {
      let key = key(of: fire)
      guard instants[key]?.last != fire.at else { continue }
      instants[key, default: []].append(fire.at)
      guard hasRepeats else { continue }
      let occurrence = Occurrence(component: fire.component, start: fire.occurrenceStart)
      if fire.repetition == 0 {
        alertsByOccurrence[occurrence] = fire.at
      } else {
        alerts[key, default: []].append(alertsByOccurrence[occurrence])
      }
    }
    let echoes = echoes
    return instants.sorted { $0.key < $1.key }.map { key, instants in
      (
        key,
        FireGroup(
          reminder: id, repetition: key.repetition, content: contents[key.component],
          identifierPrefix: identifierPrefixes[key.component], instants: instants,
          alerts: alerts[key] ?? [],
          echoes: (echoes[key] ?? []).filter { $0 > now }.sorted(), zone: zone,
          isFloating: isFloating, cut: fires.cut)
      )
    }
  }
}
