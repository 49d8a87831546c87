/// The grammar of content lines, for where there is no libical.
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
  func read(_ parts: ContentLineParts) -> ContentLine {
    var content = ContentLine(
      name: String(decoding: parts.line[..<parts.nameEnd].lazy.map(\.upperCased), as: UTF8.self))
    content.value = String(decoding: parts.value.trimmed(where: \.isBlank), as: UTF8.self)
    if !parts.parameters.isEmpty { readParameters(parts, into: &content) }
    if !content.value.isEmpty, let name = parts.propertyName, name.form == .text {
      content.texts =
        name == .categories
        ? EscapedText.list(parts.value).map(EscapedText.unescaped)
        : [EscapedText.unescaped(parts.value.trimmed(where: \.isSpace))]
    }
    return content
  }

  private func readParameters(_ parts: ContentLineParts, into content: inout ContentLine) {
    for parameter in parts.eachParameter {
      let nameEnd = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
      let name = PackedName(parts.line, in: parameter.startIndex..<nameEnd)
      guard SwiftGrammar.names.contains(name) else { continue }
      guard nameEnd < parameter.endIndex else {
        content.isDamaged = true
        return
      }
      let value = parameter[(nameEnd + 1)...]
      // An empty parameter says nothing, as if it were not there; so does one whose quote never
      // ends.
      let quotes = value.count { $0 == UInt8(ascii: "\"") }
      if value.isEmpty || !quotes.isMultiple(of: 2) { continue }
      content.parameters.set(name, to: ParameterValue.text(value))
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
