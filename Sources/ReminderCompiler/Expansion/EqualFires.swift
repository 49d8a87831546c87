import CivilTime
import ICalendar
import NotificationTriggers

/// Decides which of several fires at one instant is due, if their notifications show the same.
///
/// Alarms of one component, copies of an event under several UIDs and calendars that contain each
/// other ring once. Two fires are equal only if a person can't tell their notifications apart: the
/// title, the second line, the body and the links. A sender can therefore not replace the link of
/// another event. What rings in its place before the renewal is the same notification.
enum EqualFires {
  /// A reminder whose fires are compared with those of others.
  struct Source {
    private let contents: [ReminderContent]
    private let numbers: [Int]
    private let series: SeriesExpansion
    private let density: Density
    private let place: Int

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - contents: What each component of the series shows.
    ///   - alarm: The alarm of the reminder.
    ///   - series: The series of the alarm.
    ///   - place: The place of the reminder in the order of all reminders.
    ///   - numbers: The numbers of all contents that are compared.
    init(
      _ contents: [ReminderContent], of alarm: SeriesAlarm, in series: SeriesExpansion, place: Int,
      _ numbers: inout ContentNumbers
    ) {
      self.contents = contents
      self.numbers = contents.map { numbers.number(of: $0, in: series.series) }
      self.series = series
      density = Density(of: alarm, in: series)
      self.place = place
    }

    /// A fire of the reminder, ready to be compared.
    func candidate(_ fire: Fire) -> Candidate {
      let content = contents[fire.component]
      return Candidate(
        appearance: Appearance(
          shown: numbers[fire.component], time: ShownTime(fire, in: series)),
        rank: Rank(
          level: content.interruptionLevel, isRepeat: fire.repetition > 0,
          isNagging: content.isNagging, density: density, place: place,
          repetition: fire.repetition, component: fire.component))
    }
  }

  /// A fire with the data that decide whether another one replaces it.
  struct Candidate {
    fileprivate let appearance: Appearance
    fileprivate let rank: Rank

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
  /// A sender must not silence another event by a copy that rings so often that its fires get no
  /// slots. An alarm that rings more than once a day is therefore never due in the place of a rarer
  /// one, whatever its level.
  fileprivate struct Rank: Comparable {
    let level: InterruptionLevel
    let isRepeat: Bool
    let isNagging: Bool
    let density: Density
    let place: Int
    let repetition: Int
    let component: Int

    static func < (left: Rank, right: Rank) -> Bool {
      if left.density.isFrequent != right.density.isFrequent { return right.density.isFrequent }
      if left.level != right.level { return left.level > right.level }
      // Repeats depend on their first alert.
      if left.isRepeat != right.isRepeat { return !left.isRepeat }
      if left.isNagging != right.isNagging { return left.isNagging }
      if left.density != right.density { return left.density < right.density }
      return (left.place, left.repetition, left.component)
        < (right.place, right.repetition, right.component)
    }
  }

  /// Gives contents numbers, which two contents share only if they show the same.
  struct ContentNumbers {
    private struct NumberedContent: Hashable {
      let shown: ReminderContent.Shown
      /// The series, if a text depends on it; two series count their occurrences separately.
      let series: Reminder.ID?
    }

    private var numbers: [NumberedContent: Int] = [:]

    fileprivate mutating func number(of content: ReminderContent, in series: EventSeries) -> Int {
      let key = NumberedContent(
        shown: content.shown,
        series: content.dependsOnSeries
          ? Reminder.ID(uid: series.uid, distinction: series.distinction, alarm: 0) : nil)
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      return number
    }
  }

  /// How an alarm rings, as its series alone tells, so that listings and plans agree.
  fileprivate struct Density: Comparable {
    /// A number that its first alerts in a year never exceed.
    let alerts: Int
    /// How many occurrences are changed or left out: of copies the one without holes is preferred.
    let changes: Int
    /// Whether it goes on for ever on the same days of each week: few triggers serve it.
    let isWeekly: Bool
    /// Whether it ends.
    let isFinite: Bool

    /// Finds out how often an alarm rings, without looking at its fires.
    init(of alarm: SeriesAlarm, in series: SeriesExpansion) {
      let year = 366 * 86_400
      let components = series.series.components
      // A moved occurrence is one of the rule's.
      alerts =
        series.mostFires(of: alarm, in: year, countingRepeats: false) - components.count
      changes = components.reduce(-1) { $0 + 1 + $1.exceptionDates.count }
      isWeekly = series.rules.contains { $0.rule.isWeekly }
      isFinite = series.isFinite
    }

    /// Whether it rings more than once a day.
    var isFrequent: Bool { alerts > Density.oncePerDay }

    /// The bound of an alarm that rings every day of a year, and some more.
    private static let oncePerDay = 400

    /// Orders the alarms that are preferred first.
    ///
    /// An alarm that few triggers serve, or that contains the others, is preferred: it has no holes
    /// then. Of frequent ones the rarer is preferred, whose fires are more likely to get slots.
    static func < (left: Density, right: Density) -> Bool {
      if left.isFrequent != right.isFrequent { return right.isFrequent }
      if left.isWeekly != right.isWeekly { return left.isWeekly }
      if left.isFinite != right.isFinite { return right.isFinite }
      if left.alerts != right.alerts {
        return (left.alerts < right.alerts) == left.isFrequent
      }
      return left.changes < right.changes
    }
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
    // Arrays by themselves: each look at a reminder would copy it with all that it refers to.
    let fires = reminders.map(\.fires)
    let firstAlike = reminders.map(\.firstAlike)
    var numbers = ContentNumbers()
    let sources = reminders.enumerated().map { place, reminder in
      Source(
        reminder.contents, of: reminder.alarm, in: reminder.expansion, place: place, &numbers)
    }
    var removed: [Int: [Int]] = [:]
    var yieldings: Set<Yielding> = []
    var rest = places[...]
    while let at = rest.first?.at {
      let run = Array(rest.prefix { $0.at == at })
      rest = rest.dropFirst(run.count)
      let candidates = run.map { sources[$0.reminder].candidate(fires[$0.reminder][$0.fire]) }
      for (place, winner) in zip(run, due(candidates).map { run[$0] }) {
        func key(_ place: FirePlace) -> FireKey {
          let fire = fires[place.reminder][place.fire]
          return FireKey(
            repetition: fire.repetition, component: firstAlike[place.reminder][fire.component])
        }
        let yielding = Yielding(
          reminder: place.reminder, key: key(place), other: winner.reminder, otherKey: key(winner))
        // Fires of one group at one instant are one fire anyway.
        guard yielding.reminder != yielding.other || yielding.key != yielding.otherKey else {
          continue
        }
        removed[place.reminder, default: []].append(place.fire)
        yieldings.insert(yielding)
      }
    }
    for (index, fires) in removed { reminders[index].removeEqualFires(at: fires) }
    note(yieldings, in: &reminders)
  }

  /// Tells reminders which groups are due in the place of their fires, and which ring with them.
  private static func note(_ yieldings: Set<Yielding>, in reminders: inout [Reminder]) {
    var left: [Int: Set<FireKey>] = [:]
    for yielding in yieldings.sorted() {
      let (own, other) = (yielding.reminder, yielding.other)
      let keys = left[own] ?? Set(reminders[own].fires.map { reminders[own].key(of: $0) })
      left[own] = keys
      // A group without fires is not looked at any more, nor is one of a reminder with too many.
      if keys.contains(yielding.key),
        reminders[own].precedences.count <= Reminder.maximumTwins
      {
        reminders[own].precedences.append(
          Reminder.Precedence(
            key: yielding.key, reminder: reminders[other], otherKey: yielding.otherKey))
      }
      guard own != other, reminders[other].twins.count < Reminder.maximumTwins else { continue }
      reminders[other].twins.append(
        Reminder.Twin(
          key: yielding.otherKey, reminder: reminders[own].id,
          component: yielding.key.component))
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

extension RecurrenceRule {
  /// Whether it gives the same days of each week for ever.
  fileprivate var isWeekly: Bool {
    (frequency == .daily || frequency == .weekly) && interval == 1 && count == nil && until == nil
      && weekdays.allSatisfy { $0.ordinal == nil } && daysOfTheMonth.isEmpty
      && daysOfTheYear.isEmpty && weeks.isEmpty && months.isEmpty && setPositions.isEmpty
  }
}
