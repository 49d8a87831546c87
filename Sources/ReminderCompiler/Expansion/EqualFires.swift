import CivilTime
import ICalendar
import NotificationTriggers

/// Decides which of several fires at one instant is due, if their notifications show the same.
///
/// Alarms of one component, copies of an event under several UIDs and calendars that contain each
/// other ring once. Two fires are equal only if a person can't tell their notifications apart: the
/// title, the second line, the body and the links. A sender can therefore neither replace the link
/// of another event nor silence it.
struct EqualFires {
  /// A fire with the data that decide whether another one replaces it.
  struct Candidate {
    fileprivate let appearance: Appearance
    fileprivate let rank: Rank

    /// Makes a candidate.
    ///
    /// - Parameters:
    ///   - fire: The fire.
    ///   - content: The content of its notification.
    ///   - shown: The number of that content, from ``EqualFires/number(of:in:)``.
    ///   - series: The series of the fire.
    ///   - density: How many fires its reminder can have, from ``EqualFires/density(of:in:)``.
    ///   - place: The place of its reminder in the order of all reminders.
    init(
      _ fire: Fire, _ content: ReminderContent, shown: Int, in series: SeriesExpansion,
      density: Int, place: Int
    ) {
      appearance = Appearance(shown: shown, time: ShownTime(fire, in: series))
      rank = Rank(
        level: content.interruptionLevel, isRepeat: fire.repetition > 0,
        isNagging: content.isNagging, hasSound: content.soundName != nil, density: density,
        place: place,
        repetition: fire.repetition, component: fire.component)
    }

    /// Whether the two are equal, if they are due at one instant.
    func showsSame(as other: Candidate) -> Bool { appearance == other.appearance }
  }

  /// The visible parts of a notification at one instant.
  fileprivate struct Appearance: Hashable {
    let shown: Int
    let time: ShownTime?
  }

  /// The times of the second line, with the clock that they are on.
  fileprivate struct ShownTime: Hashable {
    let start: Instant?
    let end: Instant?
    let isAllDay: Bool
    /// Whether the city of the device's zone is shown behind the times.
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

  /// The order in which equal fires are preferred; the least rank is due.
  ///
  /// The strongest level comes first, then a first alert, whose repeats depend on it. Of two series
  /// the denser one is preferred: it often contains the other, and is then left without holes.
  fileprivate struct Rank: Comparable {
    let level: InterruptionLevel
    let isRepeat: Bool
    let isNagging: Bool
    let hasSound: Bool
    let density: Int
    let place: Int
    let repetition: Int
    let component: Int

    static func < (left: Rank, right: Rank) -> Bool {
      if left.level != right.level { return left.level > right.level }
      if left.isRepeat != right.isRepeat { return !left.isRepeat }
      if left.isNagging != right.isNagging { return left.isNagging }
      if left.hasSound != right.hasSound { return left.hasSound }
      if left.density != right.density { return left.density > right.density }
      return (left.place, left.repetition, left.component)
        < (right.place, right.repetition, right.component)
    }
  }

  private struct NumberedContent: Hashable {
    let shown: ReminderContent.Shown
    /// The series, if a text depends on it; two series count their occurrences separately.
    let series: Reminder.ID?
  }

  private var numbers: [NumberedContent: Int] = [:]

  /// Returns a number that two contents share only if they show the same.
  mutating func number(of content: ReminderContent, in series: EventSeries) -> Int {
    let key = NumberedContent(
      shown: content.shown,
      series: content.dependsOnSeries
        ? Reminder.ID(uid: series.uid, distinction: series.distinction, alarm: 0) : nil)
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    return number
  }

  /// A year in seconds.
  private static let year = 366 * 86_400

  /// Returns about how many fires an alarm has in a year, without looking at any.
  ///
  /// It depends on the series alone, so that listings and plans prefer the same one.
  static func density(of alarm: SeriesAlarm, in series: SeriesExpansion) -> Int {
    let changes = series.series.components.reduce(-1) { $0 + 1 + $1.exceptionDates.count }
    return series.mostFires(of: alarm, in: year) - changes
  }

  /// Returns for each of the fires at one instant the index of the fire that is due in its place.
  ///
  /// - Parameter candidates: The fires at the instant, in any order.
  /// - Returns: An index for each candidate: its own if it is due.
  static func due(_ candidates: [Candidate]) -> [Int] {
    var first: [Appearance: Int] = [:]
    for (index, candidate) in candidates.enumerated() {
      let known = first[candidate.appearance]
      if known.map({ candidate.rank < candidates[$0].rank }) ?? true {
        first[candidate.appearance] = index
      }
    }
    return candidates.indices.map { first[candidates[$0].appearance] ?? $0 }
  }
}

extension EqualFires {
  /// A fire by its reminder and its place.
  private struct FirePlace {
    let at: Instant
    let reminder: Int
    let fire: Int
  }

  /// Removes from reminders the fires in whose place an equal one is due.
  ///
  /// - Parameter reminders: All reminders that can show the same, in the order of all reminders.
  ///   Each one keeps the fires that are due, and learns what took the place of the others.
  static func resolve(_ reminders: inout [Reminder]) {
    let shared = sharedInstants(of: reminders)
    guard !shared.isEmpty else { return }
    var places: [FirePlace] = []
    for (index, reminder) in reminders.enumerated() {
      for (fire, element) in reminder.fires.enumerated() where shared.contains(element.at) {
        places.append(FirePlace(at: element.at, reminder: index, fire: fire))
      }
    }
    places.sort { ($0.at, $0.reminder, $0.fire) < ($1.at, $1.reminder, $1.fire) }
    var equal = EqualFires()
    var shown: [Int: (numbers: [Int], density: Int)] = [:]
    var removed: [Int: Set<Int>] = [:]
    var yieldings: Set<Yielding> = []
    var rest = places[...]
    while let at = rest.first?.at {
      let run = Array(rest.prefix { $0.at == at })
      rest = rest.dropFirst(run.count)
      let candidates = run.map { place in
        let reminder = reminders[place.reminder]
        let own =
          shown[place.reminder]
          ?? (
            reminder.contents.map { equal.number(of: $0, in: reminder.expansion.series) },
            density(of: reminder.alarm, in: reminder.expansion)
          )
        shown[place.reminder] = own
        let fire = reminder.fires[place.fire]
        return Candidate(
          fire, reminder.contents[fire.component], shown: own.numbers[fire.component],
          in: reminder.expansion, density: own.density, place: place.reminder)
      }
      for (place, winner) in zip(run, due(candidates).map { run[$0] }) {
        let own = reminders[place.reminder].fires[place.fire]
        let ownKey = reminders[place.reminder].key(of: own)
        let otherKey = reminders[winner.reminder].key(
          of: reminders[winner.reminder].fires[winner.fire])
        // Fires of one group at one instant are one fire anyway.
        guard place.reminder != winner.reminder || ownKey != otherKey else { continue }
        removed[place.reminder, default: []].insert(place.fire)
        yieldings.insert(
          Yielding(
            reminder: place.reminder, key: ownKey, other: winner.reminder, otherKey: otherKey))
      }
    }
    for (index, fires) in removed { reminders[index].removeEqualFires(at: fires) }
    let left = Dictionary(
      uniqueKeysWithValues: removed.keys.map { index in
        (index, Set(reminders[index].fires.map(reminders[index].key)))
      })
    for yielding in yieldings.sorted() {
      let (own, other) = (reminders[yielding.reminder], reminders[yielding.other])
      // A group without fires is not looked at any more.
      if left[yielding.reminder]?.contains(yielding.key) ?? false {
        reminders[yielding.reminder].precedences.append(
          Reminder.Precedence(key: yielding.key, reminder: other, otherKey: yielding.otherKey))
      }
      guard own.id != other.id else { continue }
      reminders[yielding.other].twins.append(
        Reminder.Twin(key: yielding.otherKey, reminder: own.id, component: yielding.key.component))
    }
  }

  /// A group that yields at some instant to a group of the same or of another reminder.
  private struct Yielding: Hashable, Comparable {
    let reminder: Int
    let key: FireKey
    let other: Int
    let otherKey: FireKey

    static func < (left: Yielding, right: Yielding) -> Bool {
      (left.reminder, left.key, left.other, left.otherKey)
        < (right.reminder, right.key, right.other, right.otherKey)
    }
  }

  /// The instants at which more than one of the fires is due.
  private static func sharedInstants(of reminders: [Reminder]) -> Set<Instant> {
    var instants: [Instant] = []
    instants.reserveCapacity(reminders.reduce(0) { $0 + $1.fires.count })
    for reminder in reminders { for fire in reminder.fires { instants.append(fire.at) } }
    // Each reminder's fires are sorted already, so this merges a few runs.
    if reminders.count > 1 { instants.sort() }
    return Set(zip(instants, instants.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }
}
