internal import CivilTime
internal import ICalendar
internal import WorkSharing

/// What the TZIDs of one file mean, for all who read parts of it.
///
/// The definitions are read under a lock when they are first asked for, and so only once.
final class FileZones: Sendable {
  /// What has been read.
  private struct Known {
    /// For each calendar, the numbers of its definitions by TZID; filled when first asked.
    var definitions: [Int: [String: Int]] = [:]
    /// What was read last of what the scan has not kept.
    var window = ScanOrigin.Window()
    /// Whether a definition could not be read again.
    var isTorn = false
  }

  private let scan: CalendarScan
  private let resolver: ZoneResolver
  private let known = Guarded(Known())

  init(_ scan: CalendarScan, _ resolver: ZoneResolver) {
    self.scan = scan
    self.resolver = resolver
  }

  /// Whether a definition that was asked for could not be read again.
  var isTorn: Bool { known.withLock { $0.isTorn } }

  /// The zone that a TZID means.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - calendar: The calendar in which it stands.
  ///   - reader: Reads the calendar's definitions where that has not been done.
  /// - Returns: The zone, and what was found on the way.
  func answer(
    for name: String, calendar: Int, _ reader: ComponentReader
  ) -> ZoneResolver.ResolvedZone {
    let number = known.withLock { definition(name, calendar: calendar, reader, &$0) }
    return resolver.answer(for: name, definition: number)
  }

  /// The definition of a TZID: its own calendar's, else any of the file's.
  private func definition(
    _ name: String, calendar: Int, _ reader: ComponentReader, _ known: inout Known
  ) -> Int? {
    if let own = table(ofCalendar: calendar, reader, &known)[name] { return own }
    guard scan.calendars.count > 1 else { return nil }
    let shared = -1
    if let all = known.definitions[shared] { return all[name] }
    var all: [String: Int] = [:]
    for other in scan.calendars.indices {
      all.merge(table(ofCalendar: other, reader, &known)) { first, _ in first }
    }
    known.definitions[shared] = all
    return all[name]
  }

  private func table(
    ofCalendar calendar: Int, _ reader: ComponentReader, _ known: inout Known
  ) -> [String: Int] {
    if let table = known.definitions[calendar] { return table }
    var table: [String: Int] = [:]
    guard scan.calendars.indices.contains(calendar) else { return table }
    for zone in scan.calendars[calendar].zones {
      guard let number = definition(zone, reader, &known.window) else {
        known.isTorn = true
        continue
      }
      let name = resolver.name(ofDefinition: number)
      if table[name] == nil { table[name] = number }
    }
    known.definitions[calendar] = table
    return table
  }

  /// Reads a definition; nil where the file has changed.
  private func definition(
    _ zone: CalendarRecord.ZoneRecord, _ reader: ComponentReader,
    _ window: inout ScanOrigin.Window
  ) -> Int? {
    let isWhole = zone.range.count <= TimeZoneDefinition.maximumSize
    let range = isWhole ? zone.range : zone.range.prefix(TimeZoneDefinition.sizeOfNames)
    return scan.withBytes(in: range, isPassedOver: zone.isPassedOver, &window) { bytes, range in
      resolver.definition(of: bytes[range], isWhole: isWhole) {
        reader.read(
          range, line: zone.line, in: bytes.span,
          subcomponentNames: TimeZoneDefinition.subcomponentNames,
          // One more shows that there are too many.
          subcomponentLimit: TimeZoneDefinition.maximumObservances + 1)
      }
    }
  }
}
