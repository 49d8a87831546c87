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
  package func groups(after now: Instant) -> [FireGroup] {
    // By the places of their keys, which most fires have in common with one shortly before.
    var places: [FireKey: Int] = [:]
    var instants: [[Instant]] = []
    var alerts: [[Instant?]] = []
    var recent = RecentPlaces()
    var alertsByOccurrence: [Occurrence: Instant] = [:]
    let movedFires = movedFires(after: now)
    let hasRepeats = fires.contains { $0.repetition > 0 }
    for fire in fires where fire.at > now {
      let place: Int
      if let known = recent.place(of: fire) {
        place = known
      } else {
        let key = key(of: fire)
        place = places[key] ?? instants.count
        if place == instants.count {
          places[key] = place
          instants.append([])
          alerts.append([])
        }
        recent.note(place, of: fire)
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
