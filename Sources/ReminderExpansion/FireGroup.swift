package import CivilTime
package import ICalendar
import NotificationTriggers
import ReminderOptions

/// The fires of a reminder that one trigger may answer: those of one repetition with one content.
///
/// Occurrences with different content never share a trigger, and a repeat never replaces its first
/// alert.
///
/// It is a class because it is passed through all stages.
package final class FireGroup: Sendable {
  package let reminder: Reminder.ID
  /// Distinguishes the group from others of its reminder.
  package let key: FireKey
  package let content: ReminderContent
  /// Whether a template gives the fires different texts, so that no repeating trigger can answer
  /// them.
  package let varies: Bool
  /// The prefix of all request identifiers of the group, up to the trigger's form.
  package let identifierPrefix: String
  /// The fires after now and before the horizon's end, ascending and without duplicates.
  package let instants: [Instant]
  /// The fires that quiet hours moved, with their original instants.
  package let movedFrom: [Instant: Instant]
  /// The reminders with equal fires at some instants, which ring with this one.
  package let twins: [Reminder.Twin]
  /// The claims besides that of its content: those of equal series and fires of other sources.
  private let otherClaims: Set<SlotClaim>
  /// For repeats, the first alert of each fire; nil if it was due at or before now.
  package let alerts: [Instant?]
  /// The echoes of the fires in the same range.
  ///
  /// They may fire, but need not.
  package let echoes: [Instant]
  /// The time zone of the series on the device.
  package let zone: Zone
  /// Whether the series follows the device's time zone.
  package let isFloating: Bool
  /// The instant at which expansion stopped early; later fires are unknown.
  ///
  /// It is nil if it did not.
  package let cut: Instant?

  init(
    reminder: Reminder.ID, key: FireKey, content: ReminderContent, varies: Bool = false,
    identifierPrefix: String, instants: [Instant], movedFrom: [Instant: Instant] = [:],
    twins: [Reminder.Twin] = [], otherClaims: Set<SlotClaim> = [],
    alerts: [Instant?] = [], echoes: [Instant] = [], zone: Zone, isFloating: Bool, cut: Instant?
  ) {
    self.reminder = reminder
    self.key = key
    self.content = content
    self.varies = varies
    self.identifierPrefix = identifierPrefix
    self.instants = instants
    self.movedFrom = movedFrom
    self.twins = twins
    self.otherClaims = otherClaims
    self.alerts = alerts
    self.echoes = echoes
    self.zone = zone
    self.isFloating = isFloating
    self.cut = cut
  }

  /// Joins groups of one component that get no slots.
  ///
  /// It has one instant for each fire, with duplicates.
  package convenience init?(joining groups: [FireGroup]) {
    guard let first = groups.first else { return nil }
    self.init(
      reminder: first.reminder, key: first.key, content: first.content, varies: first.varies,
      identifierPrefix: first.identifierPrefix,
      instants: groups.count == 1 ? first.instants : groups.flatMap(\.instants).sorted(),
      otherClaims: first.otherClaims, zone: first.zone, isFloating: first.isFloating, cut: first.cut
    )
  }

  /// The number of the repeat, from 1; 0 for first alerts.
  package var repetition: Int { key.repetition }

  /// The claims of its reminder and of all with equal fires.
  package var claims: Set<SlotClaim> { otherClaims.union([content.claim]) }

  /// Returns the group with only the fires in a range of indices, and without echoes.
  package func keeping(_ range: Range<Int>) -> FireGroup {
    FireGroup(
      reminder: reminder, key: key, content: content, varies: varies,
      identifierPrefix: identifierPrefix, instants: Array(instants[range]),
      movedFrom: movedFrom, twins: twins, otherClaims: otherClaims,
      alerts: alerts.isEmpty ? [] : Array(alerts[range]), echoes: [], zone: zone,
      isFloating: isFloating, cut: cut)
  }

  package func identifier(form: String) -> String {
    RequestIdentifier.identifier(identifierPrefix, form: form, repetition: repetition)
  }
}

extension Reminder {
  /// Returns the key of a fire's group.
  ///
  /// Components with identical alarms and content share the key of the first one.
  package func key(of fire: Fire) -> FireKey {
    key(ofRepetition: fire.repetition, component: fire.component)
  }

  /// Returns the claims of a group, one for each source of its series.
  func ownClaims(of key: FireKey) -> Set<SlotClaim> {
    expansion.series.claims(like: contents[key.component].claim)
  }

  /// Returns the claims of a group and of its twins, without that of its content.
  ///
  /// The set is usually empty, and then takes no memory.
  private func otherClaims(of key: FireKey) -> Set<SlotClaim> {
    guard claimsOfTwins[key] != nil || !expansion.series.sourcesOfCopies.isEmpty else { return [] }
    return ownClaims(of: key).union(claimsOfTwins[key] ?? [])
      .subtracting([contents[key.component].claim])
  }

  package func key(ofRepetition repetition: Int, component: Int) -> FireKey {
    FireKey(repetition: repetition, component: firstAlike[component])
  }

  private struct Occurrence: Hashable {
    let component: Int
    let start: Instant?
  }

  /// Returns the reminder's fires after a given now, by group.
  package func groups(after now: Instant) -> [FireGroup] {
    var places: [FireKey: Int] = [:]
    var firsts: [Fire] = []
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
        firsts.append(fire)
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
    // Without fires after now, echoes do not matter.
    guard !instants.isEmpty else { return [] }
    let echoes = echoes
    let varying = varyingGroups(after: now)
    return places.sorted { $0.key < $1.key }.map { key, place in
      FireGroup(
        reminder: id, key: key, content: contents[key.component],
        varies: varying.contains(key), identifierPrefix: identifierPrefixes[key.component],
        // A grown array has spare capacity. These arrays live as long as the plan is made, so copy
        // them.
        instants: instants[place].map { $0 }, movedFrom: movedFires[key] ?? [:],
        twins: twins.filter { $0.key == key },
        otherClaims: otherClaims(of: key), alerts: alerts[place],
        echoes: (echoes[key] ?? []).filter { $0 > now }.sorted(),
        zone: zone(of: key, instants: instants[place], movedFrom: movedFires[key] ?? [:]),
        isFloating: followsDevice(firsts[place]), cut: fires.cut)
    }
  }

  /// Returns whether a fire follows the device to other zones.
  ///
  /// Absolute alarms, snoozes and overrides with a zone don't, even in a floating series.
  package func followsDevice(_ fire: Fire) -> Bool {
    isFloating && fire.occurrenceStart != nil
      && expansion.series.components[fire.component].anchor?.reference == .floating
  }

  /// Returns the fires after now that quiet hours moved, by group, with their original instants.
  ///
  /// An instant that is also the original one of a fire is not included.
  private func movedFires(after now: Instant) -> [FireKey: [Instant: Instant]] {
    guard expansion.quiet != nil else { return [:] }
    var moved: [FireKey: [Instant: Instant]] = [:]
    for fire in fires where fire.at > now {
      guard let original = fire.movedFrom else { continue }
      let key = key(of: fire)
      moved[key, default: [:]][fire.at] = max(original, moved[key]?[fire.at] ?? original)
    }
    guard !moved.isEmpty else { return [:] }
    for fire in fires where fire.movedFrom == nil { moved[key(of: fire)]?[fire.at] = nil }
    return moved
  }

  /// Returns the zone for a group's triggers.
  ///
  /// It is the device's zone if most fires are due at the end of quiet hours, which is in the
  /// device's local time.
  private func zone(
    of key: FireKey, instants: [Instant], movedFrom: [Instant: Instant]
  ) -> Zone {
    guard zone != deviceZone, !movedFrom.isEmpty,
      let hours = expansion.quiet?.hours(of: alarm, in: key.component)
    else { return zone }
    let ends = movedFrom.keys.count { deviceZone.civil(at: $0).time == hours.to }
    return 2 * ends > instants.count ? deviceZone : zone
  }
}
