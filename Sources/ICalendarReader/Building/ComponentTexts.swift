internal import Digests
internal import ICalendar

extension ComponentBuilder {
  /// The displayed texts; without details, only a meeting link is read from the description.
  func texts() -> ComponentTexts {
    var texts = ComponentTexts()
    texts.title = source.first(.summary).map(reader.text) ?? ""
    texts.place = source.first(.location).map(reader.text) ?? ""
    texts.categories = source.all(.categories).flatMap(reader.texts).filter { !$0.isEmpty }
    texts.calendarName = context.calendar.name
    texts.url = source.first(.url).map(address)
    texts.originYear = originYear
    // Decode only if needed: most descriptions don't contain a meeting link.
    let description = source.first(.description).flatMap {
      options.includesDetails || MeetingLink.canStand(in: $0.parts.value) ? reader.text($0) : nil
    }
    texts.conference = conference(texts, description: description ?? "")
    if options.includesDetails { texts.details = description ?? "" }
    if options.includesAttributes { texts.attributes = attributes }
    return texts
  }

  /// The properties that contain only a meeting link, in order of preference.
  private static let meetingProperties: [PropertyName] = [
    .conference, .googleConference, .teamsMeeting, .outlookMeeting, .outlookExternalMeeting,
  ]

  /// The meeting link: from a dedicated property, or else the first one in a text.
  private func conference(_ texts: ComponentTexts, description: String) -> String? {
    for name in ComponentBuilder.meetingProperties {
      let links = source.all(name).compactMap { SafeLink(address($0)) }
      // Some exports contain a dial-in number in addition to the link.
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

  /// The value of a URI.
  ///
  /// Some exporters escape it like a TEXT.
  private func address(_ property: SourceProperty) -> String {
    EscapedText.unescaped(property.bytes)
  }

  /// The year of birth, if an exporter writes it; 0 if it is marked as unknown.
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
    // If the value is not an email address, EMAIL contains it (RFC 7986, 6.2).
    let isMail = property.bytes.prefix(7).map(\.upperCased) == Array("MAILTO:".utf8)
    let email = isMail ? nil : parameter("EMAIL")
    self.init(
      email ?? property.value, name: parameter("CN") ?? "",
      participation: parameter("PARTSTAT") ?? "")
  }
}

extension SourceComponent {
  /// An identifier derived from the content, for a component without a UID.
  ///
  /// It is the same in every run and for every export of the same event. Properties that change
  /// with each export are excluded. Links, which earlier versions ignored, and properties that are
  /// read only for rules are excluded too.
  func identifierFromContent(_ kind: CalendarComponent.Kind) -> String {
    var content = Array(kind.rawValue.utf8)
    properties.appendIdentity(to: &content)
    for subcomponent in subcomponents { subcomponent.properties.appendIdentity(to: &content) }
    return SourceComponent.identifier(from: content)
  }

  /// An identifier of a fixed length.
  fileprivate static func identifier(from content: [UInt8]) -> String {
    "ics2notify-" + SHA256.hexadecimalDigest(of: content).prefix(32)
  }
}

extension String {
  /// An identifier in place of a UID that is too long, because most outputs repeat the UID.
  var identifierFromDigest: String { SourceComponent.identifier(from: Array(utf8)) }
}

extension SourceProperties {
  /// Appends the properties to the content of an identifier.
  fileprivate func appendIdentity(to content: inout [UInt8]) {
    for property in self {
      switch property.name {
      case .stamp, .lastModified, .sequence, .acknowledged, .mozillaLastAcknowledged,
        .mozillaSnoozeTime, .kdeAlarmEnabled, .kdeFirstOpen, .recurrenceID, .url, .conference,
        .googleConference, .teamsMeeting,
        .outlookMeeting, .outlookExternalMeeting, .birthYear, .unknownBirthYear,
        .missingBirthYear, .attachment, .classification, .transparency, .organizer, .attendee:
        continue
      default:
        // With length prefixes, different lists of properties never give the same bytes.
        for text in [property.name.rawValue, property.value] {
          content += "\(text.utf8.count):\(text)".utf8
        }
      }
    }
  }
}
