internal import CivilTime
internal import ICalendar
internal import WorkSharing

/// What the TZIDs of one file mean, for all who read parts of it.
///
/// The definitions are read under a lock when they are first asked for, and so only once.
final class FileZones: Sendable {
  private let bytes: ArraySlice<UInt8>
  private let calendars: [CalendarRecord]
  private let resolver: ZoneResolver
  /// For each calendar, the numbers of its definitions by TZID; filled when first asked.
  private let definitions = Guarded<[Int: [String: Int]]>([:])

  init(_ scan: CalendarScan, _ resolver: ZoneResolver) {
    bytes = scan.bytes
    calendars = scan.calendars
    self.resolver = resolver
  }

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
    let number = definitions.withLock { definition(name, calendar: calendar, reader, &$0) }
    return resolver.answer(for: name, definition: number)
  }

  /// The definition of a TZID: its own calendar's, else any of the file's.
  private func definition(
    _ name: String, calendar: Int, _ reader: ComponentReader,
    _ definitions: inout [Int: [String: Int]]
  ) -> Int? {
    if let own = table(ofCalendar: calendar, reader, &definitions)[name] { return own }
    guard calendars.count > 1 else { return nil }
    let shared = -1
    if let known = definitions[shared] { return known[name] }
    var all: [String: Int] = [:]
    for other in calendars.indices {
      all.merge(table(ofCalendar: other, reader, &definitions)) { first, _ in first }
    }
    definitions[shared] = all
    return all[name]
  }

  private func table(
    ofCalendar calendar: Int, _ reader: ComponentReader, _ definitions: inout [Int: [String: Int]]
  ) -> [String: Int] {
    if let known = definitions[calendar] { return known }
    var table: [String: Int] = [:]
    guard calendars.indices.contains(calendar) else { return table }
    let bytes = bytes
    for zone in calendars[calendar].zones {
      let number = resolver.definition(of: bytes[zone.range]) {
        reader.read(
          zone.range, line: zone.line, in: bytes.span,
          subcomponentNames: TimeZoneDefinition.subcomponentNames,
          // One more shows that there are too many.
          subcomponentLimit: TimeZoneDefinition.maximumObservances + 1)
      }
      let name = resolver.name(ofDefinition: number)
      if table[name] == nil { table[name] = number }
    }
    definitions[calendar] = table
    return table
  }
}
