public import CivilTime
public import ICalendar
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// The fires of one interval of the window, in listing order.
///
/// They are stored as numbers, and each element is made on access. With `standUp` and `options` of
/// the example of ``Compilation``:
///
/// ```swift
/// _ = FireListing([standUp], options: options.compiler).forEachBatch { fires in
///   if let first = fires.first { print(first.at, first.title) }  // 2028-01-03T07:50:00Z Stand-up
/// }
/// ```
public struct FireBatch: Sendable {
  /// A fire as numbers, with its reminder as an index.
  struct CompactFire: Sendable {
    let at: Instant
    let repetition: Int32
    /// The index of its reminder, which replaces UID and alarm in comparisons.
    let reminder: Int32
    let component: Int32
    /// The delay by quiet hours, in seconds.
    let delay: Int32
    /// The start of its occurrence, in seconds since 1970; `Int.min` for none.
    private var start: Int

    /// Merges an equal fire.
    ///
    /// The result keeps the occurrence with the earlier start.
    mutating func join(_ other: CompactFire) {
      guard other.component == component, other.start != .min else { return }
      start = Swift.min(start, other.start)
    }

    init(_ fire: Fire, ofReminder place: Int) {
      at = fire.at
      repetition = Int32(clamping: fire.repetition)
      reminder = Int32(place)
      component = Int32(fire.component)
      delay = fire.delay
      start = fire.occurrenceStart?.secondsSince1970 ?? .min
    }

    var fire: Fire {
      Fire(
        at: at, repetition: Int(repetition), component: Int(component),
        occurrenceStart: start == .min ? nil : Instant(secondsSince1970: start), delay: delay)
    }
  }

  private let reminders: [ListedReminder]
  private let series: [SeriesExpansion]
  private var entries: [CompactFire]

  /// For each series, the number of its fires that were merged into equal fires.
  private(set) var equalFireCounts: [Int: Int] = [:]

  /// Sorts entries and merges equal ones.
  ///
  /// As in a plan, an occurrence that is moved onto another is due once, and so are fires with
  /// equal content (``ReminderExpansion/FireDeduplication``).
  init(
    _ entries: [CompactFire], of reminders: [ListedReminder], series: [SeriesExpansion],
    options: CompilerOptions
  ) {
    self.reminders = reminders
    self.series = series
    self.entries = entries
    self.entries.sort(by: precedes)
    removeEqualFires(options)
    var kept = 0
    var previous: CompactFire?
    for index in self.entries.indices {
      let entry = self.entries[index]
      let last = previous
      previous = entry
      if let last, isSame(last, entry) {
        if kept > 0, isSame(self.entries[kept - 1], entry) { self.entries[kept - 1].join(entry) }
        continue
      }
      self.entries[kept] = entry
      kept += 1
    }
    self.entries.removeSubrange(kept...)
  }

  private mutating func removeEqualFires(_ options: CompilerOptions) {
    var numbers = FireDeduplication.ContentNumbers(from: options.now)
    var known: [Int32: FireDeduplication.ComparedReminder] = [:]
    var removed: Set<Int> = []
    for places in placesToCompare {
      let candidates = places.map { index in
        let entry = entries[index]
        if let source = known[entry.reminder] { return source.candidate(entry.fire) }
        let (reminder, place) = (reminders[Int(entry.reminder)], Int(entry.reminder))
        let expansion = series[reminder.series]
        let source = FireDeduplication.ComparedReminder(
          expansion.series.components.map {
            ReminderContent($0, alarm: reminder.alarm.place, options: options)
          }, of: reminder.alarm, in: expansion, place: place, numbers: &numbers)
        known[entry.reminder] = source
        return source.candidate(entry.fire)
      }
      for (index, winner) in zip(places, FireDeduplication.due(candidates).map({ places[$0] }))
      where index != winner && !isSame(entries[index], entries[winner]) {
        removed.insert(index)
        equalFireCounts[reminders[Int(entries[index].reminder)].series, default: 0] += 1
      }
    }
    guard !removed.isEmpty else { return }
    entries = entries.indices.filter { !removed.contains($0) }.map { entries[$0] }
  }

  /// The indices of the fires that are due at one instant and belong to one turn
  /// (``ReminderExpansion/ExpansionOrder``).
  ///
  /// Only such fires can be equal. Most fires are alone and are left out.
  private var placesToCompare: [[Int]] {
    let turns = reminders.map(\.turn)
    var last = Array(repeating: -1, count: (turns.max() ?? -1) + 1)
    var places: [[Int]] = []
    var start = entries.startIndex
    while start < entries.endIndex {
      let at = entries[start].at
      var end = start
      var hasShared = false
      while end < entries.endIndex, entries[end].at == at {
        let turn = turns[Int(entries[end].reminder)]
        if last[turn] >= start { hasShared = true }
        last[turn] = end
        end += 1
      }
      if hasShared {
        let byTurn = Dictionary(grouping: start..<end) { turns[Int(entries[$0].reminder)] }
        places += byTurn.values.filter { $0.count > 1 }
      }
      start = end
    }
    return places
  }

  private func shown(_ entry: CompactFire) -> ListedReminder.Shown {
    reminders[Int(entry.reminder)].shown[Int(entry.component)]
  }

  private func precedes(_ left: CompactFire, _ right: CompactFire) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.reminder != right.reminder { return left.reminder < right.reminder }
    if left.repetition != right.repetition { return left.repetition < right.repetition }
    if left.component != right.component, shown(left).rank != shown(right).rank {
      return shown(left).rank < shown(right).rank
    }
    // Of fires that quiet hours moved to this instant, prefer the one that was due at it.
    return left.delay < right.delay
  }

  /// Returns whether two fires are the same.
  ///
  /// As in a plan, fires that differ in text or level are different.
  private func isSame(_ left: CompactFire, _ right: CompactFire) -> Bool {
    left.at == right.at && left.reminder == right.reminder && left.repetition == right.repetition
      && (left.component == right.component || shown(left).number == shown(right).number)
  }
}

extension FireBatch {
  func listed(_ index: Int) -> (reminder: ListedReminder, fire: Fire) {
    let entry = entries[index]
    return (reminders[Int(entry.reminder)], entry.fire)
  }
}

extension FireBatch: RandomAccessCollection {
  /// The index of the first fire.
  public var startIndex: Int { entries.startIndex }
  /// The index after the last fire.
  public var endIndex: Int { entries.endIndex }

  /// The fire at an index.
  ///
  /// The order is by instant, then UID by bytes, alarm and repeat.
  public subscript(_ index: Int) -> ListedFire {
    let entry = entries[index]
    let fire = entry.fire
    // Access by index avoids copying the reminder.
    let place = Int(entry.reminder)
    return ListedFire(
      at: fire.at, uid: reminders[place].uid, alarm: reminders[place].number,
      repetition: fire.repetition, title: reminders[place].shown[fire.component].title,
      occurrence: series[reminders[place].series].occurrence(of: fire), identifier: nil,
      movedFrom: fire.movedFrom)
  }
}

/// A listed fire, either of the calendar or of a simulated request.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
/// print(fire.at, fire.title, fire.repetition)  // 2028-01-03T07:50:00Z Stand-up 0
/// ```
public struct ListedFire: Hashable, Sendable {
  /// The instant of the fire.
  public let at: Instant
  /// The UID of the series; nil for the request that asks the user to open the app.
  public let uid: String?
  /// The index of the alarm in the series, from 0; nil if the fire is not of an alarm.
  public let alarm: Int?
  /// The number of the repeat, from 1; 0 for the first alert.
  public let repetition: Int
  /// The title of the notification.
  public let title: String
  /// The occurrence; nil for fires of requests and for fires without a single occurrence.
  public internal(set) var occurrence: Occurrence?
  /// The identifier of the request; nil for a fire of the calendar.
  public let identifier: String?
  /// The original instant if quiet hours moved the fire; otherwise nil.
  public internal(set) var movedFrom: Instant?
  /// The number that the notification puts on the app's icon; nil if it doesn't change the icon.
  public internal(set) var badge: Int?
  /// Whether the fire is an echo.
  ///
  /// An echo is in one pass of a repeated hour, and a rule with steps of an hour or less selects
  /// the same local time in the other pass.
  public internal(set) var isEcho = false
  /// Whether it isn't a fire of any calendar.
  ///
  /// The request should have been removed before, or its event has changed since. A renewal in time
  /// prevents it.
  public internal(set) var isUnexpected = false
  /// The time at which the fire is seen on a device that delays notifications; nil without
  /// ``SystemControls``.
  public internal(set) var presentation: Presentation?
}

/// The properties of a reminder that its listed fires share.
struct ListedReminder: Sendable {
  /// Distinguishes the content of components, and orders it.
  struct Shown: Sendable {
    let title: String
    /// The place by title, then by the first component with the same content.
    let rank: Int
    /// A number that components share if their content is equal and their titles have equal bytes.
    let number: Int
  }

  let uid: String
  let series: Int
  let turn: Int
  let alarm: SeriesAlarm
  let number: Int
  let shown: [Shown]

  init(
    _ seriesExpansion: SeriesExpansion, series: Int, turn: Int, alarm: SeriesAlarm, number: Int,
    titles: AlarmTitles, options: CompilerOptions
  ) {
    let own = seriesExpansion.series
    uid = own.uid
    self.series = series
    self.turn = turn
    self.alarm = alarm
    self.number = number
    let components = own.components
    if components.count == 1 {
      // A single component needs no comparison.
      let title = titles.title(of: components[0].alarm(at: alarm.place))
      shown = [Shown(title: title, rank: 0, number: 0)]
      return
    }
    shown = ListedReminder.shown(
      components.map { ReminderContent($0, alarm: alarm.place, options: options) })
  }

  private static func shown(_ contents: [ReminderContent]) -> [Shown] {
    struct Exact: Hashable {
      let first: Int
      let title: [UInt8]
    }
    var firsts: [ReminderContent: Int] = [:]
    var numbers: [Exact: Int] = [:]
    let places = contents.enumerated().map { index, content in
      let first = firsts[content] ?? index
      firsts[content] = first
      return first
    }
    var ranks = Array(repeating: 0, count: contents.count)
    let ordered = Set(places).sorted { (contents[$0].title, $0) < (contents[$1].title, $1) }
    for (rank, place) in ordered.enumerated() { ranks[place] = rank }
    return contents.enumerated().map { index, content in
      let exact = Exact(first: places[index], title: Array(content.title.utf8))
      let number = numbers[exact] ?? numbers.count
      numbers[exact] = number
      return Shown(title: content.title, rank: ranks[places[index]], number: number)
    }
  }
}
