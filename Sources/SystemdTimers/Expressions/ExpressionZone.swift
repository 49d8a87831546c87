/// The zone whose clock a calendar expression follows.
package enum ExpressionZone: Hashable, Sendable {
  /// The zone of the machine that runs the timer.
  case local
  /// Coordinated Universal Time.
  case utc
  /// An IANA zone.
  case named(String)

  /// The zone with `UTC` recognised, or an error where no zone can have the name.
  func normalized() throws(CalendarExpressionError) -> Self {
    guard case .named(let name) = self else { return self }
    if name == "UTC" { return .utc }
    guard ExpressionZone.isWellFormed(name) else { throw .malformedZone(name) }
    return self
  }

  /// Whether a name has only what IANA names have, so that it cannot add to a line or a path.
  static func isWellFormed(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= maximumNameLength
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            ("a"..."z").contains(Unicode.Scalar($0)) || ("A"..."Z").contains(Unicode.Scalar($0))
              || ("0"..."9").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: "-")
              || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+")
          }
      }
  }

  /// The most bytes of a zone's name; the longest of IANA has 32, a file name 255.
  private static let maximumNameLength = 255
}
