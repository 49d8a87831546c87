/// Walks over the lines of a component and takes up those that matter.
struct ComponentWalk {
  /// What has been taken up.
  private(set) var handed = LibicalLines()
  /// The component so far.
  var component: SourceComponent

  private let partNames: Set<PackedName>
  /// The names of the open components: the component itself, a part, and what is passed over.
  private var stack: [PackedName] = []
  /// Whether the innermost open component is a part that is read.
  private var isInPart = false
  private var size = 0
  /// How many components are open below ``maximumDepth``.
  private var depthBelow = 0

  /// The most components that may be open inside one another; deeper ones are only counted.
  ///
  /// Three levels have a meaning. The bound keeps a search of the stack short.
  private static let maximumDepth = 32

  init(line: Int, partNames: Set<PackedName>) {
    component = SourceComponent(line: line)
    self.partNames = partNames
  }

  /// Takes a line up.
  mutating func take(_ line: LogicalLine, in bytes: [UInt8]) {
    guard let first = line.range.first else { return }
    var nameEnd = first
    while nameEnd < line.range.upperBound, !ComponentWalk.endsName(bytes[nameEnd]) { nameEnd += 1 }
    guard nameEnd < line.range.upperBound, bytes[nameEnd] != 0x0A else {
      takeOddLine(line, in: bytes)
      return
    }
    let nameRange = first..<nameEnd
    switch PackedName(bytes, in: nameRange) {
    case .begin, .end:
      takeBoundary(line, bytes.unfolded(line))
    default:
      guard let name = wanted(PropertyName(bytes, in: nameRange)) else { return }
      takeProperty(name, line, bytes.unfolded(line), nameEnd: nameRange.count)
    }
  }

  /// Marks what never ended.
  mutating func finish() {
    if !stack.isEmpty { component.hasUnendedPart = true }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == 0x0A
  }

  /// A line whose name is folded, or that has none.
  private mutating func takeOddLine(_ line: LogicalLine, in bytes: [UInt8]) {
    let unfolded = bytes.unfolded(line)
    guard let nameEnd = unfolded.firstIndex(where: ComponentWalk.endsName) else {
      if unfolded.contains(where: { !$0.isBlank }) { component.strayLines.append(line.number) }
      return
    }
    switch PackedName(unfolded, in: 0..<nameEnd) {
    case .begin, .end: takeBoundary(line, unfolded)
    default:
      guard let name = wanted(PropertyName(unfolded, in: 0..<nameEnd)) else { return }
      takeProperty(name, line, unfolded, nameEnd: nameEnd)
    }
  }

  /// A property's name, where it stands in a place that is read.
  private func wanted(_ name: PropertyName?) -> PropertyName? {
    stack.count == 1 || isInPart ? name : nil
  }

  private mutating func takeBoundary(_ line: LogicalLine, _ bytes: [UInt8]) {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
    let nameBytes = Array(bytes[(colon + 1)...].filter { !$0.isBlank })
    let name = PackedName(nameBytes, in: nameBytes.indices)
    if bytes[0].upperCased == UInt8(ascii: "B") {
      guard stack.count < ComponentWalk.maximumDepth else {
        depthBelow += 1
        return
      }
      if isInPart, partNames.contains(name) {
        // A part inside a part: the outer one has lost its END.
        endPart(isEnded: false)
      }
      stack.append(name)
      if stack.count == 1 {
        handed.begin(nameBytes)
      } else if stack.count == 2, partNames.contains(name) {
        component.parts.append(SourcePart(line: line.number))
        handed.begin(nameBytes)
        isInPart = true
      } else {
        isInPart = false
      }
      return
    }
    if depthBelow > 0 {
      depthBelow -= 1
      return
    }
    guard stack.contains(name) else { return }
    while let last = stack.last {
      if stack.count == 2, partNames.contains(last) {
        endPart(isEnded: last == name)
      } else {
        stack.removeLast()
        if stack.isEmpty { handed.end() }
      }
      if last == name { break }
      if stack.count > 1 || !partNames.contains(last) { component.hasUnendedPart = true }
    }
    isInPart = stack.count == 2 && stack.last.map(partNames.contains) == true
  }

  private mutating func endPart(isEnded: Bool) {
    stack.removeLast()
    handed.end()
    isInPart = false
    if !component.parts.isEmpty {
      component.parts[component.parts.count - 1].isEnded = isEnded
    }
  }

  private mutating func takeProperty(
    _ name: PropertyName, _ line: LogicalLine, _ bytes: [UInt8], nameEnd: Int
  ) {
    size += bytes.count
    guard size <= ComponentReader.maximumSize else {
      component.isTooLarge = true
      return
    }
    guard let content = ContentLine(bytes, name: name, nameEnd: nameEnd, number: line.number)
    else {
      component.strayLines.append(line.number)
      return
    }
    var property = SourceProperty(
      name: name, line: line.number, value: ComponentWalk.trimmed(content.value))
    let part = isInPart ? component.parts.count - 1 : nil
    let count = part.map { component.parts[$0].properties.count } ?? component.properties.count
    let place = SourceComponent.Place(part: part, property: count)
    switch name.form {
    case .value: break
    case .parameters:
      let parameters = content.parameters.isEmpty ? [] : content.parametersForLibical
      if !parameters.isEmpty {
        handed.append(parameters, of: name, at: place)
        // Until libical's answer says otherwise.
        property.isDamaged = true
      }
    case .text:
      if !property.value.isEmpty {
        handed.append(text: content.value, of: name, at: place)
        property.isDamaged = true
      }
    }
    if let part {
      component.parts[part].properties.append(property)
    } else {
      component.properties.append(property)
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var value = bytes.drop { $0.isBlank }
    while let last = value.last, last.isBlank { value.removeLast() }
    return String(decoding: value, as: UTF8.self)
  }
}
