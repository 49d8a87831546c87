internal import ICalendar

/// Decides which components are read at all.
///
/// A component matters if it has alarms that may still fire, or default alarms are asked for, or if
/// it is an override: an override without alarms silences an occurrence of its master. Components
/// that share a UID with one that matters matter too, in whatever file they stand: those of the
/// same source change it, and of another one that differs the user is told.
struct ComponentSelection {
  private let options: ReadingOptions
  /// For each file and each of its components, whether it is read.
  private var chosen: [[Bool]] = []

  /// Decides for all components of all files.
  init(_ scans: [CalendarScan], options: ReadingOptions) {
    self.options = options
    let expired = options.firesFrom.map(ExpiredComponents.init)
    chosen = scans.indices.map { flags(scans[$0].components, in: scans[$0].bytes, expired) }
    if scans.count > 1 { spread(over: scans) }
  }

  /// Whether a component is read.
  ///
  /// - Parameters:
  ///   - record: The component.
  ///   - index: The place of its file among the scans.
  /// - Returns: Whether it matters.
  func contains(_ record: ComponentRecord, ofScan index: Int) -> Bool {
    chosen[index][Int(record.namesake)]
  }

  /// Which components matter by themselves or by another one of the file; said of the first one
  /// with each UID.
  private func flags(
    _ components: [ComponentRecord], in bytes: [UInt8], _ expired: ExpiredComponents?
  ) -> [Bool] {
    var flags = [Bool](repeating: false, count: components.count)
    for record in components where !flags[Int(record.namesake)] {
      if matters(record, in: bytes.span, expired) { flags[Int(record.namesake)] = true }
    }
    return flags
  }

  /// Where a UID stands that matters.
  private struct Place {
    let uid: UIDText
    let scan: Int
  }

  /// Chooses what shares a UID with a component that matters in another file.
  private mutating func spread(over scans: [CalendarScan]) {
    var places: [Place] = []
    for (scan, flags) in chosen.enumerated() {
      for (component, isChosen) in flags.enumerated() where isChosen {
        guard let uid = scans[scan].components[component].uid else { continue }
        places.append(Place(uid: uid, scan: scan))
      }
    }
    func isEqual(_ uid: UIDText, _ scan: Int, _ place: Place) -> Bool {
      let (own, other) = (scans[scan].bytes, scans[place.scan].bytes)
      return UIDText.areEqual(uid, in: own.span, place.uid, in: other.span)
    }
    var table = UIDTable(capacity: places.count)
    for (number, place) in places.enumerated() {
      _ = table.add(place.uid, number: number) { isEqual(place.uid, place.scan, places[$0]) }
    }
    for scan in scans.indices {
      for component in scans[scan].components.indices where !chosen[scan][component] {
        let record = scans[scan].components[component]
        guard record.namesake == component, let uid = record.uid else { continue }
        let known = table.number(of: uid) { isEqual(uid, scan, places[$0]) }
        if known != nil { chosen[scan][component] = true }
      }
    }
  }

  private func matters(
    _ record: ComponentRecord, in bytes: Span<UInt8>, _ expired: ExpiredComponents?
  ) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: bytes)
  }
}
