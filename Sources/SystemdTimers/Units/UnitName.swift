import Digests

/// The name of a unit, with its suffix.
package struct UnitName: Hashable, Sendable {
  /// The kinds of units that the program writes, by suffix.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case timer, service, target, path
  }

  /// The name: `ics2notify-Standup-0123….timer`.
  package let string: String
  /// The kind of the unit.
  package let kind: Kind

  /// Makes a name that does not depend on the content, from its part before the suffix.
  init(_ name: String, kind: Kind) {
    string = "\(name).\(kind.rawValue)"
    self.kind = kind
  }

  /// Makes the name of a unit from a title and a hash of its content.
  ///
  /// The title is for readers: it keeps ASCII letters, digits and `_`, others become `-`. Different
  /// contents have different names, so that a unit never changes under a running timer.
  init(title: String, content: String, _ kind: Kind, of installation: InstallationName) {
    let hash = SHA256.hexadecimalDigest(of: content.utf8).prefix(UnitName.hashDigits)
    let stem = UnitName.stem(of: title)
    // Names are part of the output format: the manifest and the user's drop-ins depend on them.
    string = "\(installation.prefix)\(stem.isEmpty ? "" : stem + "-")\(hash).\(kind.rawValue)"
    self.kind = kind
  }

  /// Parses a name of an installation; nil if the installation cannot have such a unit.
  ///
  /// - Parameters:
  ///   - text: Any text, such as a line of a file that other programs can write.
  ///   - installation: The installation.
  package init?(own text: String, of installation: InstallationName = .unnamed) {
    if let name = installation.fixedUnits.first(where: { $0.string == text }) {
      self = name
    } else if let kind = UnitName.kind(ofNameFromContent: text, prefix: installation.prefix) {
      (string, self.kind) = (text, kind)
    } else {
      return nil
    }
  }

  /// The kind of a name that was made from content: prefix, stem, hash and suffix; nil for others.
  private static func kind(ofNameFromContent text: String, prefix: String) -> Kind? {
    guard text.hasPrefix(prefix),
      let kind = [Kind.timer, .service].first(where: { text.hasSuffix(".\($0.rawValue)") })
    else { return nil }
    let middle = text.utf8.dropFirst(prefix.utf8.count).dropLast(kind.rawValue.utf8.count + 1)
    let hash = middle.suffix(hashDigits)
    let stem = middle.dropLast(hashDigits)
    let isHash =
      hash.count == hashDigits && hash.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    let isStem = stem.allSatisfy { $0 == UInt8(ascii: "-") || isKept(Unicode.Scalar($0)) }
    return isHash && isStem && stem.count <= maximumStemBytes + 1
      && (stem.isEmpty || stem.last == UInt8(ascii: "-")) ? kind : nil
  }

  /// 128 bits, so that two contents on one machine never share a name.
  private static let hashDigits = 32

  /// The largest number of bytes of the title in a name, which keeps lists readable.
  ///
  /// systemd silently does not store the stamp of a timer whose name has more than 249 bytes.
  private static let maximumStemBytes = 40

  /// Whether a name keeps a character of a title.
  static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || ("0"..."9").contains(scalar) || scalar == "_"
  }

  /// The part of a title that a name keeps; each run of other characters becomes one `-`.
  private static func stem(of title: String) -> String {
    var stem = ""
    for scalar in title.unicodeScalars where stem.utf8.count < maximumStemBytes {
      if isKept(scalar) {
        stem.unicodeScalars.append(scalar)
      } else if !stem.isEmpty, !stem.hasSuffix("-") {
        stem += "-"
      }
    }
    return stem.hasSuffix("-") ? String(stem.dropLast()) : stem
  }
}
