import CivilTime
public import ICalendar
import NotificationTriggers

/// What calendars ask for, in order of time and a piece at a time.
///
/// The window is gone through in stretches that grow while little is due and shrink where more is
/// due than is held at once, so that the first fire of a rule without end comes at once, and memory
/// grows with the input alone.
public struct FireListing: Sendable {
  private let options: CompilerOptions
  private let expansions: [SeriesExpansion]
  /// What was found while the series were put together.
  public let diagnostics: [Diagnostic]

  /// The length of the first stretch, in seconds.
  private static let firstStretch = 3_600
  /// How many times as long as a stretch the next one is at most, and how many times as short one is
  /// that is tried again.
  ///
  /// Each stretch expands every reminder anew: a year is gone through in five.
  private static let growth = 16
  /// The most fires that are held at once: 5 MB.
  package var fewestHeld = 65_536
  /// The same for each reminder: expanding one anew costs as much as some dozens of fires.
  private static let heldPerReminder = 64

  /// Makes the listing of components.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The window, the device and the default alarms.
  public init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    let expansion = Expansion(components, options)
    self.options = expansion.options
    diagnostics = expansion.diagnostics
    expansions = expansion.series
  }

  /// Calls a function for the fires of each stretch that has any.
  ///
  /// - Parameter body: Receives fires ascending by instant, then UID by its bytes, alarm and repeat.
  /// - Returns: Which reminders were cut short.
  public func forEachBatch(_ body: ([ListedFire]) -> Void) -> [Diagnostic] {
    var shown = SharedContents()
    var reminders = expansions.enumerated().flatMap { series, expansion in
      expansion.alarms.enumerated().map { number, alarm in
        Listed(expansion, series: series, alarm: alarm, number: number, options, &shown)
      }
    }
    let most = max(fewestHeld, FireListing.heldPerReminder * reminders.count)
    var cuts: [Diagnostic] = []
    var start = options.window.lowerBound
    var length = FireListing.firstStretch
    while start < options.window.upperBound, !reminders.isEmpty {
      let end = min(options.window.upperBound, start + length)
      guard var stretch = Stretch(of: reminders, in: start..<end, limit: length > 1 ? most : nil)
      else {
        length = max(1, length / FireListing.growth)
        continue
      }
      cuts += stretch.account(to: &reminders)
      let fires = stretch.ordered()
      if !fires.isEmpty { body(fires) }
      length *= max(1, min(FireListing.growth, most / (2 * max(1, fires.count))))
      start = end
    }
    return cuts
  }

  /// A reminder on its way through the window.
  private struct Listed {
    let expansion: SeriesExpansion
    /// The place of the series among all.
    let series: Int
    let alarm: SeriesAlarm
    /// What it is listed under.
    let number: Int
    /// What each component shows, by the first one that shows the same.
    let contents: [Int]
    /// What each component shows, by a number that series with the same UID share; empty where there
    /// is no other.
    let shared: [Int]
    let titles: [String]
    /// How many fires have been listed.
    var count = 0
    var isCut = false

    init(
      _ expansion: SeriesExpansion, series: Int, alarm: SeriesAlarm, number: Int,
      _ options: CompilerOptions, _ numbers: inout SharedContents
    ) {
      self.expansion = expansion
      self.series = series
      self.alarm = alarm
      self.number = number
      let shown = expansion.series.components.map {
        NotificationContent($0, alarm: alarm.place, level: options.levels.level(of: $0), thread: "")
      }
      contents = shown.map { shown.firstIndex(of: $0) ?? 0 }
      titles = shown.map(\.title)
      shared =
        expansion.series.hasNamesakes
        ? shown.map { numbers.number(of: $0, uid: expansion.series.uid) } : []
    }
  }

  /// What is due in one stretch.
  private struct Stretch {
    /// A fire with the place of its reminder, which stands for UID and alarm in comparisons.
    private struct Entry {
      let fire: ListedFire
      let reminder: Int
      /// What it shows: fires that differ in text or level are two, as in a plan.
      let content: Int
      /// The series, and what it shows by a number that series with the same UID share.
      let series: Int
      let shared: Int?

      func precedes(_ other: Entry) -> Bool {
        (fire.at, reminder, fire.repetition, fire.title, content)
          < (other.fire.at, other.reminder, other.fire.repetition, other.fire.title, other.content)
      }

      func isSame(as other: Entry) -> Bool {
        fire.at == other.fire.at && reminder == other.reminder
          && fire.repetition == other.fire.repetition && content == other.content
          && fire.title.utf8.elementsEqual(other.fire.title.utf8)
      }
    }

    private var entries: [Entry] = []
    /// How many fires each reminder has here, and from where on it is cut.
    private var found: [(count: Int, cut: Instant?)] = []

    /// Looks at all reminders; nil where a shorter stretch is needed.
    ///
    /// There are more fires than the limit, or so many of one reminder that the look at it was cut.
    ///
    /// - Parameters:
    ///   - reminders: The reminders.
    ///   - range: The stretch.
    ///   - limit: The most fires that are held; nil for a stretch that can't be shorter.
    init?(of reminders: [Listed], in range: Range<Instant>, limit: Int?) {
      for (index, reminder) in reminders.enumerated() {
        let uid = reminder.expansion.series.uid
        let fires = reminder.expansion.fires(of: reminder.alarm, in: range)
        if limit != nil, fires.cut != nil, fires.isCrowded { return nil }
        let room = SeriesExpansion.maximumFires - reminder.count
        entries += fires.prefix(room).map {
          Entry(
            fire: ListedFire(
              at: $0.at, uid: uid, alarm: reminder.number, repetition: $0.repetition,
              title: reminder.titles[$0.component], identifier: nil),
            reminder: index, content: reminder.contents[$0.component], series: reminder.series,
            shared: reminder.shared.isEmpty ? nil : reminder.shared[$0.component])
        }
        if let limit, entries.count > limit { return nil }
        found.append(
          (fires.count, fires.count > room ? fires[room].at : fires.cut))
      }
    }

    /// Adds to what the reminders have listed, and takes those away that are cut short.
    func account(to reminders: inout [Listed]) -> [Diagnostic] {
      var cuts: [Diagnostic] = []
      for (index, found) in found.enumerated() {
        reminders[index].count += found.count
        guard let cut = found.cut else { continue }
        reminders[index].isCut = true
        let reminder = reminders[index]
        cuts.append(
          Diagnostic(
            .firesCut(alarm: reminder.number, limit: SeriesExpansion.maximumFires, from: cut),
            at: reminder.expansion.series.components.first?.location,
            uid: reminder.expansion.series.uid))
      }
      if !cuts.isEmpty { reminders.removeAll(where: \.isCut) }
      return cuts
    }

    /// The fires in order; an occurrence that is moved onto another is due once, as in a plan, and so
    /// is what several series with one UID ask for.
    mutating func ordered() -> [ListedFire] {
      entries.sort { $0.precedes($1) }
      var equals = EqualFires()
      return entries.indices.filter { index in
        let entry = entries[index]
        if let shared = entry.shared,
          !equals.isFirst(
            at: entry.fire.at, repetition: entry.fire.repetition, shown: shared,
            askedBy: entry.series)
        {
          return false
        }
        return index == 0 || !entries[index - 1].isSame(as: entry)
      }.map { entries[$0].fire }
    }
  }
}
