/// The named entities that calendars write, by their names; upper and lower case differ (HTML, 13.5).
enum HTMLEntities {
  /// What each name stands for.
  ///
  /// The no-break space becomes a mere blank: mail programs fill lines with it.
  static let characters: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©",
    "reg": "®", "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
    "raquo": "»", "bull": "•", "middot": "·", "euro": "€", "deg": "°", "auml": "ä", "ouml": "ö",
    "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "aacute": "á", "iacute": "í", "oacute": "ó",
    "uacute": "ú", "ntilde": "ñ", "aring": "å", "oslash": "ø", "aelig": "æ", "ecirc": "ê",
  ]

  /// The most bytes between `&` and `;`: the longest names, and numbers with a few zeros before them.
  private static let maximumBytes = 10

  /// An entity in a text.
  struct Match {
    /// What it stands for.
    let text: String
    /// The index after it.
    let end: Int
  }

  /// The entity at a place.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where its `&` stands.
  /// - Returns: The entity; nil where there is none, or one of what may not be shown.
  static func match(in bytes: [UInt8], at start: Int) -> Match? {
    let rest = bytes[(start + 1)...].prefix(maximumBytes + 1)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    let text = name.hasPrefix("#") ? character(numbered: name.dropFirst()) : characters[name]
    return text.map { Match(text: $0, end: end + 1) }
  }

  /// The character of a number, decimal or after an `x` hexadecimal.
  private static func character(numbered digits: Substring) -> String? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let digits = isHexadecimal ? digits.dropFirst() : digits
    // Swift's numbers may have a sign.
    guard digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    switch number {
    case 0x09, 0xA0: return " "
    case 0x0D: return "\n"
    default: return DisplayText.isShown(scalar) ? String(scalar) : nil
    }
  }
}
