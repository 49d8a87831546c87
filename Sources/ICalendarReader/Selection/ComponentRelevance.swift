internal import ICalendar

/// Which components matter by themselves.
struct ComponentRelevance: Sendable {
  /// What may be left out.
  let options: ReadingOptions
  private let expired: ExpiredComponents?

  /// Decides by what may be left out.
  init(_ options: ReadingOptions) {
    self.options = options
    expired = options.earliest.map {
      ExpiredComponents($0, allowsOthers: options.includesComponentsWithoutAlarms)
    }
  }

  /// Whether a component matters.
  ///
  /// - Parameters:
  ///   - record: The component.
  ///   - bytes: Those in which it stands.
  /// - Returns: Whether it does.
  func matters(_ record: ComponentRecord, in bytes: Span<UInt8>) -> Bool {
    if record.isOverride || (options.includesAllToDos && record.kind == .toDo) { return true }
    guard record.hasAlarm || options.includesComponentsWithoutAlarms else { return false }
    guard !record.recurs, let expired else { return true }
    return !expired.contains(record, in: bytes)
  }
}
