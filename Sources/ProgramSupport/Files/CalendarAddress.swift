import Digests

/// The address of a calendar on a server: an https, http or webcal URL (RFC 3986).
///
/// Its path and its query can be secrets. Messages, units and states only contain ``shown``, and
/// files are named by the ``digest``.
package struct CalendarAddress: Hashable, Sendable {
  /// The URL to fetch, with the scheme `https` or `http` and without a fragment.
  package let url: String
  /// The host in lower case, without the port; an IPv6 address is in brackets.
  package let host: String
  /// The scheme, the host and the port, such as `https://example.org:8443`.
  private let origin: String

  /// The longest address, in bytes.
  private static let maximumLength = 2_048

  /// The schemes of addresses, with those that are fetched instead.
  ///
  /// webcal URLs are HTTP URLs under a scheme that calendar apps subscribe to.
  private static let schemes = [
    "https": "https", "http": "http", "webcal": "https", "webcals": "https",
  ]

  /// Whether a text begins like an address, in upper or lower case.
  package static func isAddress(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: "://") else { return false }
    return schemes[text[..<colon.lowerBound].lowercased()] != nil
  }

  /// Parses an address.
  ///
  /// - Throws: A usage error that doesn't contain the address, which can be a secret.
  package init(_ text: String) throws(Failure) {
    func refusal(_ why: String) -> Failure { Failure(.usage, "the address of a calendar \(why)") }
    guard text.utf8.count <= CalendarAddress.maximumLength else {
      throw refusal("is longer than \(CalendarAddress.maximumLength) bytes")
    }
    guard let colon = text.firstRange(of: "://"),
      let scheme = CalendarAddress.schemes[text[..<colon.lowerBound].lowercased()]
    else { throw refusal("doesn't begin with https://, http:// or webcal://") }
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw refusal(
        "contains a user name or a password; write them into ~/.netrc, or use "
          + "--credentials-command")
    }
    guard text.utf8.allSatisfy(CalendarAddress.isTaken) else {
      throw refusal(
        "contains a blank, a quotation mark or another character that must be percent-encoded")
    }
    guard
      let match = authority.lowercased()
        .wholeMatch(of: /([a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/)
    else { throw refusal("has an invalid host or port") }
    if let port = match.2, Int(port.dropFirst()) ?? 0 > 65_535 {
      throw refusal("has an invalid host or port")
    }
    host = String(match.1)
    origin = "\(scheme)://\(match.0)"
    url = origin + rest.dropFirst(authority.count)
  }

  /// Whether an address can contain a byte: unreserved, reserved or `%`, but no quotation mark.
  private static func isTaken(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "-._~:/?#[]@!$&()*+,;=%".utf8.contains(byte)
    }
  }

  package var isSecure: Bool { url.hasPrefix("https:") }

  /// Whether another URL has the same scheme, host and port, which may be left out if it is usual.
  package func hasOrigin(of other: String) -> Bool {
    let port = isSecure ? ":443" : ":80"
    let short = origin.hasSuffix(port) ? String(origin.dropLast(port.utf8.count)) : origin
    return [short, short + port].contains { CalendarAddress.isOrigin($0, of: other) }
  }

  private static func isOrigin(_ origin: String, of other: String) -> Bool {
    let length = origin.utf8.count
    let start = other.utf8.prefix(length).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    // A user name or a longer host doesn't begin with these characters.
    let isWhole = other.utf8.dropFirst(length).first.map { "/?#".utf8.contains($0) } ?? true
    return start == Array(origin.utf8) && isWhole
  }

  /// Whether a redirection to another URL is followed: never to a file, or to a connection that
  /// others can read.
  package func permits(redirectionTo other: String) -> Bool {
    let scheme = other.prefix { $0 != ":" }.lowercased()
    return scheme == "https" || (scheme == "http" && !isSecure)
  }

  /// Whether credentials may be sent, because others on the network can't read them.
  package var takesCredentials: Bool {
    isSecure || host == "localhost" || host == "[::1]"
      || host.wholeMatch(of: /127\.[0-9]+\.[0-9]+\.[0-9]+/) != nil
  }

  /// The SHA-256 digest of the URL, as 64 hexadecimal digits.
  package var digest: String { SHA256.hexadecimalDigest(of: url.utf8) }

  /// The address without its secret parts: `https://example.org/…/basic.ics#3f2a91`.
  ///
  /// The start of the digest distinguishes the calendars of a server.
  package var shown: String {
    let path = url.dropFirst(origin.count)
    let name = path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
    // A long name can be a secret, too.
    let isFile = name.wholeMatch(of: /[A-Za-z0-9_-]{1,12}\.ics/) != nil
    let rest = isFile ? (path == "/\(name)" ? "/\(name)" : "/…/\(name)") : "/…"
    return "\(origin)\(rest)\(mark)"
  }

  /// The end of ``shown``, which replaces the parts that can be secret.
  package var mark: String { "#\(digest.prefix(6))" }

  /// The text of an address without its secret parts, also of an invalid one.
  package static func shown(_ text: String) -> String {
    (try? CalendarAddress(text))?.shown
      ?? "\(text.prefix { $0 != ":" }.lowercased())://…"
  }
}
