internal import CivilTime
internal import ICalendar

/// The reading of the components that matter, which can be done in pieces, side by side.
///
/// What comes out does not depend on the pieces: each component is read by itself, and what a file
/// says only once, or no more than so often, is seen to when the pieces are put together.
struct ComponentReading: Sendable {
  /// Where a component stands.
  private struct Place {
    let scan: Int
    let record: ComponentRecord
  }

  /// What was read of one file in one piece.
  struct Part: Sendable {
    /// The file's place among the scans.
    let scan: Int
    /// The components that can be used.
    var components: [CalendarComponent] = []
    /// What was found wrong.
    var findings: [FileFinding] = []
    /// Whether a component could not be read again.
    var isTorn = false
  }

  private let scans: [CalendarScan]
  private let options: ReadingOptions
  private let grammar: @Sendable () -> any ContentLineGrammar
  /// What the TZIDs of each file mean; nil for a file of which nothing is read.
  private var zones: [FileZones?] = []
  private var places: [Place] = []
  /// How many alarms of each component are read.
  private let alarmLimit: Int

  /// Prepares to read what matters.
  ///
  /// - Parameters:
  ///   - scans: The files.
  ///   - selection: What is read.
  ///   - counted: Those of it that share the alarms that are read: all that matter.
  ///   - resolver: Finds the zones.
  ///   - options: What may be left out.
  ///   - grammar: Makes the grammar of a task that reads.
  init(
    _ scans: [CalendarScan], _ selection: ComponentSelection, counted: ComponentSelection,
    _ resolver: ZoneResolver, options: ReadingOptions,
    grammar: @escaping @Sendable () -> any ContentLineGrammar
  ) {
    self.grammar = grammar
    self.scans = scans
    self.options = options
    zones.reserveCapacity(scans.count)
    // By index: a loop over elements would copy all that each has.
    for index in scans.indices {
      let count = places.count
      for record in scans[index].components where selection.contains(record, ofScan: index) {
        places.append(Place(scan: index, record: record))
      }
      zones.append(places.count > count ? FileZones(scans[index], resolver) : nil)
    }
    alarmLimit = AlarmShares.limit(
      for: places.filter { counted.contains($0.record, ofScan: $0.scan) }
        .map(\.record.alarmCount))
  }

  /// How many components are read.
  var count: Int { places.count }

  /// Reads some of the components.
  ///
  /// - Parameter range: Which ones, of all that are read.
  /// - Returns: What came of them, file by file.
  func parts(_ range: Range<Int>) -> [Part] {
    let reader = ComponentReader(grammar())
    var parts: [Part] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, places[end].scan == places[start].scan { end += 1 }
      parts.append(part(places[start..<end], ofScan: places[start].scan, reader))
      start = end
    }
    return parts
  }

  private func part(
    _ places: ArraySlice<Place>, ofScan index: Int, _ reader: ComponentReader
  ) -> Part {
    var part = Part(scan: index)
    guard let zones = zones[index] else { return part }
    let scan = scans[index]
    var context = FileContext(scan.file, zones, options)
    var window = ScanOrigin.Window()
    for place in places {
      let record = place.record
      let read = scan.withBytes(
        in: record.range, isPassedOver: record.isPassedOver, &window
      ) { bytes, range in
        reader.read(
          range, line: record.line, in: bytes.span,
          subcomponentNames: ComponentReading.subcomponentNames, subcomponentLimit: alarmLimit,
          keepsAttributes: options.includesAttributes)
      }
      guard let source = read else {
        context.report(.componentChanged, line: record.line, uid: nil)
        part.isTorn = true
        continue
      }
      context.beginComponent()
      let uid = identify(source, record, in: &context, reader)
      let builder = ComponentBuilder(
        source: source, kind: record.kind, calendar: record.calendar, uid: uid,
        calendarName: scan.calendars[record.calendar].name,
        isCancelled: scan.calendars[record.calendar].isCancellation,
        expectsDefaultAlarms: options.includesComponentsWithoutAlarms, alarmLimit: alarmLimit,
        keepsDetails: options.includesDetails, keepsAttributes: options.includesAttributes,
        deviceZone: options.deviceZone ?? .gmt)
      do throws(ComponentError) {
        var component = try builder.build(in: &context, reader)
        component.source = scan.source
        part.components.append(component)
        if builder.canRing(component) { context.reportContradictions(of: component) }
        if builder.firesOnFloatingTime(component, reader) {
          context.reportFloating(
            calendar: record.calendar, line: record.line, uid: uid, reader)
        }
      } catch {
        context.report(error.finding, line: error.line, uid: uid)
      }
    }
    part.findings = context.findings
    return part
  }

  private static let subcomponentNames = [PackedName("VALARM")]

  private func identify(
    _ source: SourceComponent, _ record: ComponentRecord, in context: inout FileContext,
    _ reader: ComponentReader
  ) -> String {
    if let uid = source.first(.uid).map(reader.text), !uid.isEmpty { return uid }
    let made = source.identifierFromContent(record.kind)
    context.report(.uidMissing, line: record.line, uid: made)
    return made
  }

  /// Puts together what was read.
  ///
  /// - Parameter parts: All parts, in order.
  /// - Returns: One document for each scan, in the same order.
  func documents(_ parts: [Part]) -> [CalendarDocument] {
    var documents: [CalendarDocument] = []
    documents.reserveCapacity(scans.count)
    var rest = parts[...]
    for index in scans.indices {
      var document = CalendarDocument(file: scans[index].file)
      document.census = scans[index].census
      document.diagnostics = scans[index].diagnostics
      var reportedSubjects: Set<String> = []
      // A list that grows has room for twice as many, and these stay as long as the program.
      document.components.reserveCapacity(
        rest.prefix { $0.scan == index }.reduce(0) { $0 + $1.components.count })
      while let part = rest.first, part.scan == index {
        rest.removeFirst()
        document.components += part.components
        if part.isTorn || zones[index]?.isTorn ?? false { document.isTorn = true }
        for finding in part.findings
        where document.diagnostics.count < FileContext.maximumDiagnostics {
          if let subject = finding.subject, !reportedSubjects.insert(subject).inserted { continue }
          document.diagnostics.append(finding.diagnostic)
        }
      }
      document.diagnostics.sortByLine()
      documents.append(document)
    }
    return documents
  }
}

extension [Diagnostic] {
  /// Puts the diagnostics in the order of the file; those of one line stay as they were found.
  fileprivate mutating func sortByLine() {
    guard count > 1 else { return }
    self = enumerated()
      .sorted {
        ($0.element.location?.line ?? 0, $0.offset) < ($1.element.location?.line ?? 0, $1.offset)
      }
      .map(\.element)
  }
}
