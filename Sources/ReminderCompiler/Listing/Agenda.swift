import CivilTime
package import ICalendar
import NotificationTriggers
import TextSafety
package import WorkSharing

/// An agenda of calendars: a heading for each day, and below it the occurrences with the times of
/// their reminders.
///
/// An occurrence without a reminder later on its day is listed at its start, with `–` in place of a
/// time. An occurrence that has begun and not ended is listed today, after overdue to-dos. Times
/// are relative to now, or to the occurrence: `15 minutes before`.
package struct Agenda {
  /// A part of a line that may be painted.
  package enum Part {
    /// The heading of a day.
    case heading
    case calendar
  }

  package private(set) var fireCount = 0
  package private(set) var diagnostics: [Diagnostic] = []
  private let options: CompilerOptions
  private let phrases: WhenPhrase
  private let width: Int?
  private var entries: [Entry] = []
  /// The instant at which the list ends; nil for the horizon's end.
  private var cut: Instant?

  private struct Entry {
    /// The due time of its reminder; nil for none.
    let fire: Instant?
    let at: Instant
    let title: String
    /// The occurrence, as seen now; nil if the fire does not belong to one of several.
    let moment: Moment?
    let place: String
    let calendarName: String
  }

  /// The limit of entries, more than a person reads.
  private static let maximumEntries = Timeline.maximumEvents
  /// The greatest time since the start of an occurrence in progress, in seconds.
  package static let longestPast = 31 * 86_400
  private static let gap = "  "
  private static let silent = "–"

  /// Makes the agenda of calendars.
  ///
  /// - Parameters:
  ///   - components: The components of all files, also those without alarms.
  ///   - options: The window, the device and the default alarms.
  ///   - workers: The threads to use.
  ///   - width: The width of lines in columns, at least ``PlanTable/leastWidth``; nil for no limit.
  ///     Places and calendars are left out, and titles are shortened.
  package init(
    _ components: [CalendarComponent], _ options: CompilerOptions, _ workers: Workers,
    width: Int? = nil
  ) {
    self.options = options
    phrases = WhenPhrase(options.language)
    self.width = width.map { max($0, PlanTable.leastWidth) }
    let expansion = Expansion(components, options, workers)
    addOverdue(expansion)
    let reminded = addFires(FireListing(expansion), workers)
    addOccurrences(components, besides: reminded, workers)
    let zone = options.deviceZone
    let order = entries.indices.sorted { left, right in
      let (own, other) = (entries[left], entries[right])
      return own.at == other.at ? left < right : own.at < other.at
    }
    entries = order.map { entries[$0] }
    cut = entries.count > Agenda.maximumEntries ? entries[Agenda.maximumEntries].at : cut
    if let cut {
      let day = zone.civil(at: cut).dayNumber
      // List whole days, but at least one entry.
      let end = entries.partitionPoint { zone.civil(at: $0.at).dayNumber < day }
      let kept = min(max(end, 1), entries.count)
      if kept < entries.count { self.cut = entries[kept].at }
      entries.removeSubrange(kept...)
    }
  }

  /// An occurrence by its start, and its series by the UID or the title: copies of one event have
  /// different UIDs.
  private struct OccurrenceKey: Hashable {
    let name: String
    let start: Instant

    static func all(of fire: ListedFire) -> [OccurrenceKey] {
      guard let start = fire.occurrence?.start ?? fire.occurrence?.end else { return [] }
      return [fire.uid ?? "", fire.title].map { OccurrenceKey(name: $0, start: start) }
    }
  }

  /// Adds the to-dos that were due on an earlier day, or earlier today, first on today's list.
  private mutating func addOverdue(_ expansion: Expansion) {
    // A nag of any length finds them.
    guard let nag = TimeIntervalTrigger(interval: 86_400, repeats: true) else { return }
    let (now, zone) = (options.now, options.deviceZone)
    let due = expansion.overdue(nag).compactMap { toDo in
      toDo.occurrence.flatMap { Moment($0, fire: now, zone) }.map { (toDo.content, $0) }
    }
    for (content, moment) in due.sorted(by: { $0.1.end < $1.1.end })
    where !moment.isWholeDays || moment.daysAhead < 0 {
      entries.append(
        Entry(
          fire: nil, at: zone.instant(of: CivilDateTime(zone.civil(at: now).date)),
          title: TerminalText.oneLine(content.title), moment: moment,
          place: TerminalText.oneLine(content.placeAndText?.place ?? ""),
          calendarName: TerminalText.oneLine(content.calendarName)))
    }
  }

  /// Adds all fires, and returns the occurrences with a fire on their days.
  private mutating func addFires(
    _ listing: FireListing, _ workers: Workers
  ) -> Set<OccurrenceKey> {
    var reminded: Set<OccurrenceKey> = []
    diagnostics = listing.diagnostics
    let cuts = listing.forEachBatch(workers) { fires in
      fireCount += fires.count
      for place in fires.indices {
        guard entries.count <= Agenda.maximumEntries else {
          cut = cut ?? fires[place].at
          return
        }
        let fire = fires[place]
        if isOnItsDay(fire) { reminded.formUnion(OccurrenceKey.all(of: fire)) }
        entries.append(entry(of: fire, fires, place, in: listing, at: fire.at, isReminder: true))
      }
    }
    diagnostics += cuts
    return reminded
  }

  private func isOnItsDay(_ fire: ListedFire) -> Bool {
    let zone = options.deviceZone
    let moment = fire.occurrence.flatMap { Moment($0, fire: fire.at, zone) }
    return moment?.daysAhead == 0
  }

  /// Adds the occurrences without a reminder from now on, on their days.
  private mutating func addOccurrences(
    _ components: [CalendarComponent], besides reminded: Set<OccurrenceKey>, _ workers: Workers
  ) {
    let (now, zone) = (options.now, options.deviceZone)
    let today = zone.instant(of: CivilDateTime(zone.civil(at: now).date))
    let listing = FireListing(
      Expansion(
        components.map(\.announcingItself),
        options.listingOccurrences(from: now - Agenda.longestPast), workers))
    let first = entries.count
    _ = listing.forEachBatch(workers) { fires in
      for place in fires.indices {
        guard entries.count - first <= Agenda.maximumEntries else {
          cut = min(cut ?? fires[place].at, fires[place].at)
          return
        }
        let fire = fires[place]
        guard let occurrence = fire.occurrence, let start = occurrence.start ?? occurrence.end
        else { continue }
        // A to-do is listed until it is due, and on that day.
        let isOver =
          fire.at < now && (occurrence.end ?? start) <= now
          && !(occurrence.isAllDay && fire.at >= today)
        guard !isOver, reminded.isDisjoint(with: OccurrenceKey.all(of: fire)) else { continue }
        entries.append(
          entry(
            of: fire, fires, place, in: listing, at: max(today, fire.at), isReminder: false))
      }
    }
  }

  private func entry(
    of fire: ListedFire, _ fires: FireBatch, _ place: Int, in listing: FireListing,
    at instant: Instant, isReminder: Bool
  ) -> Entry {
    let zone = options.deviceZone
    let (listed, numbers) = fires.listed(place)
    let component = listing.expansion.series[listed.series].series.components[numbers.component]
    let wording = phrases.wording
    let remarks = [
      fire.repetition > 0 ? wording.repetition.around("\(fire.repetition)") : nil,
      fire.movedFrom.map { phrases.moved(from: $0, to: fire.at, in: zone) },
    ].compactMap { $0.map(wording.inZone.around) }.joined()
    return Entry(
      fire: isReminder ? fire.at : nil, at: instant,
      title: TerminalText.oneLine(fire.title) + remarks,
      moment: fire.occurrence.flatMap { Moment($0, fire: options.now, zone) },
      place: TerminalText.oneLine(component.place),
      calendarName: TerminalText.oneLine(component.calendarName))
  }
}

extension Agenda {
  /// Returns the lines; `painted` can add colors to parts.
  package func text(painted: (String, Part) -> String = { text, _ in text }) -> String {
    let (zone, formatter, wording) = (options.deviceZone, phrases.formatter, phrases.wording)
    let today = zone.civil(at: options.now).dayNumber
    // No language writes a longer one.
    let evening = TimeOfDay(hour: 22, minute: 55, second: 0) ?? .midnight
    let timeWidth = formatter.time(evening).terminalWidth
    let hasCalendars = Set(entries.map(\.calendarName)).count > 1
    var lines = [zone.identifier]
    func head(_ day: Int) {
      lines += ["", painted(fitting(phrases.heading(day, today: today)), .heading)]
    }
    var last: (day: Int, fire: Instant?)?
    if entries.first.map({ zone.civil(at: $0.at).dayNumber > today }) ?? true {
      head(today)
      lines.append(Agenda.gap + wording.nothing)
    }
    for entry in entries {
      let civil = zone.civil(at: entry.at)
      if last?.day != civil.dayNumber { head(civil.dayNumber) }
      // Fires that are due at once share their time.
      let isShared = last?.day == civil.dayNumber && entry.fire != nil && last?.fire == entry.fire
      last = (civil.dayNumber, entry.fire)
      let time =
        entry.fire == nil ? Agenda.silent : isShared ? "" : formatter.time(civil.time)
      let space = String(repeating: " ", count: max(0, timeWidth - time.terminalWidth))
      let before = Agenda.gap + space + time + Agenda.gap
      lines.append(
        before
          + texts(
            entry, on: civil.dayNumber, behind: before.terminalWidth, hasCalendars: hasCalendars,
            painted))
    }
    let end = phrases.dateAndTime(cut ?? options.window.upperBound, in: zone)
    if entries.isEmpty { lines += ["", fitting(wording.nothingUntil.around(end))] }
    if cut != nil { lines += ["", fitting(wording.moreFrom.around(end))] }
    return lines.map { $0 + "\n" }.joined()
  }

  private func fitting(_ text: String) -> String {
    width.map { text.shortened(toColumns: $0) } ?? text
  }

  private func texts(
    _ entry: Entry, on day: Int, behind used: Int, hasCalendars: Bool,
    _ painted: (String, Part) -> String
  ) -> String {
    var parts = [
      TerminalText.oneLine(
        entry.moment.map { phrases.agenda($0, onDay: day, remindedAt: entry.fire) } ?? ""),
      entry.place, hasCalendars ? entry.calendarName : "",
    ]
    func text(_ title: String) -> String {
      ([title] + parts).filter { !$0.isEmpty }.joined(separator: Agenda.gap)
    }
    func whole(_ text: String) -> String {
      let calendar = parts[2]
      guard !calendar.isEmpty, text.hasSuffix(calendar) else { return text }
      return text.dropLast(calendar.count) + painted(calendar, .calendar)
    }
    guard let width else { return whole(text(entry.title)) }
    let room = width - used
    func excess() -> Int { text(entry.title).terminalWidth - room }
    // A shortened title keeps a few words. The least important part is left out first.
    let short = 12
    let spare = max(0, entry.title.terminalWidth - short)
    for place in [2, 1, 0] where excess() > spare { parts[place] = "" }
    guard excess() > 0 else { return whole(text(entry.title)) }
    let title = entry.title.shortened(
      toColumns: max(short, entry.title.terminalWidth - excess()))
    return whole(text(title).shortened(toColumns: room))
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
