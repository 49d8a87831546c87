package import CivilTime
package import ICalendar
import NotificationTriggers
import ReminderOptions

/// Decides which of several fires at one instant is due, if their notifications have equal content.
///
/// Alarms of one component, copies of an event under several UIDs and calendars that contain each
/// other ring once. Two fires are equal only if users cannot distinguish their notifications by
/// title, subtitle, body and links. So a sender cannot replace the link of another event, and the
/// notification that rings instead is the same. A fire yields to one of another source only if this
/// costs no slots (``AlarmRecurrence/canReplace(_:)``). Otherwise both ring.
///
/// Within one component, a fire is also not due if it shows only a part of another one's content: it
/// lacks the alarm's text, or the times of an occurrence.
package enum FireDeduplication {
  /// A reminder whose fires are compared with those of others.
  ///
  /// A class, so that each fire copies one reference.
  package final class ComparedReminder {
    private let contents: [ReminderContent]
    private let numbers: [Int]
    private let views: [ComponentView]
    private let series: SeriesExpansion
    private let recurrence: AlarmRecurrence
    fileprivate let sources: [Int]
    private let place: Int
    /// The reminders of other sources that this one can replace, or can't.
    private var known: [ObjectIdentifier: Bool] = [:]

    package init(
      _ contents: [ReminderContent], of alarm: SeriesAlarm, in series: SeriesExpansion, place: Int,
      numbers: inout ContentNumbers
    ) {
      self.contents = contents
      let numbered = contents.enumerated().map {
        numbers.number($1, ofComponent: $0, in: series.series)
      }
      self.numbers = numbered.map(\.shown)
      views = numbered.map(\.view)
      self.series = series
      recurrence = AlarmRecurrence(of: alarm, in: series, from: numbers.now)
      sources = numbers.sources(of: series.series)
      self.place = place
    }

    package func candidate(_ fire: Fire) -> ComparedFire {
      let content = contents[fire.component]
      let time = ShownTime(fire, in: series)
      return ComparedFire(
        appearance: Appearance(shown: numbers[fire.component], time: time),
        view: FireView(component: views[fire.component], time: time),
        rank: FirePrecedence(
          level: content.interruptionLevel, isRuled: content.hasRuledLevel,
          isRepeat: fire.repetition > 0,
          repeats: content.repeats, recurrence: recurrence, place: place,
          repetition: fire.repetition, component: fire.component),
        reminder: self)
    }

    /// Returns whether the reminder's fires can ring instead of those of another one.
    fileprivate func canReplace(_ other: ComparedReminder) -> Bool {
      if let known = known[ObjectIdentifier(other)] { return known }
      let result = recurrence.canReplace(other.recurrence)
      known[ObjectIdentifier(other)] = result
      return result
    }

    fileprivate func hasSources(of other: ComparedReminder) -> Bool {
      self === other || other.sources.allSatisfy(sources.contains)
    }
  }

  /// A fire with the data that decide whether another one replaces it.
  package struct ComparedFire {
    fileprivate let appearance: Appearance
    fileprivate let view: FireView
    fileprivate let rank: FirePrecedence
    fileprivate let reminder: ComparedReminder

    fileprivate func canReplace(_ other: ComparedFire) -> Bool {
      reminder.hasSources(of: other.reminder)
        || rank.isAtMost(other.rank) && reminder.canReplace(other.reminder)
    }

    package func showsSame(as other: ComparedFire) -> Bool { appearance == other.appearance }
  }

  /// The visible parts of a notification at one instant.
  fileprivate struct Appearance: Hashable {
    let shown: Int
    let time: ShownTime?
  }

  /// The parts of a component's notification that its alarms can lack.
  fileprivate struct ComponentView: Hashable {
    /// The number of the component, with the templates of the alarm.
    let component: Int
    /// The number of the alarm's text; nil if it adds nothing.
    var text: Int?
  }

  /// The parts of a component's notification at one instant.
  fileprivate struct FireView: Hashable {
    var component: ComponentView
    var time: ShownTime?

    /// The views that show only a part of this one.
    var parts: [FireView] {
      var parts: [FireView] = []
      if time != nil { parts.append(FireView(component: component, time: nil)) }
      guard component.text != nil else { return parts }
      let textless = ComponentView(component: component.component, text: nil)
      return parts + Set([time, nil]).map { FireView(component: textless, time: $0) }
    }

    var isWhole: Bool { time != nil && component.text != nil }
  }

  /// The times in the subtitle, with the clock that they are on.
  fileprivate struct ShownTime: Hashable {
    let start: Instant?
    let end: Instant?
    let isAllDay: Bool
    /// Whether the city of the device's zone follows the times.
    let namesCity: Bool

    init?(_ fire: Fire, in series: SeriesExpansion) {
      guard let occurrence = series.occurrence(of: fire) else { return nil }
      (start, end, isAllDay) = (occurrence.start, occurrence.end, occurrence.isAllDay)
      let (zone, point) = (occurrence.zone, occurrence.kind == .toDo ? end ?? start : start ?? end)
      namesCity =
        occurrence.namesZone && zone !== series.deviceZone
        && point.map { zone.offset(at: $0) != series.deviceZone.offset(at: $0) } ?? false
    }
  }

  /// Gives contents and sources numbers.
  ///
  /// Two contents share a number only if their notifications are equal.
  package struct ContentNumbers {
    private struct NumberedComponent: Hashable {
      let series: Reminder.ID
      let component: Int
      let templates: [BodyTemplate]
    }

    private struct NumberedContent: Hashable {
      let shown: ReminderContent.Shown
      /// The series, if a text depends on it, because each series counts its occurrences
      /// separately.
      let series: Reminder.ID?
    }

    private var numbers: [NumberedContent: Int] = [:]
    private var components: [NumberedComponent: Int] = [:]
    private var texts: [String: Int] = [:]
    private var sources: [String: Int] = [:]
    fileprivate let now: Instant

    /// Makes an empty list.
    ///
    /// - Parameter now: The start of the fires to compare.
    package init(from now: Instant) {
      self.now = now
    }

    fileprivate mutating func sources(of series: EventSeries) -> [Int] {
      series.sources.map { sources.number($0) }.sorted()
    }

    /// Numbers what the alarm of a component shows.
    fileprivate mutating func number(
      _ content: ReminderContent, ofComponent component: Int, in series: EventSeries
    ) -> (shown: Int, view: ComponentView) {
      let (shown, added) = content.compared
      let own = Reminder.ID(uid: series.uid, distinction: series.distinction, alarm: 0)
      let view = NumberedComponent(
        series: own, component: component, templates: content.templates)
      return (
        numbers.number(NumberedContent(shown: shown, series: content.dependsOnSeries ? own : nil)),
        ComponentView(
          component: components.number(view), text: added.isEmpty ? nil : texts.number(added))
      )
    }
  }

  /// For each fire at one instant, returns the index of the fire that is due instead.
  ///
  /// - Parameter candidates: The fires at the instant, in any order.
  /// - Returns: An index for each candidate; its own if it is due.
  package static func due(_ candidates: [ComparedFire]) -> [Int] {
    // A thousand alarms of one component usually differ in nothing that is shown.
    if let winner = winnerAmongAlike(candidates) {
      return Array(repeating: winner, count: candidates.count)
    }
    let fuller = fuller(candidates)
    var replacements = fuller
    let others = candidates.indices.filter { fuller[$0] == nil }
    for (_, equal) in Dictionary(grouping: others, by: { candidates[$0].appearance })
    where equal.count > 1 {
      replace(equal, of: candidates, in: &replacements)
    }
    return candidates.indices.map { index in
      var index = index
      // Each step adds the text or the times, or goes to a fire with precedence.
      while let next = replacements[index] { index = next }
      return index
    }
  }

  /// Finds for each of several equal fires one with precedence that can replace it.
  ///
  /// - Parameters:
  ///   - equal: The indices of the fires.
  ///   - candidates: The fires at the instant.
  ///   - replacements: Gets the index of the fire that replaces another.
  private static func replace(
    _ equal: [Int], of candidates: [ComparedFire], in replacements: inout [Int?]
  ) {
    let sorted = equal.sorted { candidates[$0].rank < candidates[$1].rank }
    var firsts: [[Int]: Int] = [:]
    for (place, index) in sorted.enumerated() {
      let candidate = candidates[index]
      let sources = candidate.reminder.sources
      if let first = firsts[sources] {
        replacements[index] = first
      } else {
        firsts[sources] = index
        replacements[index] = sorted[..<place].first {
          replacements[$0] == nil && candidates[$0].canReplace(candidate)
        }
      }
    }
  }

  /// Returns the index of the fire that is due if all fires show the same and one can replace all
  /// others; otherwise nil.
  private static func winnerAmongAlike(_ candidates: [ComparedFire]) -> Int? {
    guard let first = candidates.first,
      candidates.allSatisfy({ $0.appearance == first.appearance && $0.view == first.view }),
      let winner = candidates.indices.min(by: { candidates[$0].rank < candidates[$1].rank })
    else { return nil }
    return candidates.allSatisfy(candidates[winner].canReplace) ? winner : nil
  }

  /// For each fire at one instant, returns the index of a fire of its component that shows more and
  /// is due instead; nil for none.
  private static func fuller(_ candidates: [ComparedFire]) -> [Int?] {
    guard candidates.contains(where: { !$0.view.isWhole }) else {
      return candidates.map { _ in nil }
    }
    // The first fire in precedence of those that show more than a view.
    var first: [FireView: Int] = [:]
    for (index, candidate) in candidates.enumerated() {
      for part in candidate.view.parts
      where first[part].map({ candidate.rank < candidates[$0].rank }) ?? true {
        first[part] = index
      }
    }
    return candidates.map { candidate in
      first[candidate.view].flatMap {
        candidates[$0].rank.isWeaker(than: candidate.rank) ? nil : $0
      }
    }
  }
}

extension FireDeduplication {
  private struct FireIndex {
    let at: Instant
    let reminder: Int
    let fire: Int
  }

  /// Removes fires for which an equal or fuller fire takes precedence.
  static func resolve(_ reminders: inout [Reminder]) {
    var places: [FireIndex] = []
    places.reserveCapacity(reminders.reduce(0) { $0 + $1.fires.count })
    for (index, reminder) in reminders.enumerated() {
      for (fire, element) in reminder.fires.enumerated() {
        places.append(FireIndex(at: element.at, reminder: index, fire: fire))
      }
    }
    // Each reminder's fires are already sorted, so sorting merges a few runs.
    if reminders.count > 1 {
      places.sort { ($0.at, $0.reminder, $0.fire) < ($1.at, $1.reminder, $1.fire) }
    }
    guard zip(places, places.dropFirst()).contains(where: { $0.at == $1.at }) else { return }
    // Separate arrays avoid copying whole reminders on each access.
    let fires = reminders.map(\.fires)
    let firstAlike = reminders.map(\.firstAlike)
    var numbers = ContentNumbers(from: reminders[0].window.lowerBound)
    var sources: [ComparedReminder?] = Array(repeating: nil, count: reminders.count)
    var removed: [[Int]] = Array(repeating: [], count: reminders.count)
    var yieldings: [[Yielding]] = Array(repeating: [], count: reminders.count)
    var rest = places[...]
    while let at = rest.first?.at {
      let run = Array(rest.prefix { $0.at == at })
      rest = rest.dropFirst(run.count)
      guard run.count > 1 else { continue }
      let candidates = run.map { fire in
        let place = fire.reminder
        let source =
          sources[place]
          ?? ComparedReminder(
            reminders[place].contents, of: reminders[place].alarm, in: reminders[place].expansion,
            place: place, numbers: &numbers)
        sources[place] = source
        return source.candidate(fires[place][fire.fire])
      }
      for (index, winner) in due(candidates).enumerated() where index != winner {
        let (place, winner) = (run[index], run[winner])
        func key(_ place: FireIndex) -> FireKey {
          let fire = fires[place.reminder][place.fire]
          return FireKey(
            repetition: fire.repetition, component: firstAlike[place.reminder][fire.component])
        }
        let yielding = Yielding(
          reminder: place.reminder, key: key(place), other: winner.reminder, otherKey: key(winner))
        // Fires of one group at one instant are already one fire.
        guard yielding.reminder != yielding.other || yielding.key != yielding.otherKey else {
          continue
        }
        removed[place.reminder].append(place.fire)
        // Most fires of a reminder yield to the same group.
        if yieldings[place.reminder].last != yielding {
          yieldings[place.reminder].append(yielding)
        }
      }
    }
    for index in removed.indices where !removed[index].isEmpty {
      reminders[index].removeEqualFires(at: removed[index])
    }
    note(yieldings, in: &reminders)
  }

  /// Records in reminders the groups that replace their fires and the reminders that ring with
  /// them.
  ///
  /// - Parameters:
  ///   - yieldings: The groups of each reminder that yield, with duplicates.
  ///   - reminders: The reminders.
  private static func note(_ yieldings: [[Yielding]], in reminders: inout [Reminder]) {
    for own in yieldings.indices where !yieldings[own].isEmpty {
      let keys = Set(reminders[own].fires.map { reminders[own].key(of: $0) })
      note(yieldings[own].sorted(), by: keys, in: &reminders)
    }
  }

  /// Records the groups that replace fires of one reminder.
  ///
  /// - Parameters:
  ///   - yieldings: Its groups that yield, in ascending order, with duplicates.
  ///   - keys: Its groups that have fires left.
  ///   - reminders: The reminders.
  private static func note(
    _ yieldings: [Yielding], by keys: Set<FireKey>, in reminders: inout [Reminder]
  ) {
    if keys.isEmpty, let first = yieldings.first, first.reminder != first.other,
      yieldings.allSatisfy({ $0.other == first.other })
    {
      reminders[first.other].sourcesOfCopies.formUnion(reminders[first.reminder].sources)
    }
    var previous: Yielding?
    for yielding in yieldings where yielding != previous {
      previous = yielding
      let (own, other) = (yielding.reminder, yielding.other)
      // A group without fires is not expanded further, and neither is a reminder with too many
      // groups.
      if keys.contains(yielding.key),
        reminders[own].precedences.count <= Reminder.maximumTwins
      {
        reminders[own].precedences.append(
          Reminder.Precedence(
            key: yielding.key, reminder: reminders[other], otherKey: yielding.otherKey))
      }
      guard own != other else { continue }
      reminders[other].claimsOfTwins[yielding.otherKey, default: []].formUnion(
        reminders[own].ownClaims(of: yielding.key))
      guard reminders[other].twins.count < Reminder.maximumTwins else { continue }
      reminders[other].twins.append(
        Reminder.Twin(
          key: yielding.otherKey, reminder: reminders[own].id,
          component: yielding.key.component))
    }
  }

  /// A group that yields at some instant to a group of the same reminder or of another one.
  private struct Yielding: Comparable {
    let reminder: Int
    let key: FireKey
    let other: Int
    let otherKey: FireKey

    static func < (left: Yielding, right: Yielding) -> Bool {
      (left.reminder, left.key, left.other, left.otherKey)
        < (right.reminder, right.key, right.other, right.otherKey)
    }
  }
}

extension Dictionary where Value == Int {
  /// Returns the number of a key, which is the next one if the key is new.
  fileprivate mutating func number(_ key: Key) -> Int {
    let number = self[key] ?? count
    self[key] = number
    return number
  }
}
