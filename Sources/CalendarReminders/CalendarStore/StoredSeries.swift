package import CivilTime
package import ICalendar

/// Converts the occurrences that a calendar store lists for one event back to components.
///
/// A store reports the rule and the occurrences, but not which occurrences are deleted. So the
/// rule's occurrences are compared with the list. Occurrences that the list lacks become EXDATEs,
/// occurrences that the rule lacks become RDATEs, and changed occurrences become overrides. An
/// expansion then checks that the components have exactly the listed starts within the window. If
/// they don't, or if the rule gives few of the listed occurrences, every occurrence becomes an
/// RDATE and the series ends with the window.
struct StoredSeries {
  /// The occurrences in the order of their original starts, without duplicates.
  private let events: [StoredEvent]
  private let window: Range<Instant>
  private let deviceZone: Zone
  private(set) var components: [CalendarComponent] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// The number of occurrences that are tried as DTSTART.
  ///
  /// The first occurrence can be an extra date that the rule doesn't give.
  private static let maximumAnchors = 8

  /// Converts the occurrences of one event: at least one, in any order.
  init(_ events: [StoredEvent], in window: Range<Instant>, onDeviceIn deviceZone: Zone) {
    var known: Set<Instant> = []
    // If two occurrences have the same original start, keep the detached one.
    self.events = events.sorted {
      ($0.original, $0.isDetached ? 0 : 1, $0.start) < (
        $1.original, $1.isDetached ? 0 : 1, $1.start
      )
    }.filter { known.insert($0.original).inserted }
    self.window = window
    self.deviceZone = deviceZone
    let regular = self.events.filter { !$0.isDetached }
    guard let first = regular.first else {
      components = self.events.map(override)
      diagnostics = self.events[0].item.diagnostics
      if self.events.contains(where: { !$0.item.rules.isEmpty }) {
        diagnostics.append(
          Diagnostic(.ruleReplaced(count: self.events.count), uid: self.events[0].item.uid))
      }
      return
    }
    diagnostics = first.item.diagnostics
    var best: Candidate?
    for anchor in regular.prefix(StoredSeries.maximumAnchors) {
      guard let candidate = candidate(anchor) else { break }
      if best.map({ $0.isWorse(than: candidate) }) ?? true { best = candidate }
      if candidate.hits == candidate.count { break }
    }
    if let best, best.isPlausible, isExact(best.components) {
      components = best.components
    } else {
      components = dated(first)
      if !first.item.rules.isEmpty {
        diagnostics.append(Diagnostic(.ruleReplaced(count: self.events.count), uid: first.item.uid))
      }
    }
  }

  /// The components that result if one occurrence is DTSTART.
  private struct Candidate {
    let components: [CalendarComponent]
    /// The number of listed occurrences that the rules give.
    let hits: Int
    /// The number of occurrences that the rules give and the list lacks.
    let misses: Int
    let count: Int

    /// Whether `other` gives more listed occurrences, or as many with fewer misses.
    func isWorse(than other: Candidate) -> Bool {
      (hits, -misses) < (other.hits, -other.misses)
    }

    /// Whether the list looks like the rules' occurrences with some exceptions.
    var isPlausible: Bool { 2 * hits >= count && (hits > 1 || misses == 0) }
  }

  private var originals: Set<Instant> { Set(events.map(\.original)) }

  /// The end of the comparison of the rule's occurrences with the list, exclusive.
  private var end: Instant {
    // A moved occurrence may have its original start after the window.
    events.filter { !$0.isDetached }.map { $0.original + 1 }.reduce(window.upperBound, max)
  }

  /// Makes components with `anchor` as DTSTART; nil if the rules cannot be expanded.
  private func candidate(_ anchor: StoredEvent) -> Candidate? {
    let start = anchor.time(anchor.start, onDeviceIn: deviceZone)
    let last = events.last?.original
    let rules = anchor.item.rules.map {
      $0.rule(from: start, upTo: last, onDeviceIn: deviceZone)
    }
    guard !rules.isEmpty, !rules.contains(nil) else { return nil }
    var master = anchor.component(onDeviceIn: deviceZone)
    master.rules = rules.compactMap { $0 }
    let expansion = SeriesExpansion(EventSeries(master: master), onDeviceIn: deviceZone)
    guard
      let given = expansion.originalStarts(before: end, limit: SeriesExpansion.maximumFires)
    else { return nil }
    let (listed, known) = (originals, Set(given))
    let misses = given.filter { !listed.contains($0) }
    master.exceptionDates = misses.map { anchor.time($0, onDeviceIn: deviceZone) }
    master.recurrenceDates = events.filter { !$0.isDetached && !known.contains($0.original) }
      .map { .init($0.time($0.original, onDeviceIn: deviceZone)) }
    return Candidate(
      components: [master] + overrides(of: anchor), hits: listed.intersection(known).count,
      misses: misses.count, count: listed.count)
  }

  private func dated(_ first: StoredEvent) -> [CalendarComponent] {
    var master = first.component(onDeviceIn: deviceZone)
    master.recurrenceDates = events.filter { !$0.isDetached && $0.original != first.original }
      .map { .init($0.time($0.original, onDeviceIn: deviceZone)) }
    return [master] + overrides(of: first)
  }

  /// The occurrences whose content or duration differs from the anchor's.
  private func overrides(of anchor: StoredEvent) -> [CalendarComponent] {
    events.filter { $0.isDetached || !$0.isLike(anchor, onDeviceIn: deviceZone) }.map(override)
  }

  private func override(_ event: StoredEvent) -> CalendarComponent {
    var component = event.component(onDeviceIn: deviceZone)
    component.recurrenceID = CalendarComponent.RecurrenceID(
      event.time(event.original, onDeviceIn: deviceZone))
    return component
  }

  /// Whether the components have exactly the listed starts within the window.
  private func isExact(_ components: [CalendarComponent]) -> Bool {
    let probe = Alarm(.relative(.zero, to: .start))
    let probed = components.map { component in
      var component = component
      component.alarms = [probe]
      component.isSilent = false
      return component
    }
    let series = SeriesGrouping(probed, onDeviceIn: deviceZone).series
    guard series.count == 1 else { return false }
    let fires = SeriesExpansion(series[0], onDeviceIn: deviceZone).fires(of: .alarm(0), in: window)
    let listed = events.map(\.start).filter(window.contains)
    return fires.cut == nil && Set(fires.map(\.at)) == Set(listed)
  }
}

extension Finding {
  /// The rule doesn't give the occurrences that a calendar store lists.
  package static func ruleReplaced(count: Int) -> Finding {
    Finding(
      "rule-replaced", .note, property: "RRULE",
      message: "the rule gives other dates than the calendar store; the \(count) occurrences "
        + "of the store are used, and later ones are unknown")
  }
}

extension CalendarDocument {
  /// The name that replaces a file name in diagnostics about a calendar store.
  static let storeName = "<calendar store>"

  /// Makes components of the occurrences of events, in any order.
  ///
  /// The list must contain all occurrences in the window.
  package init(_ events: [StoredEvent], in window: Range<Instant>, onDeviceIn deviceZone: Zone) {
    self.init(file: CalendarDocument.storeName)
    var groups: [[StoredEvent]] = []
    var places: [[String]: Int] = [:]
    for event in events {
      let key = [event.item.calendar, event.item.uid]
      if let place = places[key] {
        groups[place].append(event)
      } else {
        places[key] = groups.count
        groups.append([event])
      }
    }
    for group in groups {
      let series = StoredSeries(group, in: window, onDeviceIn: deviceZone)
      components += series.components
      diagnostics += series.diagnostics
    }
    componentCounts.events = groups.count
    componentCounts.eventsWithoutAlarms = groups.count { $0.allSatisfy(\.item.alarms.isEmpty) }
    count()
  }

  /// Makes the components of reminders, in any order.
  package init(_ reminders: [StoredReminder], onDeviceIn deviceZone: Zone) {
    self.init(file: CalendarDocument.storeName)
    components = reminders.map { $0.component(onDeviceIn: deviceZone) }
    diagnostics = reminders.flatMap(\.diagnostics)
    componentCounts.toDos = reminders.count
    componentCounts.toDosWithoutAlarms = reminders.count(where: \.item.alarms.isEmpty)
    count()
  }

  private mutating func count() {
    componentCounts.components = components.count
    componentCounts.componentsWithoutAlarms = components.count(where: \.alarms.isEmpty)
  }
}
