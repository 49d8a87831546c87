public import CivilTime
public import ICalendar
import NotificationTriggers

/// Fires of one stretch of the window, in the order in which they are listed.
///
/// They are kept as numbers; each is put together when it is looked at. With `standUp` and
/// `options` of the example of ``Compiler``:
///
/// ```swift
/// _ = FireListing([standUp], options.compiler).forEachBatch { fires in
///   if let first = fires.first { print(first.at, first.title) }  // 2028-01-03T07:50:00Z Stand-up
/// }
/// ```
public struct ListedFires: Sendable {
  struct Entry: Sendable {
    let at: Instant
    let repetition: Int32
    /// The place of its reminder, which stands for UID and alarm in comparisons.
    let reminder: Int32
    /// The component whose alarm it is.
    let component: Int32
    /// How long quiet hours put it off, in seconds.
    let delay: Int32
    /// The start of the occurrence that it belongs to, in seconds since 1970; `Int.min` for none.
    private var start: Int

    /// Takes up another fire that is one with this one: it tells of the occurrence that starts first.
    mutating func join(_ other: Entry) {
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
  private var entries: [Entry]

  /// For each series, how many of its fires are left out since an equal one is listed.
  private(set) var equalFireCounts: [Int: Int] = [:]

  /// Puts entries in order; an occurrence that is moved onto another is due once, as in a plan, and
  /// so are fires that show the same (``EqualFires``).
  init(
    _ entries: [Entry], of reminders: [ListedReminder], _ series: [SeriesExpansion],
    _ options: CompilerOptions
  ) {
    self.reminders = reminders
    self.series = series
    self.entries = entries
    self.entries.sort(by: precedes)
    removeEqualFires(options)
    var kept = 0
    var previous: Entry?
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

  /// Leaves out the fires in whose place equal ones are due.
  private mutating func removeEqualFires(_ options: CompilerOptions) {
    var numbers = EqualFires.ContentNumbers()
    var known: [Int32: EqualFires.Source] = [:]
    var removed: Set<Int> = []
    var rest = entries.indices
    while let first = rest.first {
      let run = rest.prefix { entries[$0].at == entries[first].at }
      rest = rest.dropFirst(run.count)
      // Most instants have one fire, or fires of different titles.
      guard run.count > 1, Set(run.map { shown(entries[$0]).title }).count < run.count else {
        continue
      }
      let candidates = run.map { index in
        let entry = entries[index]
        let (reminder, place) = (reminders[Int(entry.reminder)], Int(entry.reminder))
        let expansion = series[reminder.series]
        let own =
          known[entry.reminder]
          ?? EqualFires.Source(
            expansion.series.components.map {
              ReminderContent($0, alarm: reminder.alarm.place, options)
            }, of: reminder.alarm, in: expansion, place: place, &numbers)
        known[entry.reminder] = own
        return own.candidate(entry.fire)
      }
      for (index, winner) in zip(run, EqualFires.due(candidates).map({ run.lowerBound + $0 }))
      where index != winner && !isSame(entries[index], entries[winner]) {
        removed.insert(index)
        equalFireCounts[reminders[Int(entries[index].reminder)].series, default: 0] += 1
      }
    }
    guard !removed.isEmpty else { return }
    entries = entries.indices.filter { !removed.contains($0) }.map { entries[$0] }
  }

  private func shown(_ entry: Entry) -> ListedReminder.Shown {
    reminders[Int(entry.reminder)].shown[Int(entry.component)]
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.reminder != right.reminder { return left.reminder < right.reminder }
    if left.repetition != right.repetition { return left.repetition < right.repetition }
    if left.component != right.component, shown(left).rank != shown(right).rank {
      return shown(left).rank < shown(right).rank
    }
    // Of those that quiet hours put together, the one that was due here.
    return left.delay < right.delay
  }

  /// Whether two fires are one: those that differ in text or level are two, as in a plan.
  private func isSame(_ left: Entry, _ right: Entry) -> Bool {
    left.at == right.at && left.reminder == right.reminder && left.repetition == right.repetition
      && (left.component == right.component || shown(left).number == shown(right).number)
  }
}

extension ListedFires {
  /// The reminder of the fire at a place, and the fire.
  func listed(_ index: Int) -> (reminder: ListedReminder, fire: Fire) {
    let entry = entries[index]
    return (reminders[Int(entry.reminder)], entry.fire)
  }
}

extension ListedFires: RandomAccessCollection {
  /// The place of the first fire.
  public var startIndex: Int { entries.startIndex }
  /// The place behind the last fire.
  public var endIndex: Int { entries.endIndex }

  /// The fire at a place, ascending by instant, then UID by its bytes, alarm and repeat.
  public subscript(_ index: Int) -> ListedFire {
    let entry = entries[index]
    let reminder = reminders[Int(entry.reminder)]
    return ListedFire(
      at: entry.at, uid: reminder.uid, alarm: reminder.number,
      repetition: Int(entry.repetition), title: shown(entry).title,
      occurrence: series[reminder.series].occurrence(of: entry.fire), identifier: nil,
      movedFrom: entry.fire.movedFrom)
  }
}

/// A fire as it is listed: what the calendar asks for, or what a request would do.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let fire = plan.simulated(onDeviceIn: options.deviceZone)[0]
/// print(fire.at, fire.title, fire.repetition)  // 2028-01-03T07:50:00Z Stand-up 0
/// ```
public struct ListedFire: Hashable, Sendable {
  /// The instant.
  public let at: Instant
  /// The UID of the series; nil for the request that asks to open the app.
  public let uid: String?
  /// The alarm of the series, from 0; nil where none is served.
  public let alarm: Int?
  /// Which repeat it is, from 1; 0 for the first alert.
  public let repetition: Int
  /// What is shown.
  public let title: String
  /// What it reminds of; nil for what a request would do, and where it is none of several.
  public internal(set) var occurrence: Occurrence?
  /// The identifier of the request that fires; nil for what the calendar asks for.
  public let identifier: String?
  /// The instant that was asked for, where quiet hours moved it; nil where they didn't.
  public internal(set) var movedFrom: Instant?
  /// Whether it is an echo: in one pass of a repeated hour, where a rule with steps of an hour or
  /// less asks for the same local time in the other pass.
  public internal(set) var isEcho = false
  /// Whether it isn't a fire of any calendar.
  ///
  /// The request should have been removed before, or its event has changed since. A renewal in time
  /// prevents it.
  public internal(set) var isUnexpected = false
  /// When it is seen on a device that keeps notifications for later; nil where nobody asked, see
  /// ``SystemControls``.
  public internal(set) var presentation: Presentation?
}

/// A reminder whose fires are listed.
struct ListedReminder: Sendable {
  /// What tells apart what two components show, and in which order they are listed.
  struct Shown: Sendable {
    let title: String
    /// The place in the order by title, then by the first component that shows the same.
    let rank: Int
    /// A number that components share where they show the same, byte for byte in the title.
    let number: Int
  }

  let uid: String
  /// The place of the series among all.
  let series: Int
  let alarm: SeriesAlarm
  let number: Int
  let shown: [Shown]
  let location: SourceLocation?

  init(
    _ seriesExpansion: SeriesExpansion, series: Int, alarm: SeriesAlarm, number: Int,
    _ options: CompilerOptions
  ) {
    let own = seriesExpansion.series
    uid = own.uid
    self.series = series
    self.alarm = alarm
    self.number = number
    let components = own.components
    location = components[0].location
    if components.count == 1 {
      // There is nothing to compare it with.
      let title = AlarmTexts.title(
        of: components[0], components[0].alarm(at: alarm.place), options.language)
      shown = [Shown(title: title, rank: 0, number: 0)]
      return
    }
    shown = ListedReminder.shown(
      components.map { ReminderContent($0, alarm: alarm.place, options) })
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
