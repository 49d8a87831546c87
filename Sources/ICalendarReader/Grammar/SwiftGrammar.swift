/// The grammar of content lines that is implemented in this module.
///
/// It accepts common errors: an unquoted colon in a TZID, a quote that is never closed, an empty
/// parameter.
package struct SwiftGrammar: ContentLineGrammar {
  /// Makes the grammar.
  package init() {}

  /// Returns the parameters of a line; nil if they cannot be parsed.
  package func parameters(_ parts: ContentLineParts) -> LineParameters? {
    var parameters = LineParameters()
    for parameter in parts.parameters {
      let nameEnd = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
      let name = PackedName(parameter.span, in: 0..<nameEnd - parameter.startIndex)
      guard SwiftGrammar.names.contains(name) else { continue }
      let value = parameter[nameEnd...].dropFirst()
      // Treat an empty parameter as missing.
      if value.isEmpty, nameEnd < parameter.endIndex { continue }
      guard nameEnd < parameter.endIndex, let text = ParameterValue.text(value) else { return nil }
      parameters.set(name, to: text)
    }
    return parameters
  }

  /// Returns the texts of a value that is not empty; an empty array if the property's type is not
  /// TEXT.
  package func texts(_ parts: ContentLineParts) -> [String] {
    guard let property = parts.property, property.form == .text else { return [] }
    return property == .categories
      ? EscapedText.list(parts.value).map(EscapedText.unescaped)
      : [EscapedText.unescaped(parts.value.trimmed(where: \.isSpace))]
  }

  private static let names: Set<PackedName> = [.zone, .related, .range, .valueType]
}

extension LineParameters {
  /// Sets a parameter unless an earlier one had the same name.
  fileprivate mutating func set(_ name: PackedName, to text: String) {
    switch name {
    case .zone: zoneName = zoneName ?? text
    case .related: related = related ?? text.uppercased()
    case .range: range = range ?? text.uppercased()
    // Ignore VALUE, which is often missing or wrong: the value shows its type.
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

enum ParameterValue {
  /// Returns the text of a value, without quotes; nil if a quote is never closed.
  ///
  /// A quote after a backslash is part of the value. The RFC doesn't define this escape, but
  /// writers use it.
  static func text(_ value: ArraySlice<UInt8>) -> String? {
    let quotes = value.indices.filter { index in
      value[index] == UInt8(ascii: "\"")
        && (index == value.startIndex || value[index - 1] != backslash)
    }
    guard quotes.count.isMultiple(of: 2), value.last != backslash else { return nil }
    guard let first = quotes.first, first == value.startIndex else {
      return decoded(value.endTrimmed(where: \.isSpace))
    }
    return decoded(value[(first + 1)..<quotes[1]])
  }

  /// The value of `NAME=VALUE`; nil if the name (in capital letters) differs or it cannot be
  /// parsed.
  static func text(named name: String, in parameter: ArraySlice<UInt8>) -> String? {
    guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
      parameter[..<equals].map(\.upperCased) == Array(name.utf8)
    else { return nil }
    return text(parameter[(equals + 1)...])
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Decodes `^n`, `^^` and `^'` (RFC 6868).
  private static func decoded(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(caret) else { return String(decoding: value, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == caret, let next = rest.first, let meant = escapes[next] else {
        result.append(byte)
        continue
      }
      result.append(meant)
      rest.removeFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let caret = UInt8(ascii: "^")

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, caret: caret, UInt8(ascii: "'"): UInt8(ascii: "\""),
  ]
}

/// Parsing of a value of type TEXT (RFC 5545, 3.3.11).
enum EscapedText {
  /// Returns the text of a value: `\,`, `\;` and `\\` without the backslash, and `\n` as a line
  /// feed.
  ///
  /// Of the escapes that the RFC doesn't define, `\t` and the like become control characters, as
  /// programs intend. For any other escape, the backslash is dropped. Invalid UTF-8 is replaced.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(control(byte) ?? byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func control(_ letter: UInt8) -> UInt8? {
    switch letter.upperCased {
    case UInt8(ascii: "N"): 0x0A
    case UInt8(ascii: "T"): 0x09
    case UInt8(ascii: "R"): 0x0D
    case UInt8(ascii: "B"): 0x08
    case UInt8(ascii: "F"): 0x0C
    default: nil
    }
  }

  /// The items of a list, still escaped, without surrounding blanks.
  ///
  /// Empty items are skipped.
  static func list(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isEscaped = false
    func end(_ index: Int) {
      let item = bytes[start..<index].trimmed(where: \.isSpace)
      if !item.isEmpty, items.count < ReadingLimits.maximumItems { items.append(item) }
      start = index + 1
    }
    for index in bytes.indices {
      if isEscaped {
        isEscaped = false
      } else if bytes[index] == UInt8(ascii: "\\") {
        isEscaped = true
      } else if bytes[index] == UInt8(ascii: ",") {
        end(index)
      }
    }
    end(bytes.endIndex)
    return items
  }
}
