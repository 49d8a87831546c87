/// Walks over the lines of a component and takes up those that matter.
struct ComponentWalk {
  /// A subcomponent that has begun.
  private struct Subcomponent {
    var line: Int
    /// Where its properties begin in ``inside``.
    var start: Int
    var isEnded = false
  }

  private let line: Int
  private let subcomponentNames: [PackedName]
  private let subcomponentLimit: Int
  private let keepsAttributes: Bool
  /// The lines that matter, unfolded, one behind another.
  private var text: [UInt8] = []
  /// The component's own properties.
  private var own: [SourceProperties.Place] = []
  /// The properties of all subcomponents.
  private var inside: [SourceProperties.Place] = []
  private var subcomponents: [Subcomponent] = []
  private var strayLine: Int?
  /// Where the first subcomponent begins that is one too many.
  private var firstCutLine: Int?
  /// Whether the innermost open subcomponent is one too many.
  private var isCut = false
  private var hasUnendedSubcomponent = false
  private var isTooLarge = false
  /// Whether the line before was a quoted-printable text that goes on in the next one.
  private var isTextOpen = false
  /// The names of the open components: the component itself, a subcomponent, and what is passed
  /// over.
  private var stack: [PackedName] = []
  /// Whether the innermost open component is a subcomponent that is read.
  private var isInSubcomponent = false
  /// How many components are open below ``maximumDepth``.
  private var depthBelow = 0

  /// The most components that may be open inside one another; deeper ones are only counted.
  ///
  /// Three levels have a meaning. The bound keeps a search of the stack short.
  private static let maximumDepth = 32

  init(
    line: Int, subcomponentNames: [PackedName], subcomponentLimit: Int, keepsAttributes: Bool
  ) {
    self.line = line
    self.keepsAttributes = keepsAttributes
    self.subcomponentNames = subcomponentNames
    self.subcomponentLimit = subcomponentLimit
    // What most components need, so that nothing grows step by step.
    text.reserveCapacity(1_024)
    own.reserveCapacity(16)
    inside.reserveCapacity(8)
    stack.reserveCapacity(4)
  }

  /// Takes a line up.
  mutating func take(_ line: LogicalLine, in bytes: Span<UInt8>) {
    let continuesText = isTextOpen
    isTextOpen = false
    guard let first = line.range.first else { return }
    var nameEnd = first
    while nameEnd < line.range.upperBound, !ComponentWalk.endsName(bytes[nameEnd]) { nameEnd += 1 }
    guard nameEnd < line.range.upperBound, bytes[nameEnd] != 0x0A else {
      if !continuesText || line.isFolded || !continueText(line, in: bytes) {
        takeOddLine(line, in: bytes)
      }
      return
    }
    let packed = PackedName(bytes, in: first..<nameEnd)
    if packed == .begin || packed == .end {
      if let name = ComponentWalk.plainName(of: line, nameEnd: nameEnd, in: bytes) {
        takeBoundary(name, isBegin: packed == .begin, line.number)
      } else {
        takeBoundary(line, bytes.unfolded(line.range)[...])
      }
    } else if isRead, let name = PropertyName(packed, bytes, in: first..<nameEnd) {
      takeProperty(name, line, in: bytes)
    } else if continuesText {
      _ = continueText(line, in: bytes)
    }
  }

  /// Appends a line to a quoted-printable text that ended with a soft line break.
  ///
  /// Only lines that mean nothing by themselves are taken so.
  ///
  /// - Returns: Whether there is room for it.
  private mutating func continueText(_ line: LogicalLine, in bytes: Span<UInt8>) -> Bool {
    // The equals sign of the soft line break.
    text.removeLast()
    text.appendUnfolded(line.range, of: bytes)
    guard !exceedsSize, let place = isInSubcomponent ? inside.popLast() : own.popLast() else {
      return false
    }
    var longer = place
    longer.parts = place.parts.extended(to: text.count)
    append(longer)
    isTextOpen = text.last == UInt8(ascii: "=")
    return true
  }

  /// Whether more has been taken up than is read, which is remembered.
  private var exceedsSize: Bool {
    mutating get {
      let count = own.count + inside.count
      isTooLarge =
        text.count + count * ComponentReader.sizeOfProperty > ComponentReader.maximumSize
      return isTooLarge
    }
  }

  private mutating func append(_ place: SourceProperties.Place) {
    if isInSubcomponent {
      inside.append(place)
    } else {
      own.append(place)
    }
  }

  /// What was taken up, after the last line.
  func component() -> SourceComponent {
    let ends = subcomponents.dropFirst().map(\.start) + [inside.count]
    return SourceComponent(
      line: line, properties: SourceProperties(text: text, own[...]),
      subcomponents: zip(subcomponents, ends).map { subcomponent, end in
        SourceSubcomponent(
          line: subcomponent.line,
          properties: SourceProperties(text: text, inside[subcomponent.start..<end]),
          isEnded: subcomponent.isEnded)
      },
      strayLine: strayLine, firstCutLine: firstCutLine,
      // Something that never ended is as good as a subcomponent that didn't.
      hasUnendedSubcomponent: hasUnendedSubcomponent || !stack.isEmpty, isTooLarge: isTooLarge)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == 0x0A
  }

  /// A line whose name is folded, or that has none.
  private mutating func takeOddLine(_ line: LogicalLine, in bytes: Span<UInt8>) {
    let unfolded = bytes.unfolded(line.range)[...]
    guard let nameEnd = unfolded.firstIndex(where: ComponentWalk.endsName) else {
      if unfolded.contains(where: { !$0.isBlank }) { strayLine = strayLine ?? line.number }
      return
    }
    let packed = PackedName(unfolded.span, in: 0..<nameEnd)
    if packed == .begin || packed == .end {
      takeBoundary(line, unfolded)
    } else if isRead, let name = PropertyName(packed, unfolded.span, in: 0..<nameEnd) {
      takeProperty(name, line, in: bytes)
    }
  }

  /// Whether properties are read in the place that has been reached.
  private var isRead: Bool { stack.count == 1 || isInSubcomponent }

  /// The name of a component, where it stands behind BEGIN or END in its plainest form; nil for any
  /// other line.
  private static func plainName(
    of line: LogicalLine, nameEnd: Int, in bytes: Span<UInt8>
  ) -> PackedName? {
    guard !line.isFolded, bytes[nameEnd] == UInt8(ascii: ":") else { return nil }
    var end = line.range.upperBound
    while end > nameEnd + 1, bytes[end - 1].isBlank { end -= 1 }
    for index in nameEnd + 1..<end where bytes[index].isBlank || bytes[index] == 0 { return nil }
    return PackedName(bytes, in: nameEnd + 1..<end)
  }

  private mutating func takeBoundary(_ line: LogicalLine, _ bytes: ArraySlice<UInt8>) {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
    let nameBytes = bytes[(colon + 1)...].filter { !$0.isBlank }[...]
    takeBoundary(
      PackedName(nameBytes.span, in: nameBytes.indices),
      isBegin: bytes[0].upperCased == UInt8(ascii: "B"), line.number)
  }

  private mutating func takeBoundary(_ name: PackedName, isBegin: Bool, _ line: Int) {
    if isBegin {
      begin(name, line)
    } else {
      end(name)
    }
  }

  private mutating func begin(_ name: PackedName, _ line: Int) {
    guard stack.count < ComponentWalk.maximumDepth else {
      depthBelow += 1
      return
    }
    if isInSubcomponent || (isCut && stack.count == 2), subcomponentNames.contains(name) {
      // A subcomponent inside a subcomponent: the outer one has lost its END.
      endSubcomponent(isEnded: false)
    }
    stack.append(name)
    isInSubcomponent = false
    guard stack.count == 2, subcomponentNames.contains(name) else { return }
    isCut = subcomponents.count == subcomponentLimit
    if isCut {
      firstCutLine = firstCutLine ?? line
    } else {
      subcomponents.append(Subcomponent(line: line, start: inside.count))
      isInSubcomponent = true
    }
  }

  private mutating func end(_ name: PackedName) {
    if depthBelow > 0 {
      depthBelow -= 1
      return
    }
    guard stack.contains(name) else { return }
    while let last = stack.last {
      if stack.count == 2, subcomponentNames.contains(last) {
        endSubcomponent(isEnded: last == name)
      } else {
        stack.removeLast()
      }
      if last == name { break }
      if stack.count > 1 || !subcomponentNames.contains(last) { hasUnendedSubcomponent = true }
    }
    isInSubcomponent =
      stack.count == 2 && stack.last.map(subcomponentNames.contains) == true && !isCut
  }

  private mutating func endSubcomponent(isEnded: Bool) {
    stack.removeLast()
    isInSubcomponent = false
    if !subcomponents.isEmpty, !isCut { subcomponents[subcomponents.count - 1].isEnded = isEnded }
    isCut = false
  }

  private mutating func takeProperty(
    _ name: PropertyName, _ line: LogicalLine, in bytes: Span<UInt8>
  ) {
    guard !isTooLarge,
      name.matters(
        inAlarm: isInSubcomponent, size: line.range.count, keepsAttributes: keepsAttributes)
    else { return }
    let start = text.count
    text.appendUnfolded(line.range, of: bytes)
    guard !exceedsSize else { return }
    // Looked for anew, since unfolding can take bytes out of a name.
    guard let nameEnd = text[start...].firstIndex(where: ComponentWalk.endsName),
      let parts = LinePlaces(text[...], line: start..<text.count, nameEnd: nameEnd, name)
    else {
      strayLine = strayLine ?? line.number
      return
    }
    append(SourceProperties.Place(name: name, line: UInt32(line.number), parts: parts))
    isTextOpen =
      name.form == .text && text.last == UInt8(ascii: "=")
      && QuotedPrintable.isNamed(in: text[start..<parts.colon])
  }
}
