internal import ICalendar

/// Reads the lines of components that matter, and parses them with a grammar.
///
/// It caches parsed parameters and is not thread-safe, so each task creates its own reader.
final class ComponentReader {
  /// The memory that a property counts for in addition to the bytes of its line: its position.
  static let sizeOfProperty = MemoryLayout<SourceProperties.LinePosition>.stride

  private let grammar: any ContentLineGrammar
  /// The cached parameters by the text before the value.
  ///
  /// Few such texts occur in a calendar.
  private var parameters: [TextDigest: LineParameters?] = [:]

  init(_ grammar: any ContentLineGrammar) {
    self.grammar = grammar
  }

  func read(
    _ range: Range<Int>, line: Int, in bytes: Span<UInt8>, subcomponentNames: [ComponentName],
    subcomponentLimit: Int, keepsAttributes: Bool = false
  ) -> SourceComponent {
    var walk = PropertyCollector(
      line: line, subcomponentNames: subcomponentNames, subcomponentLimit: subcomponentLimit,
      keepsAttributes: keepsAttributes)
    var lines = LogicalLines(in: range, from: line)
    while let line = lines.next(in: bytes) { walk.take(line, in: bytes) }
    return walk.component(upTo: lines.number)
  }

  /// Returns the parameters of a property; nil if they cannot be parsed.
  func parameters(_ property: SourceProperty) -> LineParameters? {
    guard property.parts.hasParameters else { return LineParameters() }
    let head = TextDigest(property.parts.head.span)
    if let known = parameters[head] { return known }
    if parameters.count == ReadingLimits.maximumNames {
      parameters.removeAll(keepingCapacity: true)
    }
    let read = grammar.parameters(property.parts)
    parameters[head] = .some(read)
    return read
  }

  /// Returns the unescaped texts of a property's value: one, or several for a list; empty for an
  /// empty value.
  func texts(_ property: SourceProperty) -> [String] {
    if property.isEmpty { return [] }
    guard let decoded = QuotedPrintable(property.parts)?.decoded else {
      return grammar.texts(property.parts)
    }
    return property.parts.isTextList
      ? EscapedText.list(decoded[...]).map(EscapedText.unescaped)
      : [EscapedText.unescaped(decoded[...].trimmed(where: \.isSpace))]
  }

  /// Returns the unescaped text of a property's value.
  func text(_ property: SourceProperty) -> String {
    guard !property.isEmpty else { return property.value }
    return property.parts.plainText ?? texts(property).first ?? property.value
  }
}

/// Iterates over the lines of a component and collects those that matter.
struct PropertyCollector {
  private struct Subcomponent {
    var line: Int
    var start: Int
  }

  private let line: Int
  private let subcomponentNames: [ComponentName]
  private let subcomponentLimit: Int
  private let keepsAttributes: Bool
  /// The unfolded lines that matter, concatenated.
  private var text: [UInt8] = []
  private var own: [SourceProperties.LinePosition] = []
  /// The properties of all subcomponents.
  private var inside: [SourceProperties.LinePosition] = []
  private var subcomponents: [Subcomponent] = []
  private var strayLine: Int?
  /// The line of the first subcomponent beyond the limit.
  private var firstCutLine: Int?
  /// Whether the innermost open subcomponent is beyond the limit.
  private var isCut = false
  private var forgiven: [(finding: Finding, line: Int)] = []
  private var hasUnendedSubcomponent = false
  /// Whether an unread component contains lines that may belong to the component around it.
  private var hasDoubtfulLines = false
  private var isTooLarge = false
  /// Whether the previous line is a quoted-printable text that continues in the next line.
  private var isTextOpen = false
  /// The open components: the component itself, a subcomponent, and components in it.
  private var open = OpenComponents()
  private var isInSubcomponent = false

  init(
    line: Int, subcomponentNames: [ComponentName], subcomponentLimit: Int, keepsAttributes: Bool
  ) {
    self.line = line
    self.keepsAttributes = keepsAttributes
    self.subcomponentNames = subcomponentNames
    self.subcomponentLimit = subcomponentLimit
    // Enough for most components, so that the arrays rarely grow.
    text.reserveCapacity(1_024)
    own.reserveCapacity(16)
    inside.reserveCapacity(8)
  }

  mutating func take(_ line: LogicalLine, in bytes: Span<UInt8>) {
    let continuesText = isTextOpen
    isTextOpen = false
    guard !line.range.isEmpty else { return }
    guard let nameEnd = bytes.nameEnd(in: line.range) else {
      if !continuesText || line.isFolded || !continueText(line, in: bytes) {
        takeOddLine(line, in: bytes)
      }
      return
    }
    let name = line.range.lowerBound..<nameEnd
    let packed = PackedName(bytes, in: name)
    if packed == .begin || packed == .end {
      if line.isFolded {
        takeOddLine(line, in: bytes)
      } else {
        let component = ComponentName(bytes, in: nameEnd + 1..<line.range.upperBound)
        takeBoundary(component, isBegin: packed == .begin, line: line.number)
      }
    } else if let name = PropertyName(packed, bytes: bytes, in: name) {
      takeProperty(name, line: line, in: bytes)
    } else if continuesText {
      _ = continueText(line, in: bytes)
    }
  }

  /// Appends a line to a quoted-printable text that ended with a soft line break.
  ///
  /// Call it only for a line that doesn't contain a property that matters.
  ///
  /// - Returns: Whether the component still has room for the line.
  private mutating func continueText(_ line: LogicalLine, in bytes: Span<UInt8>) -> Bool {
    // Remove the equals sign of the soft line break.
    text.removeLast()
    text.appendUnfolded(line.range, of: bytes)
    guard !exceedsSize, var place = isInSubcomponent ? inside.popLast() : own.popLast() else {
      return false
    }
    place.parts.end = text.count
    append(place)
    isTextOpen = text.last == UInt8(ascii: "=")
    return true
  }

  /// Whether the collected lines exceed the size limit.
  ///
  /// The result is stored.
  private var exceedsSize: Bool {
    mutating get {
      let count = own.count + inside.count
      isTooLarge =
        text.count + count * ComponentReader.sizeOfProperty > ReadingLimits.maximumComponentSize
      return isTooLarge
    }
  }

  private mutating func append(_ place: SourceProperties.LinePosition) {
    if isInSubcomponent {
      inside.append(place)
    } else {
      own.append(place)
    }
  }

  /// Returns the collected component, after the last line.
  ///
  /// `nextLine` is the line that follows the component.
  mutating func component(upTo nextLine: Int) -> SourceComponent {
    while open.all.count > 1 { close(isEnded: false, line: nextLine) }
    let ends = subcomponents.dropFirst().map(\.start) + [inside.count]
    return SourceComponent(
      line: line, properties: SourceProperties(text: text, own[...]),
      subcomponents: zip(subcomponents, ends).map { subcomponent, end in
        SourceSubcomponent(
          line: subcomponent.line,
          properties: SourceProperties(text: text, inside[subcomponent.start..<end]))
      },
      strayLine: strayLine, firstCutLine: firstCutLine, forgiven: forgiven,
      hasUnendedSubcomponent: hasUnendedSubcomponent, isTooLarge: isTooLarge)
  }

  /// Processes a line with a folded name, a line without a name, or a folded BEGIN or END.
  private mutating func takeOddLine(_ line: LogicalLine, in bytes: Span<UInt8>) {
    let unfolded = bytes.unfolded(line.range)[...]
    guard let nameEnd = unfolded.span.nameEnd(in: unfolded.indices) else {
      if unfolded.contains(where: { !$0.isBlank }) { strayLine = strayLine ?? line.number }
      return
    }
    let packed = PackedName(unfolded.span, in: 0..<nameEnd)
    if packed == .begin || packed == .end {
      let component = ComponentName(unfolded.span, in: nameEnd + 1..<unfolded.count)
      takeBoundary(component, isBegin: packed == .begin, line: line.number)
    } else if let name = PropertyName(packed, bytes: unfolded.span, in: 0..<nameEnd) {
      takeProperty(name, line: line, in: bytes)
    }
  }

  private var isRead: Bool { open.all.count == 1 || isInSubcomponent }

  private mutating func takeBoundary(_ name: ComponentName, isBegin: Bool, line: Int) {
    if isBegin {
      begin(name, line: line)
    } else if let count = open.count(endedBy: name) {
      for left in (0..<count).reversed() { close(isEnded: left == 0, line: line) }
      isInSubcomponent =
        open.all.count == 2 && !isCut && subcomponentNames.contains(open.all[1].name)
    }
  }

  private mutating func begin(_ name: ComponentName, line: Int) {
    for _ in 0..<open.count(closedByBeginOf: name) { close(isEnded: false, line: line) }
    hasDoubtfulLines = !isRead && (hasDoubtfulLines || subcomponentNames.contains(name))
    guard open.begin(name, start: 0, line: line) else { return }
    isInSubcomponent = false
    guard open.all.count == 2, subcomponentNames.contains(name) else { return }
    isCut = subcomponents.count == subcomponentLimit
    if isCut {
      firstCutLine = firstCutLine ?? line
    } else {
      subcomponents.append(Subcomponent(line: line, start: inside.count))
      isInSubcomponent = true
    }
  }

  /// Closes the innermost component at the line of its END, or at the line that shows that its END
  /// is missing.
  private mutating func close(isEnded: Bool, line: Int) {
    let isSubcomponent = open.all.count == 2 && subcomponentNames.contains(open.all[1].name)
    guard let component = open.close() else { return }
    var line = line
    if isSubcomponent {
      if !isEnded, !isCut, component.name == .alarm { line = endAlarm() ?? line }
      isInSubcomponent = false
      isCut = false
    } else if !isEnded, hasDoubtfulLines {
      hasUnendedSubcomponent = true
      return
    }
    // The components inside an unknown one aren't read.
    if !isEnded, open.all.last?.name.isKnown != false {
      forgive(.componentClosed(end: component.name.endText, before: line), line: component.line)
    }
  }

  /// Ends the last alarm, whose END is missing, before the first property of the component.
  ///
  /// That is one that no alarm has, a UID or text that the alarm already has, or, after the
  /// TRIGGER, a UID or SUMMARY that the component lacks. The later properties belong to the
  /// component too.
  ///
  /// - Returns: The line of that property; nil if all properties belong to the alarm.
  private mutating func endAlarm() -> Int? {
    guard let alarm = subcomponents.last else { return nil }
    let properties = inside[alarm.start...]
    let missing = [PropertyName.uid, .summary].filter { name in
      properties.contains { $0.name == name } && !own.contains { $0.name == name }
    }
    var seen: Set<PropertyName> = []
    let first = properties.firstIndex { property in
      let name = property.name
      if !name.canBeInAlarm || (missing.contains(name) && seen.contains(.trigger)) { return true }
      let isFirst = seen.insert(name).inserted
      return !isFirst && [.uid, .summary, .description].contains(name)
    }
    guard let first else { return nil }
    let line = inside[first].line
    own += inside[first...]
    inside.removeSubrange(first...)
    return line
  }

  /// Adds a correction; the last one says that the later ones are not reported.
  private mutating func forgive(_ finding: Finding, line: Int) {
    let limit = ReadingLimits.maximumItems
    guard forgiven.count <= limit else { return }
    forgiven.append((forgiven.count == limit ? .correctionsCut(limit: limit) : finding, line))
  }

  private mutating func takeProperty(
    _ name: PropertyName, line: LogicalLine, in bytes: Span<UInt8>
  ) {
    guard isRead else {
      hasDoubtfulLines = hasDoubtfulLines || !name.canBeInAlarm || name == .trigger
      return
    }
    guard !isTooLarge,
      name.matters(
        inAlarm: isInSubcomponent, size: line.range.count, keepsAttributes: keepsAttributes)
    else { return }
    let start = text.count
    text.appendUnfolded(line.range, of: bytes)
    guard !exceedsSize else { return }
    // One more than the limit, to detect that there are too many.
    let limit = ReadingLimits.maximumItems + 1 - forgiven.count
    for finding in LineCorrection.correct(&text, from: start, name: name, limit: limit) {
      forgive(finding, line: line.number)
    }
    guard let parts = ContentLineRanges(text[...], line: start..<text.count, property: name) else {
      strayLine = strayLine ?? line.number
      return
    }
    append(SourceProperties.LinePosition(name: name, line: line.number, parts: parts))
    isTextOpen =
      name.form == .text && text.last == UInt8(ascii: "=")
      && QuotedPrintable.isNamed(in: text[start..<parts.colon])
  }
}
