/// The link to an event's meeting, among what its place and its description say.
package enum MeetingLink {
  /// The most links that are looked at in one text: an invitation has a dozen.
  private static let maximumLinks = 64
  /// How often a link may be wrapped in another: forwarded mail wraps what was wrapped.
  private static let maximumWrappings = 3

  /// The first link to a meeting in a text.
  ///
  /// A link that a mail program has wrapped in one of its own is unwrapped.
  ///
  /// - Parameter text: Plain text or HTML, such as LOCATION or DESCRIPTION.
  /// - Returns: The link; nil where there is none.
  package static func first(in text: String) -> SafeLink? {
    for link in WebLinkScan(text).prefix(maximumLinks) {
      if let meeting = meeting(link) { return meeting }
    }
    return nil
  }

  private static func meeting(_ text: String) -> SafeLink? {
    var link = SafeLink(text)
    for _ in 0..<maximumWrappings {
      guard let wrapped = link?.unwrapped else { break }
      link = wrapped
    }
    return link.flatMap { $0.isMeeting ? $0 : nil }
  }
}
