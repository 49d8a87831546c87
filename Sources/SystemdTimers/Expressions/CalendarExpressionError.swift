/// Why a text or a set of components is no calendar expression.
package enum CalendarExpressionError: Error, Hashable, Sendable {
  /// There is neither a weekday nor a date nor a time.
  case empty
  /// Something else stands where a part of the grammar was expected.
  case unexpected(found: String, expected: String)
  /// An element lies outside the field, runs backwards, or has a step that fits no second time.
  case outOfRange(field: CalendarField, element: String)
  /// A step of zero, which would never move on.
  case zeroStep(field: CalendarField)
  /// A weekday range that runs over the week's end, which systemd refuses.
  case wrappingWeekdays(String)
  /// A second with a fraction, which no instant of this package has.
  case fractionalSecond(String)
  /// More elements in one component than systemd takes.
  case tooManyElements(field: CalendarField, count: Int)
  /// A zone name with characters that no IANA name has.
  case malformedZone(String)
}

extension CalendarExpressionError: CustomStringConvertible {
  /// What was found and what was expected.
  package var description: String {
    switch self {
    case .empty: "the calendar expression is empty"
    case .unexpected(let found, let expected): "found \(found), expected \(expected)"
    case .outOfRange(let field, let element):
      "\(field.name) \(element) is not a value, a range or a step within "
        + "\(field.range.lowerBound)…\(field.range.upperBound)"
    case .zeroStep(let field): "the step of the \(field.name) is 0, expected 1 or more"
    case .wrappingWeekdays(let range):
      "weekday range \(range) runs over the week's end, expected one from Monday towards Sunday"
    case .fractionalSecond(let text): "second \(text) has a fraction, expected a whole second"
    case .tooManyElements(let field, let count):
      "\(count) elements for the \(field.name), expected at most \(ExpressionComponent.maximumElements)"
    case .malformedZone(let name): "zone \(name) is not the name of an IANA zone"
    }
  }
}
