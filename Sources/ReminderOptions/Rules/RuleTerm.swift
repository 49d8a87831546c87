import CivilTime
import ICalendar
import TextSafety

/// A term of a rule: `CATEGORIES:work`, `!KIND:all-day`.
struct RuleTerm: Hashable, Sendable {
  private enum Condition: Hashable, Sendable {
    case pattern(RuleProperty, TextPattern)
    /// The UID is one of these, compared byte by byte.
    case uids(Set<[UInt8]>)
  }

  private let condition: Condition
  private let isNegated: Bool

  /// The scheme of addresses in ORGANIZER and ATTENDEE (RFC 5545, 3.3.3).
  private static let scheme = "mailto:"

  private static let listName = "UIDS"

  /// Parses a term.
  ///
  /// - Parameter text: `PROPERTY:PATTERN`, `!PROPERTY:PATTERN`, or `UIDS:` and a list of UIDs
  ///   without wildcards, separated by commas and percent-encoded except for letters and digits.
  ///   The result is nil for other texts.
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
    // Addresses are stored without the scheme that calendars write.
    let scheme = pattern.prefix(RuleTerm.scheme.count)
    if property == .organizer || property == .attendee, scheme.lowercased() == RuleTerm.scheme {
      pattern.removeFirst(scheme.count)
    }
    guard let property, pattern.count <= CompilerOptions.longestText else { return nil }
    let known = TextPattern(String(pattern))
    guard !known.isEmpty else { return nil }
    condition = .pattern(property, known)
  }

  init(uids: some Sequence<String>) {
    condition = .uids(Set(uids.map { Array($0.utf8) }))
    isNegated = false
  }

  /// The text form, with the pattern in lower case.
  var text: String {
    let text =
      switch condition {
      case .pattern(let property, let pattern): "\(property.rawValue):\(pattern.text)"
      case .uids(let uids): "\(RuleTerm.listName):\(UIDList.text(uids))"
      }
    return (isNegated ? "!" : "") + text
  }

  var property: RuleProperty? {
    guard case .pattern(let property, _) = condition else { return nil }
    return property
  }

  /// Whether the term holds only for all-day components.
  var namesWholeDays: Bool {
    guard !isNegated, case .pattern(.kind, let pattern) = condition else { return false }
    let kinds: [ComponentTrait] = [.allDay, .birthday]
    return kinds.contains { pattern.literal == $0.rawValue }
  }

  func matches(_ component: CalendarComponent, alarm: Alarm?, user: UserAddresses) -> Bool {
    let isMet =
      switch condition {
      case .uids(let uids): uids.contains(Array(component.uid.utf8))
      case .pattern(let property, let pattern):
        property.has(in: component, alarm: alarm, user: user, where: pattern.matches)
      }
    return isMet != isNegated
  }

  func matches(_ alarm: Alarm?) -> Bool {
    guard case .pattern(.action, let pattern) = condition else { return false }
    return (alarm.map { pattern.matches($0.action.rawValue) } ?? false) != isNegated
  }

  /// The reason why the term can never hold; nil if it can.
  var fault: String? {
    guard !isNegated, case .pattern(let property, let pattern) = condition,
      let known = property.knownValues, !known.contains(where: pattern.matches)
    else { return nil }
    return "\(property.rawValue) is never \(pattern.text), but \(known.joined(separator: ", "))"
  }

  /// Returns whether this term and another one cannot both hold.
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

/// A pattern for whole texts in which `*` matches any text and `?` any single character.
///
/// Matching ignores case, invisible characters and differences in Unicode normalization. White space
/// at both ends of the pattern and of the text is ignored.
struct TextPattern: Hashable, Sendable {
  private let characters: [Character]

  init(_ text: String) {
    characters = Array(text.withoutInvisibles.trimmingBlanks.lowercased())
  }

  var isEmpty: Bool { characters.isEmpty }

  var text: String { String(characters) }

  /// The only text that matches, in lower case; nil if the pattern has wildcards.
  var literal: String? { characters.contains { $0 == "*" || $0 == "?" } ? nil : text }

  /// Returns whether the whole text matches.
  ///
  /// On a mismatch, only the last `*` is extended. The time is at most proportional to the product
  /// of the two lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(
      text.withoutInvisibles.trimmingBlanks.prefix(CompilerOptions.longestText).lowercased())
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
  fileprivate var trimmingBlanks: SubSequence {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
    return self[...last].drop(while: \.isWhitespace)
  }
}

/// A text form for a list of UIDs: separated by commas, percent-encoded except for letters and
/// digits.
enum UIDList {
  static func uids(_ text: String) -> Set<[UInt8]>? {
    guard !text.isEmpty else { return nil }
    var uids: Set<[UInt8]> = []
    for item in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let uid = bytes(Array(item)) else { return nil }
      uids.insert(uid)
    }
    return uids
  }

  static func text(_ uids: Set<[UInt8]>) -> String {
    uids.sorted { $0.lexicographicallyPrecedes($1) }.map { uid in
      uid.map { isPlain($0) ? String(UnicodeScalar($0)) : escaped($0) }.joined()
    }.joined(separator: ",")
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }

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
