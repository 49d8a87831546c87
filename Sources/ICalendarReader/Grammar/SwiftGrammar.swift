/// The grammar of content lines, as this module has it.
///
/// It takes what is written more often than it is right: an unquoted colon in a TZID, a quote that
/// never ends, an empty parameter. What libical makes of those is in the list of its faults.
package struct SwiftGrammar: ContentLineGrammar {
  /// Makes the grammar.
  package init() {}

  /// Takes a line apart.
  ///
  /// - Parameter line: The line without folds, without its end and without NUL.
  /// - Returns: What the line says, the value as it stands; nil where it has no colon.
  package func read(_ line: [UInt8]) -> ContentLine? {
    ContentLineParts(line).map(read)
  }

  /// Reads a line that has been cut.
  package func read(_ parts: ContentLineParts) -> ContentLine {
    var content = ContentLine(name: parts.name)
    content.value = String(decoding: parts.value.trimmed(where: \.isBlank), as: UTF8.self)
    readParameters(parts, into: &content)
    if !content.value.isEmpty { content.texts = texts(parts) }
    return content
  }

  /// What the parameters of a line say; nil where they can't be read.
  package func parameters(_ parts: ContentLineParts) -> ContentLine.Parameters? {
    var content = ContentLine(name: "")
    readParameters(parts, into: &content)
    return content.isDamaged ? nil : content.parameters
  }

  /// The texts of a value that is not empty; none where it is no TEXT.
  package func texts(_ parts: ContentLineParts) -> [String] {
    guard let property = parts.property, property.form == .text else { return [] }
    return property == .categories
      ? EscapedText.list(parts.value).map(EscapedText.unescaped)
      : [EscapedText.unescaped(parts.value.trimmed(where: \.isSpace))]
  }

  private func readParameters(_ parts: ContentLineParts, into content: inout ContentLine) {
    for parameter in parts.parameters {
      let nameEnd = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
      let name = PackedName(parameter.span, in: 0..<nameEnd - parameter.startIndex)
      guard SwiftGrammar.names.contains(name) else { continue }
      let value = parameter[nameEnd...].dropFirst()
      // An empty parameter says nothing, as if it were not there.
      if value.isEmpty, nameEnd < parameter.endIndex { continue }
      guard nameEnd < parameter.endIndex, let text = ParameterValue.text(value) else {
        content.isDamaged = true
        return
      }
      content.parameters.set(name, to: text)
    }
  }

  private static let names: Set<PackedName> = [.zone, .related, .range, .valueType]
}

extension ContentLine.Parameters {
  /// Takes a parameter up, unless an earlier one has said the same.
  fileprivate mutating func set(_ name: PackedName, to text: String) {
    switch name {
    case .zone: zoneName = zoneName ?? text
    case .related: related = related ?? text.uppercased()
    case .range: range = range ?? text.uppercased()
    // A value shows its type: VALUE is often left out, and sometimes wrong.
    default: break
    }
  }
}

extension PackedName {
  fileprivate static let zone = PackedName("TZID")
  fileprivate static let related = PackedName("RELATED")
  fileprivate static let range = PackedName("RANGE")
  fileprivate static let valueType = PackedName("VALUE")
}
