/// A link that is safe to open: to a page, a call or a meeting, but not to a script or a file.
///
/// It is plain ASCII, and a web link leads to the host that it appears to lead to. The text of the
/// link shows its target, and opening it only starts the app for its scheme.
package struct SafeLink: Hashable, Sendable {
  /// The link, with scheme and host in lower case.
  package let text: String

  /// The schemes that may be opened, in lower case.
  ///
  /// They lead to a page or to another person. Other schemes may run their content (`javascript:`),
  /// read the user's files (`file:`) or open an app that trusts its input.
  private static let schemes: Set<String> = [
    "facetime", "facetime-audio", "http", "https", "mailto", "msteams", "sip", "sips", "skype",
    "tel", "webex", "xmpp", "zoommtg", "zoomus",
  ]

  /// The maximum length of a link, in bytes: longer than meeting links, and supported by every
  /// browser.
  private static let maximumBytes = 2_048

  /// Makes a link from a text; nil if the text is not a link or not safe to open.
  ///
  /// Characters outside of ASCII are percent-encoded. In a host they are rejected, because many
  /// look like others. Also rejected are credentials (`https://bank.example@evil.example`), white
  /// space, and control characters, even if percent-encoded. So are characters that change the
  /// direction of text or that are not valid in links (RFC 3986, appendix A).
  ///
  /// - Parameter text: Any text. White space at its ends is ignored.
  package init?(_ text: String) {
    var bytes = text.utf8[...]
    bytes = bytes.drop(while: SafeLink.isBlank)
    while let last = bytes.last, SafeLink.isBlank(last) { bytes.removeLast() }
    // The text doesn't get shorter from here on.
    guard bytes.count <= SafeLink.maximumBytes, let colon = bytes.firstIndex(of: 0x3A) else {
      return nil
    }
    let scheme = String(bytes[..<colon])?.lowercased() ?? ""
    guard SafeLink.schemes.contains(scheme) else { return nil }
    let rest = Array(bytes[bytes.index(after: colon)...])
    var link = scheme + ":"
    if scheme == "http" || scheme == "https" {
      guard rest.starts(with: "//".utf8) else { return nil }
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard let host = WebHost(authority),
        let path = LinkEncoding.encoded(rest[authority.endIndex...])
      else { return nil }
      link += "//" + host.text + path
    } else {
      guard rest.contains(where: { $0 != UInt8(ascii: "/") }),
        let encoded = LinkEncoding.encoded(rest[...])
      else { return nil }
      link += encoded
    }
    guard link.utf8.count <= SafeLink.maximumBytes else { return nil }
    self.text = link
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension SafeLink {
  /// The host and port of a web link, and the path with the query and the fragment; nil for other
  /// links.
  private var web: (authority: Substring, path: Substring)? {
    guard text.hasPrefix("http:") || text.hasPrefix("https:") else { return nil }
    let rest = text.drop { $0 != ":" }.dropFirst("://".count)
    let authority = rest.prefix { !"/?#".contains($0) }
    return (authority, rest[authority.endIndex...])
  }

  var isMeeting: Bool {
    guard let web else { return false }
    let host = web.authority.prefix { $0 != ":" }
    return !MeetingService.otherHosts.contains(String(host))
      && MeetingService.all.contains { $0.holds(host: host, path: web.path) }
  }

  static let wrappingHosts = [outlookHost, googleHost]

  private static let outlookHost = ".safelinks.protection.outlook.com"
  private static let googleHost = "www.google.com"

  /// The link that a mail program has wrapped in its own link; nil for other links.
  ///
  /// Outlook and Google replace links by links to their own checks, with the original link as a
  /// parameter.
  var unwrapped: SafeLink? {
    guard let web else { return nil }
    if web.authority.hasSuffix(SafeLink.outlookHost) {
      return SafeLink.link(inParameter: "url", of: web.path)
    }
    if web.authority == SafeLink.googleHost, web.path.hasPrefix("/url?") {
      return SafeLink.link(inParameter: "q", of: web.path)
    }
    return nil
  }

  private static func link(inParameter name: String, of path: Substring) -> SafeLink? {
    let query = path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    let parameter = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
    return parameter.flatMap { LinkEncoding.decoded($0.utf8.dropFirst(name.utf8.count + 1)) }
      .flatMap(SafeLink.init)
  }
}
