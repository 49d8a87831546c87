/// A UID, the same as another one of the same bytes: of strings that Unicode takes for the same,
/// each is a UID of its own.
///
/// Of ASCII alone, strings are the same only where their bytes are, and need no copy of them.
package enum UniqueIdentifier: Hashable, Sendable {
  /// A UID of ASCII.
  case ascii(String)
  /// Any other one.
  case bytes([UInt8])

  /// Makes what a UID is compared by.
  package init(_ uid: String) {
    self = uid.utf8.allSatisfy { $0 < 0x80 } ? .ascii(uid) : .bytes(Array(uid.utf8))
  }
}
