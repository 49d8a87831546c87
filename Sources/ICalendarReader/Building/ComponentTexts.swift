internal import Digests
internal import ICalendar

extension ComponentBuilder {
  /// What the component says to people.
  ///
  /// - Returns: The texts; of the description a link at most, where nobody asks for more.
  func texts() -> ComponentTexts {
    var texts = ComponentTexts()
    texts.title = source.first(.summary).map(reader.text) ?? ""
    texts.place = source.first(.location).map(reader.text) ?? ""
    texts.categories = source.all(.categories).flatMap(reader.texts).filter { !$0.isEmpty }
    texts.calendarName = context.calendar.name
    texts.url = source.first(.url).map(address)
    texts.originYear = originYear
    // Nothing is decoded that nobody looks at: most descriptions lead to no meeting.
    let description = source.first(.description).flatMap {
      options.includesDetails || MeetingLink.canStand(in: $0.parts.value) ? reader.text($0) : nil
    }
    texts.conference = conference(texts, description: description ?? "")
    if options.includesDetails { texts.details = description ?? "" }
    if options.includesAttributes { texts.attributes = attributes }
    return texts
  }

  /// Properties that hold nothing but the link to a meeting, the most telling one first.
  private static let meetingProperties: [PropertyName] = [
    .conference, .googleConference, .teamsMeeting, .outlookMeeting, .outlookExternalMeeting,
  ]

  /// The link at which people meet: what a property names, else the first that a text holds.
  private func conference(_ texts: ComponentTexts, description: String) -> String? {
    for name in ComponentBuilder.meetingProperties {
      let links = source.all(name).compactMap { SafeLink(address($0)) }
      // A dial-in stands beside the link in some exports.
      if let link = links.first(where: { $0.text.hasPrefix("http") }) ?? links.first {
        return link.text
      }
    }
    let url = texts.url.flatMap(SafeLink.init)?.text ?? ""
    for text in [url, texts.place, description] {
      if let link = MeetingLink.first(in: text) { return link.text }
    }
    return nil
  }

  /// The value of a URI as it stands; some exporters escape it like a text.
  private func address(_ property: SourceProperty) -> String {
    EscapedText.unescaped(property.bytes)
  }

  /// The year from which a birthday counts, where an exporter says it; 0 for an unknown one.
  private var originYear: Int? {
    for name in [PropertyName.unknownBirthYear, .missingBirthYear]
    where source.first(name)?.value == "1" {
      return 0
    }
    return source.first(.birthYear).flatMap { Int($0.value) }.flatMap {
      (1...9_999).contains($0) ? $0 : nil
    }
  }
}

extension ComponentBuilder {
  /// What the component says of itself, for rules that ask for it.
  var attributes: ComponentAttributes {
    var attributes = ComponentAttributes()
    attributes.classification = word(.classification)
    attributes.status = word(.status)
    attributes.transparency = word(.transparency)
    attributes.organizer = source.first(.organizer).map(CalendarUser.init)
    attributes.attendees = source.all(.attendee).map(CalendarUser.init)
    return attributes
  }

  private func word(_ name: PropertyName) -> String {
    source.first(name)?.value.uppercased() ?? ""
  }
}

extension CalendarUser {
  /// Reads the value of an ORGANIZER or ATTENDEE.
  fileprivate init(_ property: SourceProperty) {
    func parameter(_ name: String) -> String? {
      property.parts.parameters.lazy.compactMap { ParameterValue.text(named: name, in: $0) }.first
    }
    // Where the value is no address of mail, EMAIL has it (RFC 7986, 6.2).
    let isMail = property.bytes.prefix(7).map(\.upperCased) == Array("MAILTO:".utf8)
    let email = isMail ? nil : parameter("EMAIL")
    self.init(
      email ?? property.value, name: parameter("CN") ?? "",
      participation: parameter("PARTSTAT") ?? "")
  }
}

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
