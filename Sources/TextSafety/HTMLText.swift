/// The readable text of HTML, read as a stream: tags are dropped, blocks become lines.
///
/// Each byte is passed at most a few times, whatever the text: what is searched for and not there,
/// such as the end of a comment, is not searched for again.
struct HTMLText {
  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  /// Whether something has shown that the text is HTML at all.
  private var isHTML = false
  /// Whether it is a whole document, in which line ends are mere blanks.
  private var isDocument = false
  /// Whether nothing to be seen stands on the last line.
  private var lineIsEmpty = true
  /// Whether the item of a list begins with what is seen next.
  private var beginsItem = false
  /// Whether a line end in the source says the same as a tag just before it.
  private var followsBreak = false

  /// The ends that were searched for and not found.
  private var missingEnds: Set<String> = []
  /// Whether a tag with a quote in it had no end: then quotes are no longer heeded.
  private var quotesAreBroken = false

  private init(_ text: String) {
    bytes = Array(text.utf8)
    output.reserveCapacity(bytes.count)
  }

  /// The text that a reader of HTML sees.
  ///
  /// HTML is what has an entity, an end tag, a tag with an attribute, or a tag that no plain text
  /// has. Line ends in it stay, for programs mix them with tags, unless it is a whole document.
  ///
  /// - Parameter text: A text with line feeds as its only line ends and control characters.
  /// - Returns: The readable text; nil where the given one is no HTML.
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

  /// Ends the line, unless nothing stands on it.
  private mutating func startLine() {
    if !lineIsEmpty { append(UInt8(ascii: "\n")) }
    followsBreak = true
  }
}

extension HTMLText {
  /// Reads a tag, a comment or a declaration; false for what is text.
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

  /// The name of a tag in lower case; nil for none.
  ///
  /// No `<` is part of one, so that no byte is read twice.
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

  /// The index after the tag that begins before a place: past the first `>` outside of quotes.
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

  /// Skips what nobody reads, with its end tag; a head goes to its body where it does not end.
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
    // What stands before and behind it never becomes one word, nor a tag.
    append(UInt8(ascii: " "))
    return true
  }

  /// Skips to the end of what has begun; without an end it is the rest, as in a browser.
  private mutating func skip(past text: String, from start: Int) -> Bool {
    guard let end = end(of: text, from: start) else { return skipRest() }
    isHTML = true
    position = end
    append(UInt8(ascii: " "))
    return true
  }

  /// Skips the rest of what is known for HTML; in what may be plain text nothing has begun.
  private mutating func skipRest() -> Bool {
    if isHTML { position = bytes.count }
    return isHTML
  }

  /// The index after a text, which is in lower case, wherever it comes next; nil for nowhere.
  ///
  /// Of what it takes for letters in upper case, the others are control characters, of which the
  /// text has none.
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

  /// The text of the entity that begins at a place with `&`, and the index after it.
  ///
  /// Nil for none, and for what may not be shown.
  static func match(in bytes: [UInt8], at start: Int) -> (text: String, end: Int)? {
    let rest = bytes[(start + 1)...].prefix(while: isOfName)
    guard rest.endIndex < bytes.count, bytes[rest.endIndex] == UInt8(ascii: ";") else { return nil }
    let name = String(decoding: rest, as: UTF8.self)
    let text = name.hasPrefix("#") ? character(numbered: name.dropFirst()) : characters[name]
    return text.map { ($0, rest.endIndex + 1) }
  }

  /// Whether a byte can be one of a name or number.
  ///
  /// No `&` is one, so that no byte is read twice.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
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

/// The tags that are known as such, by their names in lower case.
///
/// Calendars write HTML without saying so, and plain text with angle brackets: what is not in these
/// tables is text, such as `<Ada@example.org>` or `<https://example.org>`.
enum HTMLTags {
  /// Tags that no plain text has, so that one of them makes a text HTML.
  static let certain: Set<String> = [
    "blockquote", "body", "br", "div", "hr", "html", "html-blob", "li", "ol", "p", "table", "tr",
    "ul",
  ]

  /// Tags before and after which a line ends.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "html-blob", "li", "main", "nav", "ol", "p", "pre", "section", "table",
    "tbody", "tfoot", "thead", "tr", "ul",
  ]

  /// Tags inside a line.
  static let inline: Set<String> = [
    "a", "abbr", "b", "base", "big", "br", "button", "caption", "cite", "code", "col", "colgroup",
    "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta",
    "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "td", "th", "time",
    "tt", "u", "var", "wbr",
  ]

  /// Tags that go with all that is in them, for it is nothing to read.
  static let hidden: Set<String> = ["head", "script", "style", "title"]
}
