extension SafeLink {
  /// The host and port of a web link, and the path with the query and the fragment; nil for others.
  private var web: (authority: Substring, path: Substring)? {
    guard text.hasPrefix("http:") || text.hasPrefix("https:") else { return nil }
    let rest = text.drop { $0 != ":" }.dropFirst("://".count)
    let authority = rest.prefix { !"/?#".contains($0) }
    return (authority, rest[authority.endIndex...])
  }

  /// Whether the link leads into a meeting of a known service.
  var isMeeting: Bool {
    guard let web else { return false }
    let host = web.authority.prefix { $0 != ":" }
    return !MeetingService.otherHosts.contains(String(host))
      && MeetingService.all.contains { $0.holds(host: host, path: web.path) }
  }

  /// What the hosts end with of links in which others are wrapped.
  static let wrappingHosts = [outlookHost, googleHost]

  private static let outlookHost = ".safelinks.protection.outlook.com"
  private static let googleHost = "www.google.com"

  /// The link that a mail program has wrapped in one of its own; nil for others.
  ///
  /// Outlook and Google write links to their own checks, with the link proper as a parameter.
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

  /// The link that is the value of a query's parameter.
  private static func link(inParameter name: String, of path: Substring) -> SafeLink? {
    let query = path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    let parameter = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
    return parameter.flatMap { LinkEncoding.decoded($0.utf8.dropFirst(name.utf8.count + 1)) }
      .flatMap(SafeLink.init)
  }
}
