import CivilTime
package import ICalendar
import NotificationTriggers
import ReminderExpansion
package import ReminderOptions
import ReminderPlans
import TextSafety
package import WorkSharing

/// An agenda of calendars: a heading for each day, and below it the occurrences, each in one line
/// with the times of its reminders.
///
/// An occurrence is listed at its start, and a to-do when it is due. One that has begun and not
/// ended is listed today, after overdue to-dos. An occurrence after the window is listed if a
/// reminder of it is in the window.
package struct Agenda {
  /// Calendars that are compiled with the same options.
  package struct Source {
    let components: [CalendarComponent]
    let options: CompilerOptions

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - components: The components of all files, also those without alarms.
    ///   - options: The window, the device and the default alarms.
    package init(_ components: [CalendarComponent], options: CompilerOptions) {
      self.components = components
      self.options = options
    }
  }

  /// An occurrence, or reminders that don't belong to a single one.
  struct Entry {
    /// The instant at which it is listed.
    let at: Instant
    let title: String
    /// The occurrence, as seen now; nil if the reminders don't belong to a single one.
    let moment: Moment?
    let place: String
    let calendarName: String
    var rings: [AgendaRing] = []
  }

  package private(set) var diagnostics: [Diagnostic] = []
  let now: Instant
  let zone: Zone
  /// The end of the window.
  let end: Instant
  let language: ReminderLanguage
  private(set) var entries: [Entry] = []
  /// The instant at which the list ends; nil for the end of the window.
  private(set) var cut: Instant?

  private var places: [OccurrenceKey: Int] = [:]
  private let today: Instant

  /// The limit of entries, and of reminders, more than a person reads.
  private static let maximumCount = Timeline.maximumEvents
  /// The greatest time since the start of an occurrence in progress, in seconds.
  package static let longestPast = 31 * 86_400

  /// Makes the agenda of several sources; the first one has the window, the zone and the language.
  ///
  /// The same occurrence in several sources is listed once.
  package init(_ sources: [Source], workers: Workers) {
    precondition(!sources.isEmpty)
    let options = sources[0].options
    (now, zone, language) = (options.now, options.deviceZone, options.language)
    end = options.window.upperBound
    today = zone.instant(of: CivilDateTime(zone.civil(at: now).date))
    for source in sources {
      let known = Set(places.keys)
      let expansion = Expansion(source.components, options: source.options, workers: workers)
      addOverdue(expansion, besides: known)
      addOccurrences(of: source, besides: known, workers: workers)
      addReminders(of: FireListing(expansion), workers: workers)
    }
    finish()
  }

  /// Sorts the entries, and leaves out those after the cut.
  private mutating func finish() {
    let order = entries.indices.sorted { left, right in
      let (own, other) = (entries[left], entries[right])
      return own.at == other.at ? left < right : own.at < other.at
    }
    entries = order.map { entries[$0] }
    for index in entries.indices { entries[index].rings = Set(entries[index].rings).sorted() }
    if entries.count > Agenda.maximumCount {
      let first = entries[Agenda.maximumCount].at
      cut = min(cut ?? first, first)
    }
    guard let cut else { return }
    let day = zone.civil(at: cut).dayNumber
    // List whole days, but at least one entry.
    let end = entries.partitionPoint { zone.civil(at: $0.at).dayNumber < day }
    let kept = min(max(end, 1), entries.count)
    if kept < entries.count { self.cut = entries[kept].at }
    entries.removeSubrange(kept...)
  }
}

extension Agenda {
  /// An occurrence by its start, and its series by the UID, the title or both.
  ///
  /// Copies of one event have different UIDs. Events of different calendars can have the same UID.
  private struct OccurrenceKey: Hashable {
    let uid: UIDKey?
    let title: String?
    let start: Instant

    /// The keys of an occurrence, the most exact one first; empty without a start and an end.
    static func all(uid: String, title: String, _ occurrence: Occurrence?) -> [OccurrenceKey] {
      guard let start = occurrence?.start ?? occurrence?.end else { return [] }
      let key = UIDKey(uid)
      return [(key, title), (key, nil), (nil, title)].map {
        OccurrenceKey(uid: $0, title: $1, start: start)
      }
    }
  }

  private mutating func add(_ entry: Entry, keys: [OccurrenceKey]) {
    for key in keys where places[key] == nil { places[key] = entries.count }
    entries.append(entry)
  }

  /// Adds the to-dos that were due on an earlier day, or earlier today, first on today's list.
  private mutating func addOverdue(_ expansion: Expansion, besides known: Set<OccurrenceKey>) {
    // A nag of any length finds them.
    guard let nag = TimeIntervalTrigger(interval: 86_400, repeats: true) else { return }
    let due = expansion.overdue(nag).compactMap { toDo in
      toDo.occurrence.flatMap { Moment($0, fire: now, onDeviceIn: zone) }.map { (toDo, $0) }
    }
    for (toDo, moment) in due.sorted(by: { $0.1.end < $1.1.end })
    where !moment.isWholeDays || moment.daysAhead < 0 {
      let keys = OccurrenceKey.all(uid: toDo.uid, title: toDo.content.title, toDo.occurrence)
      guard !known.contains(keys[0]) else { continue }
      add(
        Entry(
          at: today, title: TerminalText.oneLine(toDo.content.title), moment: moment,
          place: TerminalText.oneLine(toDo.content.placeAndText?.place ?? ""),
          calendarName: TerminalText.oneLine(toDo.content.calendarName)), keys: keys)
    }
  }

  /// Adds the occurrences that are not over.
  private mutating func addOccurrences(
    of source: Source, besides known: Set<OccurrenceKey>, workers: Workers
  ) {
    let listing = FireListing(
      Expansion(
        source.components.map(\.announcingItself),
        options: source.options.listingOccurrences(from: now - Agenda.longestPast), workers: workers
      ))
    let first = entries.count
    _ = listing.forEachBatch(workers: workers) { fires in
      for place in fires.indices {
        let fire = fires[place]
        guard entries.count - first <= Agenda.maximumCount else {
          cut = min(cut ?? fire.at, fire.at)
          return
        }
        guard let occurrence = fire.occurrence, let start = occurrence.start ?? occurrence.end
        else { continue }
        // A to-do is listed until it is due, and on that day.
        let isOver =
          fire.at < now && (occurrence.end ?? start) <= now
          && !(occurrence.isAllDay && fire.at >= today)
        let keys = OccurrenceKey.all(uid: fire.uid ?? "", title: fire.title, occurrence)
        guard !isOver, !known.contains(keys[0]) else { continue }
        add(
          entry(of: fire, batch: fires, place: place, in: listing, at: max(today, fire.at)),
          keys: keys)
      }
    }
  }

  /// Adds the reminders to their occurrences, and the occurrences that are missing.
  private mutating func addReminders(of listing: FireListing, workers: Workers) {
    diagnostics += listing.diagnostics
    var count = 0
    diagnostics += listing.forEachBatch(workers: workers) { fires in
      for place in fires.indices {
        let fire = fires[place]
        count += 1
        guard count <= Agenda.maximumCount else {
          cut = min(cut ?? fire.at, fire.at)
          return
        }
        let ring = AgendaRing(at: fire.at, movedFrom: fire.movedFrom)
        let keys = OccurrenceKey.all(uid: fire.uid ?? "", title: fire.title, fire.occurrence)
        if let known = keys.first(where: { places[$0] != nil }).flatMap({ places[$0] }) {
          entries[known].rings.append(ring)
          continue
        }
        let moment = fire.occurrence.flatMap { Moment($0, fire: now, onDeviceIn: zone) }
        var entry = entry(
          of: fire, batch: fires, place: place, in: listing,
          at: max(today, moment?.point ?? fire.at))
        entry.rings = [ring]
        add(entry, keys: keys)
      }
    }
  }

  private func entry(
    of fire: ListedFire, batch fires: FireBatch, place: Int, in listing: FireListing,
    at instant: Instant
  ) -> Entry {
    let (listed, numbers) = fires.listed(place)
    let component = listing.expansion.series[listed.series].series.components[numbers.component]
    return Entry(
      at: instant, title: TerminalText.oneLine(fire.title),
      moment: fire.occurrence.flatMap { Moment($0, fire: now, onDeviceIn: zone) },
      place: TerminalText.oneLine(component.place),
      calendarName: TerminalText.oneLine(component.calendarName))
  }
}

extension CompilerOptions {
  /// Returns options with which alarms at the start list all occurrences from an instant on.
  func listingOccurrences(from start: Instant) -> CompilerOptions {
    var options = self
    let end = window.upperBound
    options.now = start
    options.horizon = CalendarDuration(seconds: end - start)
    options.ignoredAlarms = []
    options.allDayMoves = []
    options.nag = nil
    options.quietHours = []
    options.silences = []
    options.handled = HandledReminders()
    return options
  }
}

extension CalendarComponent {
  /// The component with one alarm, at its start or at the due time of a to-do.
  var announcingItself: CalendarComponent {
    var component = self
    component.alarms = []
    // A component without a time, such as many to-dos, belongs to no day.
    guard anchor != nil else { return component }
    component.alarms = [Alarm(.relative(.zero, to: isDue ? .end : .start))]
    return component
  }
}
