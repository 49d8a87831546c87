internal import Digests
internal import ICalendar

extension SourceComponent {
  /// An identifier made of what the component says, for one without UID.
  ///
  /// The same in every run and for every export of the same event: what changes with each export
  /// doesn't count, nor do links, of which the program knew nothing once, nor what is read only where
  /// rules ask for it.
  func identifierFromContent(_ kind: CalendarComponent.Kind) -> String {
    var content = Array(kind.rawValue.utf8)
    properties.appendIdentity(to: &content)
    for subcomponent in subcomponents { subcomponent.properties.appendIdentity(to: &content) }
    return "ics2notify-" + SHA256.hexadecimalDigest(of: content).prefix(32)
  }
}

extension SourceProperties {
  /// Appends what the properties say to what an identifier is made of.
  fileprivate func appendIdentity(to content: inout [UInt8]) {
    for property in self {
      switch property.name {
      case .stamp, .lastModified, .sequence, .acknowledged, .mozillaLastAcknowledged,
        .mozillaSnoozeTime, .recurrenceID, .url, .conference, .googleConference, .teamsMeeting,
        .outlookMeeting, .outlookExternalMeeting, .birthYear, .unknownBirthYear,
        .missingBirthYear, .attachment, .classification, .transparency, .organizer, .attendee:
        continue
      default:
        // With the lengths in front, no two lists of properties make the same bytes.
        for text in [property.name.rawValue, property.value] {
          content += "\(text.utf8.count):\(text)".utf8
        }
      }
    }
  }
}
