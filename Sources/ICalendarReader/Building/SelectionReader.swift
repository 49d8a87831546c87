internal import CivilTime
internal import ICalendar

/// Reads the selected components, in pieces that several threads can read.
///
/// The result doesn't depend on the pieces. Each component is read separately, and limits and
/// findings per file are applied when the pieces are combined.
struct SelectionReader: Sendable {
  private struct ComponentPosition {
    let scan: Int
    let record: ComponentRecord
  }

  struct ScanComponents: Sendable {
    let scan: Int
    var components: [CalendarComponent] = []
    var findings: [FileFinding] = []
    var refused = 0
  }

  private let scans: [CalendarScan]
  private let options: ReadingOptions
  private let grammar: @Sendable () -> any ContentLineGrammar
  /// The zones of each file; nil for a file without selected components.
  private var zones: [FileZones?] = []
  private var places: [ComponentPosition] = []
  /// The maximum number of alarms to read from each component.
  private let alarmLimit: Int

  init(
    _ scans: [CalendarScan], selection: ComponentSelection, alarmLimit: Int,
    resolver: ZoneResolver, options: ReadingOptions,
    grammar: @escaping @Sendable () -> any ContentLineGrammar
  ) {
    self.alarmLimit = alarmLimit
    self.grammar = grammar
    self.scans = scans
    self.options = options
    zones.reserveCapacity(scans.count)
    // Iterate over indices, because iterating over elements would copy them.
    for index in scans.indices {
      let count = places.count
      for record in scans[index].components where selection.contains(record, ofScan: index) {
        places.append(ComponentPosition(scan: index, record: record))
      }
      zones.append(places.count > count ? FileZones(scans[index], resolver: resolver) : nil)
    }
  }

  var count: Int { places.count }

  func parts(_ range: Range<Int>) -> [ScanComponents] {
    let reader = ComponentReader(grammar())
    var parts: [ScanComponents] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, places[end].scan == places[start].scan { end += 1 }
      parts.append(part(places[start..<end], ofScan: places[start].scan, reader: reader))
      start = end
    }
    return parts
  }

  private func part(
    _ places: ArraySlice<ComponentPosition>, ofScan index: Int, reader: ComponentReader
  ) -> ScanComponents {
    var part = ScanComponents(scan: index)
    guard let zones = zones[index] else { return part }
    let scan = scans[index]
    let context = FileContext(scan, zones: zones, options: options, reader: reader)
    for record in places.lazy.map(\.record) {
      let source = reader.read(
        record.range, line: record.line, in: scan.bytes.span,
        subcomponentNames: [.alarm], subcomponentLimit: alarmLimit,
        keepsAttributes: options.includesAttributes)
      let uid = source.first(.uid).map(reader.text) ?? ""
      let isLong = uid.utf8.count > ReadingLimits.longestUID
      let identifier =
        if uid.isEmpty {
          source.identifierFromContent(record.kind)
        } else {
          isLong ? uid.identifierFromDigest : uid
        }
      context.begin(identifier, inCalendar: record.calendar)
      if uid.isEmpty { context.report(.uidMissing, line: record.line, subject: "UID") }
      if isLong {
        context.report(.uidLong, line: source.first(.uid)?.line ?? record.line, subject: "long UID")
      }
      let builder = ComponentBuilder(
        context: context, source: source, kind: record.kind, alarmLimit: alarmLimit)
      do throws(ComponentError) {
        var component = try builder.build()
        component.source = scan.source
        part.components.append(component)
        if builder.canRing(component) { context.reportContradictions(of: component) }
        if let time = builder.floatingTime(of: component) {
          context.reportFloating(onDays: time.isDate, line: record.line)
        }
      } catch {
        part.refused += 1
        context.report(error.finding, line: error.line)
      }
    }
    part.findings = context.findings
    return part
  }

  func documents(_ parts: [ScanComponents]) -> [CalendarDocument] {
    var documents: [CalendarDocument] = []
    documents.reserveCapacity(scans.count)
    var rest = parts[...]
    for index in scans.indices {
      var document = CalendarDocument(file: scans[index].file)
      document.componentCounts = scans[index].componentCounts
      document.diagnostics = scans[index].diagnostics
      var reportedSubjects: Set<String> = []
      // Reserve the exact capacity: growing would double it, and the documents stay in memory.
      document.components.reserveCapacity(
        rest.prefix { $0.scan == index }.reduce(0) { $0 + $1.components.count })
      while let part = rest.first, part.scan == index {
        rest.removeFirst()
        document.components += part.components
        document.componentCounts.refused += part.refused
        for finding in part.findings
        where document.diagnostics.count < ReadingLimits.maximumDiagnostics {
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
  /// Sorts the diagnostics by line.
  ///
  /// Those of the same line keep their order.
  fileprivate mutating func sortByLine() {
    guard count > 1 else { return }
    self = enumerated()
      .sorted {
        ($0.element.location?.line ?? 0, $0.offset) < ($1.element.location?.line ?? 0, $1.offset)
      }
      .map(\.element)
  }
}
