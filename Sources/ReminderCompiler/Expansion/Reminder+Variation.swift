import CivilTime
import ICalendar

extension Reminder {
  /// What a template can say of a fire, as numbers: equal ones are said in the same words.
  private struct Said: Hashable {
    var occurrence: Instant?
    var age: Int?
    var start: Int?
    var end: Int?
    var day: Int?
    var lead: Int?
  }

  /// The groups whose template says something else at one fire than at another.
  ///
  /// Nothing is put into words for it.
  ///
  /// - Parameter now: Fires at or before it don't count.
  /// - Returns: The groups; none where no template has a place for what differs.
  func varyingGroups(after now: Instant) -> Set<FireKey> {
    guard contents.contains(where: \.mayVary) else { return [] }
    var said: [FireKey: Said] = [:]
    var varying: Set<FireKey> = []
    for fire in fires where fire.at > now {
      let key = key(of: fire)
      let content = contents[key.component]
      guard content.mayVary, !varying.contains(key) else { continue }
      let own = self.said(of: fire, content)
      let first = said[key] ?? own
      said[key] = first
      if own != first { varying.insert(key) }
    }
    return varying
  }

  private func said(of fire: Fire, _ content: ReminderContent) -> Said {
    var said = Said()
    let occurrence = expansion.occurrence(of: fire)
    let moment = occurrence.flatMap { Moment($0, fire: fire.at, deviceZone) }
    if content.takesTurns || content.has(.number) {
      said.occurrence = fire.occurrenceStart
    }
    if content.has(.age) {
      said.age = occurrence.flatMap { expansion.age(at: $0, onDeviceIn: deviceZone) }
    }
    guard let moment else { return said }
    if content.has(.start) {
      said.start =
        moment.isWholeDays
        ? moment.startOnDevice.dayNumber : moment.startOnDevice.time.secondOfDay
    }
    if content.has(.end) {
      said.end =
        moment.isWholeDays
        ? moment.lastDay
        : moment.endOnDevice == moment.startOnDevice && !moment.isDue
          ? -1 : moment.endOnDevice.time.secondOfDay
    }
    if content.has(.day) {
      // Today, tomorrow and yesterday are words; any other day is a date.
      said.day =
        (-1...1).contains(moment.daysAhead)
        ? moment.daysAhead : moment.pointOnDevice.dayNumber
    }
    if content.has(.lead) {
      said.lead = moment.isWholeDays ? moment.daysAhead : moment.point - moment.fire
    }
    return said
  }
}
