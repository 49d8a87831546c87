/// A value of a D-Bus message, of the types that desktop services use (D-Bus Specification, Type
/// System).
package enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case string(String)
  /// An array of strings, `as`.
  case strings([String])
  /// A dictionary of strings to variants, `a{sv}`.
  case dictionary([String: BusValue])

  /// The signature of the type.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .string: "s"
    case .strings: "as"
    case .dictionary: "a{sv}"
    }
  }
}
