internal import CivilTime
internal import ICalendar
internal import WorkSharing

/// What the TZIDs of one file mean, for all who read parts of it.
///
/// The definitions are read under a lock when they are first asked for, and so only once.
final class FileZones: Sendable {
  /// What has been read.
  private struct Known {
    /// For each calendar, its definitions by TZID; filled when first asked.
    var definitions: [Int: [String: Definition]] = [:]
    /// What was read last of what the scan has not kept.
    var windows = Windows()
    /// Whether a definition could not be read again.
    var isTorn = false
  }

  /// A VTIMEZONE of the file.
  private struct Definition {
    /// Its number for the resolver.
    let number: Int
    /// The line of its BEGIN.
    let line: Int
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
  /// - Returns: The zone, and the finding to report; with a contradiction, only where it matters.
  func answer(
    for name: String, calendar: Int, _ reader: ComponentReader
  ) -> (zone: Zone?, finding: Finding?, contradiction: ZoneContradiction?) {
    let name = ZoneName.unescaped(name)
    let own = known.withLock { definition(name, calendar: calendar, reader, &$0) }
    let answer = resolver.answer(for: name, definition: own?.number)
    let contradiction: ZoneContradiction? =
      if case .contradicted(let found)? = answer.remark { found } else { nil }
    return (answer.zone, answer.remark?.finding(name, line: own?.line), contradiction)
  }

  /// The zone that a calendar's X-WR-TIMEZONE names.
  ///
  /// - Returns: Nil if X-WR-TIMEZONE is missing or unknown.
  func zone(ofCalendar calendar: Int, _ reader: ComponentReader) -> Zone? {
    let name = scan.calendars[calendar].zoneName
    return name.isEmpty ? nil : answer(for: name, calendar: calendar, reader).zone
  }

  /// The definition of a TZID: its own calendar's, else any of the file's.
  private func definition(
    _ name: String, calendar: Int, _ reader: ComponentReader, _ known: inout Known
  ) -> Definition? {
    if let own = table(ofCalendar: calendar, reader, &known)[name] { return own }
    guard scan.calendars.count > 1 else { return nil }
    let shared = -1
    if let all = known.definitions[shared] { return all[name] }
    var all: [String: Definition] = [:]
    for other in scan.calendars.indices {
      all.merge(table(ofCalendar: other, reader, &known)) { first, _ in first }
    }
    known.definitions[shared] = all
    return all[name]
  }

  private func table(
    ofCalendar calendar: Int, _ reader: ComponentReader, _ known: inout Known
  ) -> [String: Definition] {
    if let table = known.definitions[calendar] { return table }
    var table: [String: Definition] = [:]
    guard scan.calendars.indices.contains(calendar) else { return table }
    for zone in scan.calendars[calendar].zones {
      guard let number = definition(zone, reader, &known.windows[near: zone.range]) else {
        known.isTorn = true
        continue
      }
      let name = resolver.name(ofDefinition: number)
      if table[name] == nil { table[name] = Definition(number: number, line: zone.line) }
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
    return scan.withBytes(in: range, isPassedOver: zone.isPassedOver, &window) {
      bytes, range -> Int in
      let range = isWhole ? range : bytes.wholeLines(of: range)
      return resolver.definition(of: bytes[range]) {
        var component = reader.read(
          range, line: zone.line, in: bytes.span,
          subcomponentNames: TimeZoneDefinition.subcomponentNames,
          // One more shows that there are too many.
          subcomponentLimit: TimeZoneDefinition.maximumObservances + 1)
        if !isWhole { component.isTooLarge = true }
        return component
      }
    }
  }
}

extension FileZones {
  /// Some pieces of a file: threads that read in different places ask for zones near each of them.
  private struct Windows {
    private var windows: [ScanOrigin.Window] = []
    /// The one that is used next where none has what is asked for.
    private var next = 0

    /// The most pieces: one for each thread of a machine that has a few.
    private static let most = 8

    /// The piece that a range stands in, or one to read it into.
    subscript(near range: Range<Int>) -> ScanOrigin.Window {
      mutating get { windows[place(of: range)] }
      _modify { yield &windows[place(of: range)] }
    }

    private mutating func place(of range: Range<Int>) -> Int {
      if let known = windows.firstIndex(where: { $0.holds(range) }) { return known }
      if windows.count < Windows.most {
        windows.append(ScanOrigin.Window())
        return windows.count - 1
      }
      next = (next + 1) % Windows.most
      return next
    }
  }
}

extension ArraySlice<UInt8> {
  /// The beginning of a range up to where its last content line begins, which may be cut.
  fileprivate func wholeLines(of range: Range<Int>) -> Range<Int> {
    for place in range.reversed() {
      let next = place + 1
      guard self[place] == UInt8(ascii: "\n"), next < range.upperBound else { continue }
      // What follows goes on with the line before where it begins with a blank (RFC 5545, 3.1).
      if self[next] != UInt8(ascii: " "), self[next] != UInt8(ascii: "\t") {
        return range.lowerBound..<next
      }
    }
    return range.lowerBound..<range.lowerBound
  }
}
