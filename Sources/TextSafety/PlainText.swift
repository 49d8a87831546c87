/// Extracts the readable text of a description, which may be HTML or contain text from programs.
package enum PlainText {
  /// The largest number of bytes of a description that are examined.
  ///
  /// A notification shows a few lines, which are within this limit even in HTML.
  package static let maximumExaminedBytes = 65_536

  /// Returns a description as readable text.
  ///
  /// HTML becomes plain text. Tracking parameters of links, Google's block about its own meeting,
  /// lines that are only rules, and extra blanks and blank lines are removed. The rest is made safe
  /// by ``DisplayText/lines(_:maximumBytes:)``.
  ///
  /// - Parameters:
  ///   - description: The description; any text.
  ///   - maximumBytes: The largest size in bytes of UTF-8, with the ellipsis of a cut text.
  /// - Returns: The text, which may be empty.
  package static func text(of description: String, maximumBytes: Int) -> String {
    // The steps below expect visible characters and line feeds as the only line ends.
    let start = String(description.unicodeScalars.prefix(maximumExaminedBytes + 1))
    let lines = DisplayText.lines(start, maximumBytes: maximumExaminedBytes)
    let plain = HTMLText.text(of: lines) ?? lines
    return DisplayText.lines(
      ExportedLines.tidied(TrackingParameters.removed(from: plain)), maximumBytes: maximumBytes)
  }
}

/// Cleans up the lines of a description that a program has exported.
enum ExportedLines {
  /// The start of the first and the last line of the block that Google adds.
  private static let googleStart = Array("-::~".utf8)
  /// The characters of lines that are only rules.
  private static let ruleSigns: Set<Unicode.Scalar> = ["_", "─", "━", "═", "-", "=", "*", "~"]

  /// Returns the lines of a text that are not rules, with single blanks and none at their ends.
  ///
  /// The result has at most one blank line between two others, and none at its ends. The text must
  /// have only line feeds as line ends.
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
        // Without a last line, the first line of the block is only a rule.
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

  /// A line with single blanks and none at its ends; tabs and no-break spaces count as blanks.
  private static func tidiedLine(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let words = String(decoding: line, as: UTF8.self).unicodeScalars.split {
      $0 == " " || $0 == "\t" || $0 == "\u{A0}"
    }
    return Array(words.map { String($0) }.joined(separator: " ").utf8)
  }

  private static func isRule(_ line: [UInt8]) -> Bool {
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    // A few hyphens may be part of the user's text.
    return scalars.allSatisfy(ruleSigns.contains) && scalars.count >= 8
  }
}

/// Removes the parameters of links that only track the reader.
enum TrackingParameters {
  /// The names of the parameters, in lower case.
  private static let names: Set<String> = [
    "fbclid", "gclid", "mc_cid", "mc_eid", "igshid", "_hsenc", "_hsmi", "mkt_tok",
  ]
  /// The start of the names of Google's campaign parameters.
  private static let campaignPrefix = "utm_"

  /// Returns a text without the tracking parameters of its links; the rest of each link stays.
  ///
  /// A query ends at white space, quotes, closing brackets and everything that is not ASCII.
  /// Punctuation at its end belongs to the sentence.
  static func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "?")) else { return text }
    var result: [UInt8] = []
    var copied = 0
    var position = 0
    while let start = queryStart(in: bytes, from: position) {
      let query = bytes[start...].prefix(while: isOfQuery)
      if let kept = kept(of: query) {
        // Remove the question mark if nothing follows it.
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

  /// The index after the question mark of the next query in a link.
  private static func queryStart(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    var isInLink = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isInLink {
        if byte == UInt8(ascii: "?") { return position }
        // A question mark in a fragment does not begin a query.
        isInLink = endOfLink.firstIndex(of: byte) == nil && byte > 0x20
      } else if byte == UInt8(ascii: ":") {
        isInLink = bytes[position...].starts(with: "//".utf8)
      }
    }
    return nil
  }

  /// The characters other than white space that end a link before its query.
  private static let endOfLink = Array("\"<>`#".utf8)
  /// The characters other than white space that end a query in a sentence.
  private static let endOfQuery = Array("\"<>`#)]}|\\^".utf8)

  private static func isOfQuery(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !endOfQuery.contains(byte)
  }

  /// The parameters of a query to keep, without the punctuation at its end; nil if all are kept.
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
