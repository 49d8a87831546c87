package import CivilTime
package import ICalendar
import NotificationTriggers

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
  package func groups(after now: Instant) -> [(key: FireKey, group: FireGroup)] {
    var instants: [FireKey: [Instant]] = [:]
    var alerts: [FireKey: [Instant?]] = [:]
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
    // Where nothing is asked for after now, nothing has an echo that could matter.
    guard !instants.isEmpty else { return [] }
    let echoes = echoes
    let varying = varyingGroups(after: now)
    return instants.sorted { $0.key < $1.key }.map { key, instants in
      (
        key,
        FireGroup(
          reminder: id, repetition: key.repetition, content: contents[key.component],
          varies: varying.contains(key),
          // An array that grew has room for twice as many; these are kept as long as the plan is made.
          identifierPrefix: identifierPrefixes[key.component], instants: instants.map { $0 },
          alerts: alerts[key] ?? [],
          echoes: (echoes[key] ?? []).filter { $0 > now }.sorted(), zone: zone,
          isFloating: isFloating, cut: fires.cut)
      )
    }
  }
}
