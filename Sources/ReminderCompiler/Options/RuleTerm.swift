import ICalendar

/// A term of a rule: `CATEGORIES:work`, `!KIND:all-day`.
struct RuleTerm: Hashable, Sendable {
  /// What is held against a component or alarm.
  private enum Condition: Hashable, Sendable {
    /// A property matches a pattern.
    case pattern(RuleProperty, TextPattern)
    /// UID is one of these, byte by byte.
    case uids(Set<[UInt8]>)
  }

  private let condition: Condition
  private let isNegated: Bool

  /// What addresses of ORGANIZER and ATTENDEE begin with (RFC 5545, 3.3.3).
  private static let scheme = "mailto:"

  private static let listName = "UIDS"

  /// Reads a term; nil for anything else.
  ///
  /// - Parameter text: `PROPERTY:PATTERN`, `!PROPERTY:PATTERN`; or `UIDS:` and UIDs as they are,
  ///   separated by commas, all else than letters and digits percent-encoded.
  init?(_ text: Substring) {
    isNegated = text.first == "!"
    let text = isNegated ? text.dropFirst() : text
    guard let colon = text.firstIndex(of: ":") else { return nil }
    var pattern = text[text.index(after: colon)...]
    if text[..<colon].uppercased() == RuleTerm.listName {
      guard let uids = UIDList.uids(String(pattern)) else { return nil }
      condition = .uids(uids)
      return
    }
    let property = RuleProperty(name: text[..<colon])
    // Addresses are known without the scheme that calendars write.
    let scheme = pattern.prefix(RuleTerm.scheme.count)
    if property == .organizer || property == .attendee, scheme.lowercased() == RuleTerm.scheme {
      pattern.removeFirst(scheme.count)
    }
    guard let property, pattern.count <= CompilerOptions.longestText else { return nil }
    let known = TextPattern(String(pattern))
    guard !known.isEmpty else { return nil }
    condition = .pattern(property, known)
  }

  /// Makes a term about components with certain UIDs, in which no character stands for others.
  init(uids: some Sequence<String>) {
    condition = .uids(Set(uids.map { Array($0.utf8) }))
    isNegated = false
  }

  /// The term's text, its pattern in lower case.
  var text: String {
    let text =
      switch condition {
      case .pattern(let property, let pattern): "\(property.rawValue):\(pattern.text)"
      case .uids(let uids): "\(RuleTerm.listName):\(UIDList.text(uids))"
      }
    return (isNegated ? "!" : "") + text
  }

  /// What it looks at; nil for a list of UIDs.
  var property: RuleProperty? {
    guard case .pattern(let property, _) = condition else { return nil }
    return property
  }

  /// Whether it holds for all-day components only.
  var namesWholeDays: Bool {
    guard !isNegated, case .pattern(.kind, let pattern) = condition else { return false }
    let kinds: [ComponentTrait] = [.allDay, .birthday]
    return kinds.contains { pattern.literal == $0.rawValue }
  }

  /// Whether it holds for a component, or for an alarm of it.
  func matches(_ component: CalendarComponent, _ alarm: Alarm?, _ user: UserAddresses) -> Bool {
    let isMet =
      switch condition {
      case .uids(let uids): uids.contains(Array(component.uid.utf8))
      case .pattern(let property, let pattern):
        property.has(component, alarm, user, pattern.matches)
      }
    return isMet != isNegated
  }

  /// Whether it holds for an alarm, whatever that stands in.
  func matches(_ alarm: Alarm?) -> Bool {
    guard case .pattern(.action, let pattern) = condition else { return false }
    return (alarm.map { pattern.matches($0.action.rawValue) } ?? false) != isNegated
  }

  /// Why no component or alarm can satisfy it; nil where one can.
  var fault: String? {
    guard !isNegated, case .pattern(let property, let pattern) = condition,
      let known = property.knownValues, !known.contains(where: pattern.matches)
    else { return nil }
    return "\(property.rawValue) is never \(pattern.text), but \(known.joined(separator: ", "))"
  }

  /// Whether nothing satisfies both this term and another one.
  func contradicts(_ other: RuleTerm) -> Bool {
    if isNegated != other.isNegated { return condition == other.condition }
    guard !isNegated, case .pattern(let property, let pattern) = condition,
      case .pattern(property, let otherPattern) = other.condition,
      let value = pattern.literal, let otherValue = otherPattern.literal, value != otherValue
    else { return false }
    if property.isSingle { return true }
    return property == .kind
      && ComponentTrait.opposites.contains {
        Set([$0.rawValue, $1.rawValue]) == [value, otherValue]
      }
  }
}

/// A pattern for whole texts in which `*` stands for any text and `?` for any one character.
///
/// Upper and lower case are the same, and so are the ways in which Unicode writes a character.
/// Blanks at both ends don't matter, neither of the pattern nor of the text.
struct TextPattern: Hashable, Sendable {
  private let characters: [Character]

  init(_ text: String) {
    characters = Array(text.trimmingBlanks.lowercased())
  }

  /// Whether nothing is left of the pattern, so that it would match absent texts.
  var isEmpty: Bool { characters.isEmpty }

  /// The pattern's text, in lower case.
  var text: String { String(characters) }

  /// The one text that matches, in lower case; nil where several do.
  var literal: String? { characters.contains { $0 == "*" || $0 == "?" } ? nil : text }

  /// Whether a whole text matches.
  ///
  /// Of several `*` only the last one passed can have to take more: the time is at most the product
  /// of the two lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text.trimmingBlanks.prefix(CompilerOptions.longestText).lowercased())
    var (position, index) = (0, 0)
    var retry: (position: Int, index: Int)?
    while position < text.count {
      if index < characters.count, characters[index] == "*" {
        retry = (position, index)
        index += 1
      } else if index < characters.count,
        characters[index] == "?" || characters[index] == text[position]
      {
        position += 1
        index += 1
      } else if let last = retry {
        retry = (last.position + 1, last.index)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return characters[index...].allSatisfy { $0 == "*" }
  }
}

extension StringProtocol {
  /// The text without blanks and line ends before and behind it.
  fileprivate var trimmingBlanks: SubSequence {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
    return self[...last].drop(while: \.isWhitespace)
  }
}

/// UIDs as they are, as a text: separated by commas, percent-encoded but for letters and digits.
enum UIDList {
  /// Reads a list; nil for anything else, and for an empty one.
  static func uids(_ text: String) -> Set<[UInt8]>? {
    guard !text.isEmpty else { return nil }
    var uids: Set<[UInt8]> = []
    for item in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let uid = bytes(Array(item)) else { return nil }
      uids.insert(uid)
    }
    return uids
  }

  /// Writes a list, in the order of the bytes.
  static func text(_ uids: Set<[UInt8]>) -> String {
    uids.sorted { $0.lexicographicallyPrecedes($1) }.map { uid in
      uid.map { isPlain($0) ? String(UnicodeScalar($0)) : escaped($0) }.joined()
    }.joined(separator: ",")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }

  private static func bytes(_ item: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var index = 0
    while index < item.count {
      if isPlain(item[index]) {
        bytes.append(item[index])
        index += 1
        continue
      }
      guard item[index] == UInt8(ascii: "%"), index + 2 < item.count,
        isPlain(item[index + 1]), isPlain(item[index + 2]),
        let byte = UInt8(String(decoding: item[index + 1...index + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
      index += 3
    }
    return bytes
  }
}
