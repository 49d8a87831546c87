internal import ICalendar
internal import WorkSharing

/// The selection of components to read.
///
/// A component matters if it has alarms that may still fire, if default alarms apply to it, or if
/// it is an override. An override without alarms suppresses the alarms of one occurrence.
/// Components that share a UID with one that matters are read too, in any file: those of the same
/// source change it, and differences between sources are reported.
struct ComponentSelection {
  /// For each file, whether each of its components is read.
  private var chosen: [[Bool]] = []
  private let options: ReadingOptions
  private let expired: ExpiredComponents?

  init(_ scans: [CalendarScan], options: ReadingOptions, workers: Workers) {
    self.options = options
    expired = options.earliest.map {
      ExpiredComponents($0, allowsOthers: options.includesComponentsWithoutAlarms)
    }
    for scan in scans {
      let components = scan.components
      let matters = workers.mapPieces(of: components.count) { [self] range in
        range.map { self.matters(components[$0], in: scan.bytes) }
      }
      var chosen = [Bool](repeating: false, count: components.count)
      for (record, matters) in zip(components, matters) where matters {
        chosen[record.namesake] = true
      }
      self.chosen.append(chosen)
    }
    if scans.count > 1 { chooseNamesakes(in: scans) }
  }

  func contains(_ record: ComponentRecord, ofScan index: Int) -> Bool {
    chosen[index][record.namesake]
  }

  /// The maximum number of alarms to read from each component.
  func alarmLimit(_ scans: [CalendarScan]) -> Int {
    var count = 0
    for (index, scan) in scans.enumerated() {
      for record in scan.components where contains(record, ofScan: index) {
        count += min(record.alarmCount, ReadingLimits.maximumItems)
      }
    }
    return count <= ReadingLimits.maximumAlarms
      ? ReadingLimits.maximumItems : ReadingLimits.maximumAlarms / ReadingLimits.maximumItems
  }

  private func matters(_ record: ComponentRecord, in bytes: ArraySlice<UInt8>) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: bytes)
  }

  /// Selects the components that share a UID with a selected one in another file.
  private mutating func chooseNamesakes(in scans: [CalendarScan]) {
    var uids: Set<TextDigest> = []
    for (scan, chosen) in zip(scans, chosen) {
      for (record, isChosen) in zip(scan.components, chosen) where isChosen {
        if let uid = record.uid { uids.insert(uid) }
      }
    }
    for (scan, components) in scans.map(\.components).enumerated() {
      for (index, record) in components.enumerated() {
        if let uid = record.uid, uids.contains(uid) { chosen[scan][index] = true }
      }
    }
  }
}
