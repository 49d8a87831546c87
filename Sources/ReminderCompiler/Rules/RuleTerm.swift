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

  /// The longest pattern, in characters: longer than any title that somebody types.
  static let longestPattern = 1_000

  /// What addresses of ORGANIZER and ATTENDEE begin with (RFC 5545, 3.3.3).
  private static let scheme = "mailto:"

  /// What a list of UIDs begins with.
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
    guard let property, pattern.count <= RuleTerm.longestPattern else { return nil }
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
