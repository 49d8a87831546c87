/// The text of a description, which may be HTML and may carry what programs put there for themselves.
package enum PlainText {
  /// The most bytes of a description that are looked at.
  ///
  /// A notification shows a few lines; what stands behind so much HTML is none of them.
  package static let maximumExaminedBytes = 65_536

  /// A description as a person would have written it.
  ///
  /// HTML becomes plain text, the tracking parameters of links go, and so do Google's block about
  /// its own meeting, lines that only rule off, and blanks and blank lines beyond one. What remains
  /// is as ``DisplayText/lines(_:maximumBytes:)`` has it.
  ///
  /// - Parameters:
  ///   - description: The description; any text.
  ///   - maximumBytes: The most bytes of UTF-8, with the ellipsis that ends a cut text.
  /// - Returns: The text, which may be empty.
  package static func text(of description: String, maximumBytes: Int) -> String {
    // What comes after looks at letters that somebody sees, and at one kind of line end.
    let start = String(description.unicodeScalars.prefix(maximumExaminedBytes + 1))
    let lines = DisplayText.lines(start, maximumBytes: maximumExaminedBytes)
    let plain = HTMLText.text(of: lines) ?? lines
    return DisplayText.lines(
      ExportedLines.tidied(TrackingParameters.removed(from: plain)), maximumBytes: maximumBytes)
  }
}

/// The lines of a description that a program has written out.
enum ExportedLines {
  /// What begins the first and the last line of the block that Google adds.
  private static let googleStart = Array("-::~".utf8)
  /// What a line consists of that rules off.
  private static let ruleSigns: Set<Unicode.Scalar> = ["_", "─", "━", "═", "-", "=", "*", "~"]

  /// The lines of a text that say something, with single blanks and none at their ends.
  ///
  /// There is at most one blank line between two others, and none at the ends. Line feeds are the
  /// text's only line ends.
  static func tidied(_ text: String) -> String {
    let lines = Array(text.utf8).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map(tidiedLine)
    var kept: [UInt8] = []
    var isAfterBlank = false
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.starts(with: googleStart) {
        // Without its end the block is a line that rules off.
        let end = lines[index...].firstIndex { $0.starts(with: googleStart) }
        index = end.map { $0 + 1 } ?? index
      } else if line.isEmpty {
        isAfterBlank = true
      } else if !isRule(line) {
        if !kept.isEmpty { kept += (isAfterBlank ? "\n\n" : "\n").utf8 }
        kept += line
        isAfterBlank = false
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// A line with single blanks, and none at its ends; a tab and a no-break space are blanks too.
  private static func tidiedLine(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let words = String(decoding: line, as: UTF8.self).unicodeScalars.split {
      $0 == " " || $0 == "\t" || $0 == "\u{A0}"
    }
    return Array(words.map { String($0) }.joined(separator: " ").utf8)
  }

  private static func isRule(_ line: [UInt8]) -> Bool {
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    // Three hyphens or so may be a person's own.
    return scalars.allSatisfy(ruleSigns.contains) && scalars.count >= 8
  }
}

/// The parameters of links that say where a reader came from: noise to whoever reads the link.
enum TrackingParameters {
  /// Their names, in lower case.
  private static let names: Set<String> = [
    "fbclid", "gclid", "mc_cid", "mc_eid", "igshid", "_hsenc", "_hsmi", "mkt_tok",
  ]
  /// What the names of Google's campaign parameters begin with.
  private static let campaignPrefix = "utm_"

  /// A text with the tracking parameters of its links removed; the rest of each link stays.
  ///
  /// A query is read up to what is no part of a link in a sentence: white space, quotes, closing
  /// brackets, anything but ASCII. Punctuation at its end is the sentence's.
  static func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "?")) else { return text }
    var result: [UInt8] = []
    var copied = 0
    var position = 0
    while let start = queryStart(in: bytes, from: position) {
      let query = bytes[start...].prefix(while: isOfQuery)
      if let kept = kept(of: query) {
        // The question mark goes where nothing comes after it.
        result += bytes[copied..<(kept.isEmpty ? start - 1 : start)]
        result += kept
        result += punctuation(endOf: query)
        copied = query.endIndex
      }
      position = query.endIndex
    }
    if copied == 0 { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Where the next query of a link begins, after the question mark.
  private static func queryStart(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    var isInLink = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isInLink {
        if byte == UInt8(ascii: "?") { return position }
        // A fragment may have a question mark that begins no query.
        isInLink = endOfLink.firstIndex(of: byte) == nil && byte > 0x20
      } else if byte == UInt8(ascii: ":") {
        isInLink = bytes[position...].starts(with: "//".utf8)
      }
    }
    return nil
  }

  /// What ends a link before its query, other than white space.
  private static let endOfLink = Array("\"<>`#".utf8)
  /// What a query in a sentence does not hold, other than white space.
  private static let endOfQuery = Array("\"<>`#)]}|\\^".utf8)

  private static func isOfQuery(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !endOfQuery.contains(byte)
  }

  /// The parameters of a query that are kept, without the punctuation at its end; nil for all.
  private static func kept(of query: ArraySlice<UInt8>) -> [UInt8]? {
    let parameters = query.dropLast(punctuation(endOf: query).count).split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let kept = parameters.filter { !isTracking($0) }
    return kept.count == parameters.count
      ? nil : Array(kept.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
  }

  private static func punctuation(endOf query: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    query.suffix(query.reversed().prefix { ".,;:!?'*".utf8.contains($0) }.count)
  }

  private static func isTracking(_ parameter: ArraySlice<UInt8>) -> Bool {
    let name = String(
      decoding: parameter.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self
    ).lowercased()
    return names.contains(name) || name.hasPrefix(campaignPrefix)
  }
}
