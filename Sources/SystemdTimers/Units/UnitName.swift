/// The name of a unit, with its suffix.
package struct UnitName: Hashable, Sendable {
  /// The kinds of units that are written, by their suffix.
  package enum Kind: String, Hashable, Sendable {
    case timer, service, target
  }

  /// The name: `ics2notify-Standup-0123….timer`.
  package let string: String

  /// The name of one of the program's own units.
  package init(_ name: StaticString, _ kind: Kind) {
    string = "\(name).\(kind.rawValue)"
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
  init(title: String, content: String, _ kind: Kind) {
    let hash = SHA256.hexadecimalDigest(of: content.utf8).prefix(UnitName.hashDigits)
    let stem = UnitName.stem(of: title)
    // Names are part of the output format: the manifest and the user's own drop-ins go by them.
    string = "ics2notify-\(stem.isEmpty ? "" : stem + "-")\(hash).\(kind.rawValue)"
  }

  /// 128 bits: no two contents of one machine share a name.
  private static let hashDigits = 32

  /// The most bytes of the title in a name.
  ///
  /// Names stay far below 249 bytes, where the name of a stamp file becomes too long for the file
  /// system and systemd keeps no stamp, without a word.
  private static let maximumStemBytes = 40

  /// What a name can keep of a title: runs of anything else become one `-`.
  private static func stem(of title: String) -> String {
    var stem = ""
    for scalar in title.unicodeScalars where stem.utf8.count < maximumStemBytes {
      let isKept =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || scalar == "_"
      if isKept {
        stem.unicodeScalars.append(scalar)
      } else if !stem.isEmpty, !stem.hasSuffix("-") {
        stem += "-"
      }
    }
    return stem.hasSuffix("-") ? String(stem.dropLast()) : stem
  }
}
