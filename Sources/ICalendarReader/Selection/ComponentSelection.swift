internal import ICalendar

/// Decides which components are read at all.
///
/// A component matters if it has alarms that may still fire, or default alarms are asked for, or if
/// it is an override: an override without alarms silences an occurrence of its master. Components
/// that share a UID with one that matters matter too, in whatever file they stand: those of the
/// same source change it, and of another one that differs the user is told.
struct ComponentSelection {
  private let options: ReadingOptions
  private var uids: Set<UIDReference> = []
  private var chosen: [[Bool]] = []

  /// Decides for all components of all files.
  init(_ scans: [CalendarScan], options: ReadingOptions) {
    self.options = options
    let expired = options.firesFrom.map(ExpiredComponents.init)
    for scan in scans {
      var flags: [Bool] = []
      flags.reserveCapacity(scan.components.count)
      for record in scan.components {
        let isChosen = matters(record, in: scan, expired)
        if isChosen, let uid = record.uid { uids.insert(uid) }
        flags.append(isChosen)
      }
      chosen.append(flags)
    }
  }

  /// The components of one file that are read, in the order of the file.
  ///
  /// - Parameters:
  ///   - index: The file's place among the scans.
  ///   - scan: The file.
  /// - Returns: Those that matter.
  func components(ofScan index: Int, _ scan: CalendarScan) -> [ComponentRecord] {
    zip(scan.components, chosen[index]).compactMap { record, isChosen in
      isChosen || record.uid.map(uids.contains) == true ? record : nil
    }
  }

  private func matters(
    _ record: ComponentRecord, in scan: CalendarScan, _ expired: ExpiredComponents?
  ) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: scan.bytes)
  }
}
