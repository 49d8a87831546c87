package import CivilTime

/// Groups the components of any number of files, in any order, into series.
///
/// Within a source, revisions and overrides apply. Among components with the same UID and
/// RECURRENCE-ID, the one with the highest SEQUENCE is used, then the one modified last, then the
/// later one (RFC 5545, 3.8.7.4; RFC 5546, 2.1.5). Components of different sources don't replace
/// each other, so an additional file cannot hide events of another file.
package struct SeriesGrouping {
  /// The series in the order in which their UIDs first occur.
  ///
  /// Series with the same UID are ordered by source.
  package private(set) var series: [EventSeries] = []
  package internal(set) var diagnostics: [Diagnostic] = []
  let deviceZone: Zone
  private let areTiedToFiles: Bool

  /// Groups components.
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - deviceZone: The device's zone, in which floating times are compared.
  ///   - areTiedToFiles: Whether options depend on the file of a component. If so, the components
  ///     of two files with the same UID are two series, even if their content is equal.
  package init(
    _ components: [CalendarComponent], onDeviceIn deviceZone: Zone, areTiedToFiles: Bool = false
  ) {
    self.deviceZone = deviceZone
    self.areTiedToFiles = areTiedToFiles
    var firsts: [Int] = []
    // Nearly all series consist of one component.
    var others: [Int: [Int]] = [:]
    var places: [UIDKey: Int] = [:]
    places.reserveCapacity(components.count)
    for index in components.indices {
      let key = UIDKey(components[index].uid)
      if let place = places[key] {
        others[place, default: []].append(index)
      } else {
        places[key] = firsts.count
        firsts.append(index)
      }
    }
    series.reserveCapacity(firsts.count)
    for (place, first) in firsts.enumerated() {
      let rest = others[place] ?? []
      if rest.isEmpty, components[first].recurrenceID == nil {
        series.append(EventSeries(master: components[first]))
      } else {
        add([components[first]] + rest.map { components[$0] })
      }
    }
  }

  private mutating func add(_ group: [CalendarComponent]) {
    let sources = Set(group.map(\.source)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var namesakes: [EventSeries] = []
    var places: [SeriesComparisonKey: Int] = [:]
    let bySource = Dictionary(grouping: group, by: \.source)
    for source in sources {
      var new: [EventSeries] = []
      for series in resolve(bySource[source] ?? []) {
        let content = content(of: series)
        if let place = places[content] {
          // A copy within the source would be one of the new ones.
          if place < namesakes.count { namesakes[place].sourcesOfCopies.insert(source) }
        } else {
          places[content] = namesakes.count + new.count
          new.append(series)
        }
      }
      if let first = namesakes.first,
        let other = new.first(where: {
          content(of: $0).withoutOptional != content(of: first).withoutOptional
        })
      {
        diagnostics.append(
          Diagnostic(
            .uidShared(with: first.place), at: other.components.first?.location, uid: other.uid))
      }
      namesakes += new
    }
    // Series without alarms come last, so that they don't affect the names of the others.
    series += SeriesGrouping.distinguished(
      namesakes.filter(\.isWhole) + namesakes.filter { !$0.isWhole })
  }

  private func content(of series: EventSeries) -> SeriesComparisonKey {
    SeriesComparisonKey(series, isTiedToFile: areTiedToFiles)
  }

  private static func distinguished(_ namesakes: [EventSeries]) -> [EventSeries] {
    guard namesakes.count > 1 else { return namesakes }
    let perSource = Dictionary(grouping: namesakes.indices) { namesakes[$0].source }
    var names: Set<String> = []
    var numbers: [String: Int] = [:]
    return namesakes.map { series in
      var series = series
      let statement = series.statement
      // The first series that is alone in its source keeps the plain UID. Series that share a
      // source all get a distinction, because none takes precedence.
      let isAlone = perSource[series.source]?.count == 1
      var name = isAlone && names.isEmpty ? "" : statement
      while !names.insert(name).inserted {
        numbers[statement, default: 1] += 1
        name = "\(statement)#\(numbers[statement] ?? 1)"
      }
      series.distinction = name
      return series
    }
  }
}

extension EventSeries {
  fileprivate var source: String { components.first?.source ?? "" }

  /// Whether the series has a master and alarms that can fire.
  fileprivate var isWhole: Bool {
    hasMaster && components.contains { !$0.alarms.isEmpty && !$0.isSilent }
  }

  fileprivate var place: String {
    components.first?.location.map { "\($0.file):\($0.line)" } ?? "another place"
  }

  /// A text that distinguishes the series from others that share its UID by mistake.
  fileprivate var statement: String {
    guard let master else { return components.first?.recurrenceID.map { "\($0.time)" } ?? "" }
    let texts = [master.anchor.map { "\($0)" } ?? ""] + master.rules.map(\.description)
    return texts.joined(separator: " ")
  }
}

extension SeriesGrouping {
  /// Returns the series of one UID in one source: one, unless events share a UID by mistake.
  mutating func resolve(_ group: [CalendarComponent]) -> [EventSeries] {
    let masters = newestMasters(of: group.filter { $0.recurrenceID == nil })
    // RECURRENCE-ID is interpreted like the master's DTSTART: a DATE means that day's occurrence.
    let anchor = masters.last?.anchor
    var newest: [RevisionKey: CalendarComponent] = [:]
    for component in group where component.recurrenceID != nil {
      let key = RevisionKey(component, of: anchor, onDeviceIn: deviceZone)
      newest[key] = newer(component, newest[key])
    }
    let overrides = newest.sorted { $0.key < $1.key }.map(\.value)
    guard let first = masters.first else {
      diagnostics += overrides.map {
        Diagnostic(.overrideOrphaned, at: $0.location, uid: $0.uid)
      }
      return [EventSeries(orphans: overrides, uid: group[0].uid)]
    }
    guard masters.count > 1 else {
      return [EventSeries(master: first, overrides: withoutRemoved(overrides, by: first))]
    }
    diagnostics.append(
      Diagnostic(.uidConflict(count: masters.count), at: first.location, uid: first.uid))
    return assign(overrides, to: masters)
  }

  /// Returns the masters that are not replaced by another, the newest one last.
  ///
  /// Exporters give several events of a file the same UID. Events with different starts are kept,
  /// unless the newest one has a higher SEQUENCE or is in another file.
  private mutating func newestMasters(of masters: [CalendarComponent]) -> [CalendarComponent] {
    guard var newest = masters.first else { return [] }
    for master in masters.dropFirst() where !master.isOlder(than: newest) { newest = master }
    var kept: [Instant?: CalendarComponent] = [:]
    var order: [Instant?] = []
    let newestStart = newest.anchor?.instant(onDeviceIn: deviceZone)
    for master in masters {
      let start = master.anchor?.instant(onDeviceIn: deviceZone)
      let isOther =
        start != newestStart
        && (master.sequence < newest.sequence || master.location?.file != newest.location?.file)
      if isOther {
        diagnostics.append(
          Diagnostic(.duplicateReplaced(master), at: master.location, uid: master.uid))
        continue
      }
      if kept[start] == nil { order.append(start) }
      kept[start] = newer(master, kept[start])
    }
    order.removeAll { $0 == newestStart }
    return (order + [newestStart]).compactMap { kept[$0] }
  }

  /// Returns the newer of two revisions, and reports the other one.
  private mutating func newer(
    _ component: CalendarComponent, _ other: CalendarComponent?
  ) -> CalendarComponent {
    guard let other else { return component }
    let isNewer = !component.isOlder(than: other)
    let replaced = isNewer ? other : component
    diagnostics.append(
      Diagnostic(.duplicateReplaced(replaced), at: replaced.location, uid: replaced.uid))
    return isNewer ? component : other
  }

  /// Returns the overrides without those of an older revision whose occurrence the master excludes
  /// with an EXDATE.
  private mutating func withoutRemoved(
    _ overrides: [CalendarComponent], by master: CalendarComponent
  ) -> [CalendarComponent] {
    guard !master.exceptionDates.isEmpty,
      overrides.contains(where: { $0.sequence < master.sequence }),
      let starts = OccurrenceStarts(master, onDeviceIn: deviceZone)
    else { return overrides }
    return overrides.filter { override in
      guard override.sequence < master.sequence, let id = override.recurrenceID,
        !id.isThisAndFuture,
        starts.isException(
          OccurrenceStarts.originalStart(id, like: starts.anchor, onDeviceIn: deviceZone))
      else { return true }
      diagnostics.append(
        Diagnostic(.overrideRemoved(override), at: override.location, uid: override.uid))
      return false
    }
  }

  /// Assigns each override to the event whose occurrence it replaces, or to the newest event if no
  /// occurrence matches.
  private mutating func assign(
    _ overrides: [CalendarComponent], to masters: [CalendarComponent]
  ) -> [EventSeries] {
    let starts = masters.map { OccurrenceStarts($0, onDeviceIn: deviceZone) }
    var own = Array(repeating: [CalendarComponent](), count: masters.count)
    for override in overrides {
      let place = starts.firstIndex { starts in
        guard let starts, let recurrenceID = override.recurrenceID else { return false }
        let original = OccurrenceStarts.originalStart(
          recurrenceID, like: starts.anchor, onDeviceIn: deviceZone)
        return !starts.starts(in: original..<original + 1, limit: 1).starts.isEmpty
      }
      own[place ?? masters.count - 1].append(override)
    }
    return zip(masters, own).map { master, own in
      EventSeries(master: master, overrides: withoutRemoved(own, by: master))
    }
  }
}

extension CalendarComponent {
  /// Whether another revision of the same component replaces this one.
  fileprivate func isOlder(than other: CalendarComponent) -> Bool {
    if sequence != other.sequence { return sequence < other.sequence }
    switch (modified, other.modified) {
    case (let mine?, let theirs?): return mine < theirs
    case (nil, .some): return true
    default: return false
    }
  }
}

/// The key by which revisions of the same override are equal, in addition to the UID.
struct RevisionKey: Hashable, Comparable {
  let instant: Instant?
  let isThisAndFuture: Bool

  init(
    _ component: CalendarComponent, of anchor: CalendarTime?, onDeviceIn deviceZone: Zone
  ) {
    instant = component.recurrenceID.map {
      OccurrenceStarts.originalStart($0, like: anchor, onDeviceIn: deviceZone)
    }
    isThisAndFuture = component.recurrenceID?.isThisAndFuture ?? false
  }

  static func < (left: RevisionKey, right: RevisionKey) -> Bool {
    let (first, second) = (left.instant, right.instant)
    if first != second {
      guard let first else { return true }
      guard let second else { return false }
      return first < second
    }
    return !left.isThisAndFuture && right.isThisAndFuture
  }
}

/// The content of a series that determines the expected fire dates.
struct SeriesComparisonKey: Hashable {
  private let hasMaster: Bool
  private var components: [CalendarComponent]

  init(_ series: EventSeries, isTiedToFile: Bool) {
    hasMaster = series.hasMaster
    components = series.components.map { $0.content(isTiedToFile: isTiedToFile) }
  }

  /// The content without properties that only options use: the calendar's name, the file, and the
  /// attributes, which can differ in each attendee's copy.
  var withoutOptional: SeriesComparisonKey {
    var content = self
    for index in components.indices {
      content.components[index].calendarName = ""
      content.components[index].source = ""
      content.components[index].location = nil
      content.components[index].attributes = ComponentAttributes()
    }
    return content
  }
}

extension CalendarComponent {
  /// Returns the component without properties that only describe its origin.
  fileprivate func content(isTiedToFile: Bool) -> CalendarComponent {
    var content = self
    content.location = isTiedToFile ? location.map { SourceLocation(file: $0.file, line: 0) } : nil
    content.startText = nil
    content.source = ""
    content.sequence = 0
    content.modified = nil
    for index in content.alarms.indices { content.alarms[index]?.uid = nil }
    return content
  }
}

/// A UID that is compared by its bytes.
///
/// Swift strings that differ in bytes can be equal by Unicode's canonical equivalence.
///
/// ASCII strings are equal only if their bytes are, so they don't need a copy.
package enum UIDKey: Hashable, Sendable {
  case ascii(String)
  case bytes([UInt8])

  package init(_ uid: String) {
    self = uid.utf8.allSatisfy { $0 < 0x80 } ? .ascii(uid) : .bytes(Array(uid.utf8))
  }
}
