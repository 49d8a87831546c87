internal import ICalendar
internal import WorkSharing

/// The components that are read at all.
///
/// A component matters if it has alarms that may still fire, or default alarms are asked for, or if
/// it is an override: an override without alarms silences an occurrence of its master. Components
/// that share a UID with one that matters matter too, in whatever file they are: those of the
/// same source change it, and a difference from another source is reported.
struct ComponentSelection {
  /// For each file and each of its components, whether it is read.
  private var chosen: [[Bool]] = []
  private let options: ReadingOptions
  private let expired: ExpiredComponents?

  /// Decides for all components of all files.
  init(_ scans: [CalendarScan], _ options: ReadingOptions, _ workers: Workers) {
    self.options = options
    expired = options.earliest.map {
      ExpiredComponents($0, allowsOthers: options.includesComponentsWithoutAlarms)
    }
    for scan in scans {
      let components = scan.components
      let matters = workers.mapPieces(of: components.count) { [self] range in
        range.map { self.matters(components[$0], in: scan.bytes.span) }
      }
      var chosen = [Bool](repeating: false, count: components.count)
      for (record, matters) in zip(components, matters) where matters {
        chosen[Int(record.namesake)] = true
      }
      self.chosen.append(chosen)
    }
    if scans.count > 1 { chooseNamesakes(in: scans) }
  }

  /// Whether a component is read.
  func contains(_ record: ComponentRecord, ofScan index: Int) -> Bool {
    chosen[index][Int(record.namesake)]
  }

  /// The most alarms that are read from each component.
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

  /// Whether a component matters by itself.
  private func matters(_ record: ComponentRecord, in bytes: Span<UInt8>) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: bytes)
  }

  /// Chooses the components that share a UID with a chosen one of another file.
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
