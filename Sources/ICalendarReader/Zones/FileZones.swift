internal import CivilTime
internal import ICalendar
internal import WorkSharing

/// The zones for the TZIDs of one file, shared by all tasks that read parts of it.
///
/// Each definition is read once, under a lock, when it is first needed.
final class FileZones: Sendable {
  private struct Definition {
    /// The definition's number in the resolver.
    let number: Int
    /// The line of BEGIN.
    let line: Int
  }

  private let scan: CalendarScan
  private let resolver: ZoneResolver
  /// The definitions of each calendar by TZID.
  ///
  /// The key -1 is for all calendars together.
  private let known = Guarded<[Int: [String: Definition]]>([:])

  init(_ scan: CalendarScan, resolver: ZoneResolver) {
    self.scan = scan
    self.resolver = resolver
  }

  /// Whether the machine lacks time zone data.
  var isEmpty: Bool { resolver.zones.isEmpty }

  /// Returns the zone for a TZID, and the diagnostic.
  ///
  /// If `contradiction` is set, report the diagnostic only if it affects a component that fires.
  func answer(
    for name: String, calendar: Int, reader: ComponentReader
  ) -> (zone: Zone?, finding: Finding?, contradiction: ZoneContradiction?) {
    let name = ZoneNameResolver.unescaped(name)
    let own = known.withLock {
      definition(named: name, calendar: calendar, reader: reader, known: &$0)
    }
    let answer = resolver.answer(for: name, definition: own?.number)
    let contradiction: ZoneContradiction? =
      if case .contradicted(let found)? = answer.remark { found } else { nil }
    return (answer.zone, answer.remark?.finding(name, line: own?.line), contradiction)
  }

  /// Returns the corrections in the VTIMEZONE of a TZID, with their lines.
  func corrections(
    for name: String, calendar: Int, reader: ComponentReader
  ) -> [(finding: Finding, line: Int)] {
    let name = ZoneNameResolver.unescaped(name)
    let own = known.withLock {
      definition(named: name, calendar: calendar, reader: reader, known: &$0)
    }
    guard let own else { return [] }
    return resolver.corrections(ofDefinition: own.number).map { ($0.finding, own.line + $0.line) }
  }

  /// The zone that a calendar's X-WR-TIMEZONE names; nil if it is missing or unknown.
  func zone(ofCalendar calendar: Int, reader: ComponentReader) -> Zone? {
    let name = scan.calendars[calendar].zoneName
    return name.isEmpty ? nil : answer(for: name, calendar: calendar, reader: reader).zone
  }

  /// The definition of a TZID in its own calendar, or else in any calendar of the file.
  private func definition(
    named name: String, calendar: Int, reader: ComponentReader,
    known: inout [Int: [String: Definition]]
  ) -> Definition? {
    if let own = table(ofCalendar: calendar, reader: reader, known: &known)[name] { return own }
    guard scan.calendars.count > 1 else { return nil }
    let shared = -1
    if let all = known[shared] { return all[name] }
    var all: [String: Definition] = [:]
    for other in scan.calendars.indices {
      all.merge(table(ofCalendar: other, reader: reader, known: &known)) { first, _ in first }
    }
    known[shared] = all
    return all[name]
  }

  private func table(
    ofCalendar calendar: Int, reader: ComponentReader, known: inout [Int: [String: Definition]]
  ) -> [String: Definition] {
    if let table = known[calendar] { return table }
    var table: [String: Definition] = [:]
    guard scan.calendars.indices.contains(calendar) else { return table }
    for zone in scan.calendars[calendar].zones {
      let number = definition(of: zone, reader: reader)
      let name = resolver.name(ofDefinition: number)
      if table[name] == nil { table[name] = Definition(number: number, line: zone.line) }
    }
    known[calendar] = table
    return table
  }

  private func definition(of zone: CalendarRecord.ZoneRecord, reader: ComponentReader) -> Int {
    let bytes = scan.bytes
    return resolver.definition(of: bytes[zone.range]) {
      var component = reader.read(
        zone.range, line: zone.line, in: bytes.span,
        subcomponentNames: TimeZoneDefinition.subcomponentNames,
        // One more than the limit, to detect that there are too many.
        subcomponentLimit: ReadingLimits.maximumItems + 1)
      if zone.range.count > ReadingLimits.maximumZoneSize { component.isTooLarge = true }
      return component
    }
  }
}
