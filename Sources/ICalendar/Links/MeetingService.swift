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
