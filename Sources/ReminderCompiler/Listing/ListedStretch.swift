import CivilTime
import ICalendar
import NotificationTriggers

/// What is due in one stretch.
struct ListedStretch {
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
  init?(of reminders: [ListedReminder], in range: Range<Instant>, limit: Int?) {
    for (index, reminder) in reminders.enumerated() {
      let uid = reminder.seriesExpansion.series.uid
      let fires = reminder.seriesExpansion.fires(of: reminder.alarm, in: range)
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
  func account(to reminders: inout [ListedReminder]) -> [Diagnostic] {
    var cuts: [Diagnostic] = []
    for (index, found) in found.enumerated() {
      reminders[index].count += found.count
      guard let cut = found.cut else { continue }
      reminders[index].isCut = true
      let reminder = reminders[index]
      cuts.append(
        Diagnostic(
          .firesCut(alarm: reminder.number, limit: SeriesExpansion.maximumFires, from: cut),
          at: reminder.seriesExpansion.series.components.first?.location,
          uid: reminder.seriesExpansion.series.uid))
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
