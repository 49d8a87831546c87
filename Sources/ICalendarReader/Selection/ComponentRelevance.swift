internal import ICalendar

/// Which components matter by themselves.
struct ComponentRelevance: Sendable {
  private let options: ReadingOptions
  private let expired: ExpiredComponents?

  /// Decides by what may be left out.
  init(_ options: ReadingOptions) {
    self.options = options
    expired = options.firesFrom.map(ExpiredComponents.init)
  }

  /// Whether components of a file matter.
  ///
  /// - Parameters:
  ///   - scan: The file.
  ///   - range: Which of its components.
  /// - Returns: An answer for each of them.
  func flags(of scan: CalendarScan, _ range: Range<Int>) -> [Bool] {
    range.map { matters(scan.components[$0], in: scan.bytes.span) }
  }

  private func matters(_ record: ComponentRecord, in bytes: Span<UInt8>) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: bytes)
  }
}
