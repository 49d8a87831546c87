import CivilTime

/// When a request fires and which repeat it is, as far as its identifier says: what stands behind
/// the hash.
///
/// A device tells which identifiers are pending, in no order, and nothing else. So this is all that
/// is known of what they matter: of two forms, the one that matters more comes first.
struct RequestForm: Hashable, Sendable {
  /// How the request fires, in the order of importance.
  private enum Kind: Int {
    /// Again and again: one that is gone takes all of its fires with it.
    case repeating
    /// At one instant, the sooner the more important.
    case once
    /// The identifier doesn't say.
    case unknown
  }

  /// The identifier.
  let identifier: String
  private let kind: Kind
  /// The instant of a one-shot, which sorts as it is written; empty for all else.
  private let instant: Substring
  /// The repeat, from 1; 0 for the first alert.
  private let repetition: Int

  /// Reads an identifier of ours.
  init(of identifier: String) {
    self.identifier = identifier
    let words = identifier.dropFirst(RequestIdentifier.prefix(of: identifier).count)
      .split(separator: ".")
    instant = words.first.flatMap { RequestForm.isInstant($0) ? $0 : nil } ?? ""
    kind = words.isEmpty ? .unknown : instant.isEmpty ? .repeating : .once
    repetition = words.count > 1 ? words.last.flatMap { Int($0) } ?? 0 : 0
  }

  /// Whether a text is an instant as one-shots have it: `20280131T180000Z`.
  private static func isInstant(_ text: Substring) -> Bool {
    let shape = text.utf8.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    return shape == Array("00000000T000000Z".utf8)
  }
}

extension RequestForm: Comparable {
  /// Orders what matters more first: what repeats, then by instant, first alerts before repeats.
  static func < (left: RequestForm, right: RequestForm) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.instant != right.instant { return left.instant < right.instant }
    if left.repetition != right.repetition { return left.repetition < right.repetition }
    return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
  }
}
