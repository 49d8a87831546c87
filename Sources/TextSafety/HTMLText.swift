/// The readable text of HTML: tags are dropped, block elements become lines.
///
/// Parsing takes linear time for every text. If the end of an element, such as a comment, is
/// missing, the parser does not search for it again.
struct HTMLText {
  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  /// Whether the text is known to be HTML.
  private var isHTML = false
  /// Whether the text is a whole document, in which line ends are blanks.
  private var isDocument = false
  /// Whether the current line has no visible text.
  private var lineIsEmpty = true
  /// Whether the next visible text begins a list item.
  private var beginsItem = false
  /// Whether a line end in the source would repeat the line end of a tag before it.
  private var followsBreak = false

  /// The ends that a search did not find.
  private var missingEnds: Set<String> = []
  /// Whether a tag with a quote did not end.
  ///
  /// Quotes are then ignored.
  private var quotesAreBroken = false

  private init(_ text: String) {
    bytes = Array(text.utf8)
    output.reserveCapacity(bytes.count)
  }

  /// Returns the readable text of HTML.
  ///
  /// A text is HTML if it has an entity, an end tag, a tag with an attribute, or a tag that plain
  /// text does not have. Its line ends are kept, because programs mix them with tags, unless it is
  /// a whole document.
  ///
  /// - Parameter text: A text whose only line ends and control characters are line feeds.
  /// - Returns: The readable text; nil if the text is not HTML.
  static func text(of text: String) -> String? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return nil
    }
    var html = HTMLText(text)
    html.read()
    return html.isHTML ? String(decoding: html.output, as: UTF8.self) : nil
  }

  private mutating func read() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where readMarkup(): continue
      case UInt8(ascii: "&"):
        if let entity = HTMLEntities.match(in: bytes, at: position) {
          isHTML = true
          position = entity.end
          for byte in entity.text.utf8 { append(byte) }
          continue
        }
      case UInt8(ascii: "\n") where followsBreak || isDocument:
        if !followsBreak { append(UInt8(ascii: " ")) }
        followsBreak = false
        position += 1
        continue
      default: break
      }
      append(bytes[position])
      position += 1
    }
  }

  private mutating func append(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") {
      lineIsEmpty = true
    } else if byte != UInt8(ascii: " ") {
      if beginsItem { output += "• ".utf8 }
      (beginsItem, lineIsEmpty, followsBreak) = (false, false, false)
    }
    output.append(byte)
  }

  /// Ends the current line unless it is empty.
  private mutating func startLine() {
    if !lineIsEmpty { append(UInt8(ascii: "\n")) }
    followsBreak = true
  }
}

extension HTMLText {
  /// Parses a tag, a comment or a declaration; returns false if the position is plain text.
  private mutating func readMarkup() -> Bool {
    let rest = bytes[(position + 1)...]
    if rest.starts(with: "!--".utf8) { return skip(past: "-->", from: position + 2) }
    if rest.starts(with: "![".utf8) || rest.starts(with: "?xml".utf8) {
      return skip(past: ">", from: position + 2)
    }
    let isEnd = rest.first == UInt8(ascii: "/")
    guard let name = name(at: position + (isEnd ? 2 : 1)) else { return false }
    if name == "!doctype" {
      isDocument = true
      return skip(past: ">", from: position + 2)
    }
    guard
      HTMLTags.blocks.contains(name) || HTMLTags.inline.contains(name)
        || HTMLTags.hidden.contains(name)
    else { return false }
    return readTag(name, isEnd: isEnd)
  }

  /// The name of a tag in lower case; nil if there is no tag.
  ///
  /// A name does not contain `<`, so no byte is read twice.
  private func name(at start: Int) -> String? {
    let name = bytes[start...].prefix { $0 > 0x20 && $0 < 0x80 && !"<>/".utf8.contains($0) }
    guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] != UInt8(ascii: "<")
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private mutating func readTag(_ name: String, isEnd: Bool) -> Bool {
    if !isHTML, !isEnd, missingEnds.contains("</\(name)") { return false }
    guard let end = tagEnd(from: position + 1) else { return skipRest() }
    let hasAttribute = bytes[position..<end].contains(UInt8(ascii: "="))
    if HTMLTags.hidden.contains(name), !isEnd {
      return skipHidden(name, from: end)
    }
    isHTML = isHTML || isEnd || hasAttribute || HTMLTags.certain.contains(name)
    isDocument = isDocument || name == "html" || name == "body"
    position = end
    switch name {
    case "br":
      append(UInt8(ascii: "\n"))
      followsBreak = true
    case "td", "th":
      append(UInt8(ascii: " "))
    case _ where HTMLTags.blocks.contains(name):
      startLine()
      if name == "li" { beginsItem = !isEnd }
    default: break
    }
    return true
  }

  /// The index after the end of a tag: after the first `>` outside quotes.
  private mutating func tagEnd(from start: Int) -> Int? {
    if missingEnds.contains(">") { return nil }
    if !quotesAreBroken {
      var quote: UInt8?
      for index in start..<bytes.count {
        let byte = bytes[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: ">") {
          return index + 1
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
          bytes[index - 1] == UInt8(ascii: "=")
        {
          quote = byte
        }
      }
      quotesAreBroken = true
    }
    return end(of: ">", from: start)
  }

  /// Skips an element that is not shown; a head without an end extends to the body.
  private mutating func skipHidden(_ name: String, from start: Int) -> Bool {
    guard let end = end(of: "</\(name)", from: start) else {
      if name == "head", let body = self.end(of: "<body", from: start) {
        position = body - "<body".utf8.count
        return true
      }
      return skipRest()
    }
    isHTML = true
    position = tagEnd(from: end) ?? bytes.count
    // A blank keeps the text before and after the element apart.
    append(UInt8(ascii: " "))
    return true
  }

  /// Skips past an end; if it is missing, skips the rest of the text, as browsers do.
  private mutating func skip(past text: String, from start: Int) -> Bool {
    guard let end = end(of: text, from: start) else { return skipRest() }
    isHTML = true
    position = end
    append(UInt8(ascii: " "))
    return true
  }

  /// Skips the rest of the text if it is known to be HTML; otherwise it is plain text.
  private mutating func skipRest() -> Bool {
    if isHTML { position = bytes.count }
    return isHTML
  }

  /// The index after the next occurrence of a lower-case text, ignoring case; nil if none is left.
  ///
  /// The comparison also matches control characters, but the text does not contain them.
  private mutating func end(of text: String, from start: Int) -> Int? {
    guard !missingEnds.contains(text) else { return nil }
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      if zip(wanted, bytes[index...]).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 }) {
        return index + wanted.count
      }
      index += 1
    }
    missingEnds.insert(text)
    return nil
  }
}

/// The named entities in calendars; names are case-sensitive (HTML, 13.5).
enum HTMLEntities {
  /// The character of each name.
  ///
  /// The no-break space becomes a blank, because mail programs fill lines with it.
  static let characters: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©",
    "reg": "®", "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
    "raquo": "»", "bull": "•", "middot": "·", "euro": "€", "deg": "°", "auml": "ä", "ouml": "ö",
    "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "aacute": "á", "iacute": "í", "oacute": "ó",
    "uacute": "ú", "ntilde": "ñ", "aring": "å", "oslash": "ø", "aelig": "æ", "ecirc": "ê",
  ]

  /// The text of the entity at an index and the index after it.
  ///
  /// Nil if there is no entity, or its character is not safe.
  static func match(in bytes: [UInt8], at start: Int) -> (text: String, end: Int)? {
    let rest = bytes[(start + 1)...].prefix(while: isOfName)
    guard rest.endIndex < bytes.count, bytes[rest.endIndex] == UInt8(ascii: ";") else { return nil }
    let name = String(decoding: rest, as: UTF8.self)
    let text = name.hasPrefix("#") ? character(numbered: name.dropFirst()) : characters[name]
    return text.map { ($0, rest.endIndex + 1) }
  }

  /// Whether a byte can be part of an entity's name or number.
  ///
  /// `&` cannot, so no byte is read twice.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// The character of a number, which is decimal, or hexadecimal after an `x`.
  private static func character(numbered digits: Substring) -> String? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let digits = isHexadecimal ? digits.dropFirst() : digits
    // Swift would also accept a sign.
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

/// The known HTML tags, in lower case.
///
/// Calendars contain HTML without declaring it, and plain text with angle brackets. Unknown tags
/// such as `<Ada@example.org>` or `<https://example.org>` are therefore text.
enum HTMLTags {
  /// Tags that plain text does not have, so that one of them shows that a text is HTML.
  static let certain: Set<String> = [
    "blockquote", "body", "br", "div", "hr", "html", "html-blob", "li", "ol", "p", "table", "tr",
    "ul",
  ]

  /// Tags of block elements, which start and end a line.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "html-blob", "li", "main", "nav", "ol", "p", "pre", "section", "table",
    "tbody", "tfoot", "thead", "tr", "ul",
  ]

  static let inline: Set<String> = [
    "a", "abbr", "b", "base", "big", "br", "button", "caption", "cite", "code", "col", "colgroup",
    "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta",
    "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "td", "th", "time",
    "tt", "u", "var", "wbr",
  ]

  /// Tags of elements whose contents are not shown.
  static let hidden: Set<String> = ["head", "script", "style", "title"]
}
