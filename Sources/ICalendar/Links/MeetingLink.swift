/// The link to an event's meeting, among what its place and its description say.
package enum MeetingLink {
  /// The most links that are looked at in one text: an invitation has a dozen.
  private static let maximumLinks = 64

  /// The first link to a meeting in a text.
  ///
  /// A link that a mail program has wrapped in one of its own is unwrapped.
  ///
  /// - Parameter text: Plain text or HTML, such as LOCATION or DESCRIPTION.
  /// - Returns: The link; nil where there is none.
  package static func first(in text: String) -> SafeLink? {
    guard WebLinkScan.hasLink(text), canStand(in: Array(text.utf8)[...]) else { return nil }
    for link in WebLinkScan(text).prefix(maximumLinks) {
      if let meeting = meeting(link) { return meeting }
    }
    return nil
  }

  /// Whether a link to a meeting can stand in a text, by the hosts that its links name.
  ///
  /// Most descriptions have links, and hardly any leads to a meeting: they need not be decoded.
  ///
  /// - Parameter value: The text, or the value that stands for it in a calendar, its escapes
  ///   included (RFC 5545, 3.3.11).
  /// - Returns: `false` where ``first(in:)`` finds nothing.
  package static func canStand(in value: ArraySlice<UInt8>) -> Bool {
    var rest = value
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
      // Some exporters escape slashes too.
      if rest.starts(with: "\\/".utf8) || rest.starts(with: "/\\/".utf8) { return true }
      guard rest.starts(with: "//".utf8) else { continue }
      let host = rest.dropFirst(2).prefix(while: WebHost.isPart)
      rest = rest[host.endIndex...]
      if rest.first == UInt8(ascii: "\\"), !isEnd(rest.dropFirst().first) { return true }
      if hosts.contains(where: { host.endsIgnoringCase(with: $0) }) { return true }
    }
    return false
  }

  /// Whether a host ends before what an escape stands for; that of any other letter can be a part
  /// of it.
  private static func isEnd(_ escaped: UInt8?) -> Bool {
    escaped.map { "nN,;\\".utf8.contains($0) } ?? true
  }

  /// What the hosts of services end with, and those of links in which others are wrapped.
  private static let hosts: [[UInt8]] =
    (MeetingService.all.map(\.host) + SafeLink.wrappingHosts).map { host in
      Array(host.utf8.drop { $0 == UInt8(ascii: "*") })
    }

  private static func meeting(_ text: String) -> SafeLink? {
    var link = SafeLink(text)
    // Forwarded mail wraps what was wrapped. Each link is shorter than the one around it.
    while let wrapped = link?.unwrapped { link = wrapped }
    return link.flatMap { $0.isMeeting ? $0 : nil }
  }
}

/// A service for meetings, by the links that lead into one.
struct MeetingService {
  /// The service's host; after `*.` any host below it.
  let host: String
  /// What the path of a meeting begins with: more follows that says which one.
  let paths: [String]

  private init(_ host: String, _ paths: [String] = ["/"]) {
    self.host = host
    self.paths = paths
  }

  private static let zoomPaths = ["/j/", "/my/", "/s/", "/w/", "/wc/"]
  private static let teamsPaths = ["/l/meetup-join/", "/meet/"]

  /// The services that are known.
  ///
  /// Another one takes a line here and, in the tests, a link to a meeting as its invitations have
  /// it. Where the host has other pages too, the line says which paths are meetings. A service that
  /// anybody runs on a host of their own, such as BigBlueButton, can't be told by its host.
  static let all = [
    MeetingService("zoom.us", zoomPaths),
    MeetingService("*.zoom.us", zoomPaths),
    MeetingService("zoomgov.com", zoomPaths),
    MeetingService("*.zoomgov.com", zoomPaths),
    MeetingService("teams.microsoft.com", teamsPaths),
    MeetingService("teams.live.com", ["/meet/"]),
    MeetingService("*.teams.microsoft.us", teamsPaths),
    MeetingService("meet.google.com"),
    MeetingService("*.webex.com"),
    MeetingService("whereby.com"),
    MeetingService("*.whereby.com"),
    MeetingService("meet.jit.si"),
    MeetingService("8x8.vc"),
    MeetingService("meet.goto.com"),
    MeetingService("global.gotomeeting.com", ["/join/"]),
    MeetingService("gotomeet.me"),
    MeetingService("www.gotomeet.me"),
    MeetingService("bluejeans.com"),
    MeetingService("*.bluejeans.com"),
    MeetingService("chime.aws"),
    MeetingService("app.chime.aws", ["/meetings/"]),
    MeetingService("facetime.apple.com", ["/join#", "/join?"]),
    MeetingService("join.skype.com"),
    MeetingService("meet.lync.com"),
    MeetingService("v.ringcentral.com", ["/join/"]),
    MeetingService("meet.ringcentral.com"),
    // Each region by its name: anybody may own `meeting.zoho.` and something.
    MeetingService("meeting.zoho.com"),
    MeetingService("meeting.zoho.com.au"),
    MeetingService("meeting.zoho.com.cn"),
    MeetingService("meeting.zoho.eu"),
    MeetingService("meeting.zoho.in"),
    MeetingService("meeting.zoho.jp"),
    MeetingService("meeting.zoho.sa"),
    MeetingService("app.slack.com", ["/huddle/"]),
  ]

  /// Hosts of these services that hold no meetings but what invitations say about them.
  static let otherHosts: Set<String> = [
    "help.webex.com", "support.bluejeans.com", "www.bluejeans.com", "www.webex.com",
  ]

  /// Whether a web link leads into a meeting of the service.
  ///
  /// - Parameters:
  ///   - linkHost: The link's host, without a port.
  ///   - path: The link's path, with the query and the fragment.
  /// - Returns: Whether host and path are those of a meeting.
  func holds(host linkHost: Substring, path: Substring) -> Bool {
    let isHost =
      host.hasPrefix("*.") ? linkHost.hasSuffix(host.dropFirst()) : linkHost == host[...]
    return isHost
      && paths.contains { start in
        guard path.hasPrefix(start), let next = path.utf8.dropFirst(start.utf8.count).first else {
          return false
        }
        return !"/?#".utf8.contains(next)
      }
  }
}
