/// Walks over the lines of a component and takes up those that matter.
struct ComponentWalk {
  /// The component so far.
  var component: SourceComponent

  private let subcomponentNames: Set<PackedName>
  /// The names of the open components: the component itself, a subcomponent, and what is passed
  /// over.
  private var stack: [PackedName] = []
  /// Whether the innermost open component is a subcomponent that is read.
  private var isInSubcomponent = false
  private var size = 0
  /// How many components are open below ``maximumDepth``.
  private var depthBelow = 0

  /// The most components that may be open inside one another; deeper ones are only counted.
  ///
  /// Three levels have a meaning. The bound keeps a search of the stack short.
  private static let maximumDepth = 32

  init(line: Int, subcomponentNames: Set<PackedName>) {
    component = SourceComponent(line: line)
    self.subcomponentNames = subcomponentNames
  }

  /// Takes a line up.
  mutating func take(
    _ line: LogicalLine, in bytes: Span<UInt8>, _ grammar: borrowing CheckedGrammar
  ) {
    guard let first = line.range.first else { return }
    var nameEnd = first
    while nameEnd < line.range.upperBound, !ComponentWalk.endsName(bytes[nameEnd]) { nameEnd += 1 }
    guard nameEnd < line.range.upperBound, bytes[nameEnd] != 0x0A else {
      takeOddLine(line, in: bytes, grammar)
      return
    }
    let nameRange = first..<nameEnd
    switch PackedName(bytes, in: nameRange) {
    case .begin, .end:
      takeBoundary(line, bytes.unfolded(line.range))
    default:
      guard let name = wanted(PropertyName(bytes, in: nameRange)) else { return }
      takeProperty(name, line, bytes.unfolded(line.range), nameEnd: nameRange.count, grammar)
    }
  }

  /// Marks what never ended.
  mutating func finish() {
    if !stack.isEmpty { component.hasUnendedSubcomponent = true }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == 0x0A
  }

  /// A line whose name is folded, or that has none.
  private mutating func takeOddLine(
    _ line: LogicalLine, in bytes: Span<UInt8>, _ grammar: borrowing CheckedGrammar
  ) {
    let unfolded = bytes.unfolded(line.range)
    guard let nameEnd = unfolded.firstIndex(where: ComponentWalk.endsName) else {
      if unfolded.contains(where: { !$0.isBlank }) { component.strayLines.append(line.number) }
      return
    }
    switch PackedName(unfolded.span, in: 0..<nameEnd) {
    case .begin, .end: takeBoundary(line, unfolded)
    default:
      guard let name = wanted(PropertyName(unfolded.span, in: 0..<nameEnd)) else { return }
      takeProperty(name, line, unfolded, nameEnd: nameEnd, grammar)
    }
  }

  /// A property's name, where it stands in a place that is read.
  private func wanted(_ name: PropertyName?) -> PropertyName? {
    stack.count == 1 || isInSubcomponent ? name : nil
  }

  private mutating func takeBoundary(_ line: LogicalLine, _ bytes: [UInt8]) {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
    let nameBytes = Array(bytes[(colon + 1)...].filter { !$0.isBlank })
    let name = PackedName(nameBytes.span, in: nameBytes.indices)
    if bytes[0].upperCased == UInt8(ascii: "B") {
      guard stack.count < ComponentWalk.maximumDepth else {
        depthBelow += 1
        return
      }
      if isInSubcomponent, subcomponentNames.contains(name) {
        // A subcomponent inside a subcomponent: the outer one has lost its END.
        endSubcomponent(isEnded: false)
      }
      stack.append(name)
      if stack.count == 2, subcomponentNames.contains(name) {
        component.subcomponents.append(SourceSubcomponent(line: line.number))
        isInSubcomponent = true
      } else {
        isInSubcomponent = false
      }
      return
    }
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
      if stack.count > 1 || !subcomponentNames.contains(last) {
        component.hasUnendedSubcomponent = true
      }
    }
    isInSubcomponent = stack.count == 2 && stack.last.map(subcomponentNames.contains) == true
  }

  private mutating func endSubcomponent(isEnded: Bool) {
    stack.removeLast()
    isInSubcomponent = false
    if !component.subcomponents.isEmpty {
      component.subcomponents[component.subcomponents.count - 1].isEnded = isEnded
    }
  }

  private mutating func takeProperty(
    _ name: PropertyName, _ line: LogicalLine, _ bytes: [UInt8], nameEnd: Int,
    _ grammar: borrowing CheckedGrammar
  ) {
    size += bytes.count
    guard size <= ComponentReader.maximumSize else {
      component.isTooLarge = true
      return
    }
    guard let parts = ContentLineParts(bytes, nameEnd: nameEnd, name) else {
      component.strayLines.append(line.number)
      return
    }
    let property = SourceProperty(name: name, line: line.number, grammar.read(parts))
    if isInSubcomponent {
      component.subcomponents[component.subcomponents.count - 1].properties.append(property)
    } else {
      component.properties.append(property)
    }
  }
}
