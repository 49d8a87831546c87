/// The parameters of links that say where a reader came from: noise to whoever reads the link.
enum TrackingParameters {
  /// Their names, in lower case.
  private static let names: Set<String> = [
    "fbclid", "gclid", "mc_cid", "mc_eid", "igshid", "_hsenc", "_hsmi", "mkt_tok",
  ]
  /// What the names of Google's campaign parameters begin with.
  private static let campaignPrefix = "utm_"
  /// The most bytes of a name that is looked up.
  private static let maximumNameBytes = 7

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
    let start = parameter.prefix { $0 != UInt8(ascii: "=") }.prefix(maximumNameBytes + 1)
    let name = String(decoding: start, as: UTF8.self).lowercased()
    return names.contains(name) || name.hasPrefix(campaignPrefix)
  }
}
