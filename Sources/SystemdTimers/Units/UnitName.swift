import Digests

/// The name of a unit, with its suffix.
package struct UnitName: Hashable, Sendable {
  /// The kinds of units that are written, by their suffix.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case timer, service, target, path
  }

  /// The name: `ics2notify-Standup-0123….timer`.
  package let string: String
  /// The kind of unit that its suffix makes it.
  package let kind: Kind

  /// The name of a unit whose name comes from no content.
  ///
  /// - Parameters:
  ///   - name: The name without the suffix.
  ///   - kind: The kind of unit.
  init(_ name: String, _ kind: Kind) {
    string = "\(name).\(kind.rawValue)"
    self.kind = kind
  }

  /// The name of a unit for a title, from a hash of the unit's content.
  ///
  /// The title is for people and may be cut; the hash keeps names apart.
  ///
  /// - Parameters:
  ///   - title: Any text; only letters, digits, `-` and `_` of ASCII are taken.
  ///   - content: All that the unit says. Another content has another name, so that a unit never
  ///     changes under a running timer.
  ///   - kind: The kind of unit.
  ///   - installation: Whose unit it is.
  init(title: String, content: String, _ kind: Kind, of installation: InstallationName) {
    let hash = SHA256.hexadecimalDigest(of: content.utf8).prefix(UnitName.hashDigits)
    let stem = UnitName.stem(of: title)
    // Names are part of the output format: the manifest and the user's own drop-ins go by them.
    string = "\(installation.prefix)\(stem.isEmpty ? "" : stem + "-")\(hash).\(kind.rawValue)"
    self.kind = kind
  }

  /// A name that an installation can have given, or nil: how lists of names are read back.
  ///
  /// - Parameters:
  ///   - text: Any text, such as a line of a file that anybody can have written.
  ///   - installation: Whose units are meant.
  package init?(own text: String, of installation: InstallationName = .unnamed) {
    if let name = installation.fixedUnits.first(where: { $0.string == text }) {
      self = name
    } else if let kind = UnitName.kind(ofNameFromContent: text, prefix: installation.prefix) {
      (string, self.kind) = (text, kind)
    } else {
      return nil
    }
  }

  /// The kind of unit where a text is a name as content gives them: prefix, stem, hash and suffix.
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

  /// 128 bits: no two contents of one machine share a name.
  private static let hashDigits = 32

  /// The most bytes of the title in a name, which keeps lists readable.
  ///
  /// systemd keeps no stamp of a timer whose name has more than 249 bytes, and says nothing.
  private static let maximumStemBytes = 40

  /// Whether a name keeps a character of a title.
  static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || ("0"..."9").contains(scalar) || scalar == "_"
  }

  /// What a name can keep of a title: runs of anything else become one `-`.
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
