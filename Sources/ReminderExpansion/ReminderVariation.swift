import CivilTime
import ICalendar
import ReminderOptions

extension Reminder {
  /// The values of a template for a fire, as numbers.
  ///
  /// Equal numbers give equal words.
  private struct Said: Hashable {
    var occurrence: Instant?
    var age: Int?
    var start: Int?
    var end: Int?
    var day: Int?
    var lead: Int?
    /// Whether a value changes with each occurrence: a number, an age or a date.
    var counts = false
  }

  /// Returns the groups whose template gives different texts at different fires, now or later.
  ///
  /// Numbers, ages and dates change for as long as a series recurs. Values that depend on the clock
  /// are compared over at least a year, because clock changes are similar in every year. No text is
  /// generated for the comparison.
  func varyingGroups(after now: Instant) -> Set<FireKey> {
    guard contents.contains(where: \.mayVary) else { return [] }
    let end = now + Reminder.yearOfClocks
    let compared = window.upperBound < end ? expansion.fires(of: alarm, in: now + 1..<end) : fires
    var said: [FireKey: Said] = [:]
    var varying: Set<FireKey> = []
    for fire in compared where fire.at > now {
      let key = key(of: fire)
      let content = contents[key.component]
      guard content.mayVary, !varying.contains(key) else { continue }
      let own = self.said(of: fire, content)
      let first = said[key] ?? own
      said[key] = first
      if own != first || (own.counts && recurs(fire.component)) { varying.insert(key) }
    }
    return varying
  }

  /// The length of a year with all its clock changes, in seconds.
  private static let yearOfClocks = 400 * 86_400

  private func recurs(_ component: Int) -> Bool {
    let series = expansion.series
    guard !expansion.rules.isEmpty else { return false }
    return component < series.firstOverride
      || series.components[component].recurrenceID?.isThisAndFuture == true
  }

  private func said(of fire: Fire, _ content: ReminderContent) -> Said {
    var said = Said()
    let occurrence = expansion.occurrence(of: fire)
    let moment = occurrence.flatMap { Moment($0, fire: fire.at, onDeviceIn: deviceZone) }
    if content.takesTurns || content.has(.number) {
      said.occurrence = fire.occurrenceStart
      said.counts = true
    }
    if content.has(.age) {
      said.age = occurrence.flatMap { expansion.age(at: $0, onDeviceIn: deviceZone) }
      said.counts = said.counts || said.age != nil
    }
    guard let moment else { return said }
    if content.has(.start) {
      said.start =
        moment.isWholeDays
        ? moment.pointOnDevice.dayNumber : moment.pointOnDevice.time.secondOfDay
      said.counts = said.counts || moment.isWholeDays
    }
    if content.has(.end) {
      said.end =
        moment.isWholeDays
        ? moment.lastDay
        : moment.endOnDevice == moment.startOnDevice && !moment.isDue
          ? -1 : moment.endOnDevice.time.secondOfDay
      said.counts = said.counts || moment.isWholeDays
    }
    if content.has(.day) {
      // Today, tomorrow and yesterday are words; other days are dates.
      said.day =
        (-1...1).contains(moment.daysAhead)
        ? moment.daysAhead : moment.pointOnDevice.dayNumber
      said.counts = said.counts || !(-1...1).contains(moment.daysAhead)
    }
    if content.has(.lead) {
      said.lead = moment.isWholeDays ? moment.daysAhead : moment.point - moment.fire
    }
    return said
  }
}
