/// Finds the link to an event's meeting in texts such as its location and description.
package enum MeetingLink {
  /// The maximum number of links that are checked in one text.
  ///
  /// An invitation has about a dozen.
  private static let maximumLinks = 64

  /// Returns the first link to a meeting in a text.
  ///
  /// If a mail program has wrapped the link in its own link, the original link is returned.
  package static func first(in text: String) -> SafeLink? {
    // Most texts have no link. This check avoids a copy.
    guard text.utf8.contains(UInt8(ascii: ":")), canStand(in: Array(text.utf8)[...]) else {
      return nil
    }
    for link in WebLinkScan(text).prefix(maximumLinks) {
      if let meeting = meeting(link) { return meeting }
    }
    return nil
  }

  /// Whether a text can contain a link to a meeting, judged by the hosts of its links.
  ///
  /// Most descriptions have links, but few of them lead to a meeting. This check avoids decoding
  /// them.
  ///
  /// - Parameter value: The text, or its escaped value in a calendar (RFC 5545, 3.3.11).
  /// - Returns: `false` only if ``first(in:)`` returns nil.
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

  /// Whether an escape ends a host.
  ///
  /// An escape of any other letter can be part of the host.
  private static func isEnd(_ escaped: UInt8?) -> Bool {
    escaped.map { "nN,;\\".utf8.contains($0) } ?? true
  }

  /// The suffixes of the services' hosts and of the hosts that wrap other links.
  private static let hosts: [[UInt8]] =
    (MeetingService.all.map(\.host) + SafeLink.wrappingHosts).map { host in
      Array(host.utf8.drop { $0 == UInt8(ascii: "*") })
    }

  private static func meeting(_ text: String) -> SafeLink? {
    var link = SafeLink(text)
    // Forwarded mail can wrap a link several times. Each unwrapped link is shorter.
    while let wrapped = link?.unwrapped { link = wrapped }
    return link.flatMap { $0.isMeeting ? $0 : nil }
  }
}

/// A meeting service, identified by the links to its meetings.
struct MeetingService {
  /// The service's host.
  ///
  /// A prefix of `*.` matches any subdomain.
  let host: String
  /// The beginnings of a meeting's path, which an identifier must follow.
  let paths: [String]

  private init(_ host: String, paths: [String] = ["/"]) {
    self.host = host
    self.paths = paths
  }

  private static let zoomPaths = ["/j/", "/my/", "/s/", "/w/", "/wc/"]
  private static let teamsPaths = ["/l/meetup-join/", "/meet/"]

  /// The known services.
  ///
  /// To add a service, add a line here and, in the tests, a link from one of its invitations. If
  /// the host has other pages too, list the paths of meetings. Self-hosted services such as
  /// BigBlueButton cannot be identified by their host.
  static let all = [
    MeetingService("zoom.us", paths: zoomPaths),
    MeetingService("*.zoom.us", paths: zoomPaths),
    MeetingService("zoomgov.com", paths: zoomPaths),
    MeetingService("*.zoomgov.com", paths: zoomPaths),
    MeetingService("teams.microsoft.com", paths: teamsPaths),
    MeetingService("teams.live.com", paths: ["/meet/"]),
    MeetingService("*.teams.microsoft.us", paths: teamsPaths),
    MeetingService("meet.google.com"),
    MeetingService("*.webex.com"),
    MeetingService("whereby.com"),
    MeetingService("*.whereby.com"),
    MeetingService("meet.jit.si"),
    MeetingService("8x8.vc"),
    MeetingService("meet.goto.com"),
    MeetingService("global.gotomeeting.com", paths: ["/join/"]),
    MeetingService("gotomeet.me"),
    MeetingService("www.gotomeet.me"),
    MeetingService("bluejeans.com"),
    MeetingService("*.bluejeans.com"),
    MeetingService("chime.aws"),
    MeetingService("app.chime.aws", paths: ["/meetings/"]),
    MeetingService("facetime.apple.com", paths: ["/join#", "/join?"]),
    MeetingService("join.skype.com"),
    MeetingService("meet.lync.com"),
    MeetingService("v.ringcentral.com", paths: ["/join/"]),
    MeetingService("meet.ringcentral.com"),
    // Each region is listed, because anyone may own another domain below `meeting.zoho.`.
    MeetingService("meeting.zoho.com"),
    MeetingService("meeting.zoho.com.au"),
    MeetingService("meeting.zoho.com.cn"),
    MeetingService("meeting.zoho.eu"),
    MeetingService("meeting.zoho.in"),
    MeetingService("meeting.zoho.jp"),
    MeetingService("meeting.zoho.sa"),
    MeetingService("app.slack.com", paths: ["/huddle/"]),
  ]

  /// Hosts of these services that contain help pages instead of meetings.
  static let otherHosts: Set<String> = [
    "help.webex.com", "support.bluejeans.com", "www.bluejeans.com", "www.webex.com",
  ]

  /// Whether a web link leads to a meeting of this service.
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
