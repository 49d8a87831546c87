internal import ICalendar

extension ComponentBuilder {
  /// What the component says to people.
  ///
  /// - Parameter reader: Reads texts.
  /// - Returns: The texts; of the description a link at most, where nobody asks for more.
  func texts(_ reader: ComponentReader) -> ComponentTexts {
    var texts = ComponentTexts()
    texts.title = source.first(.summary).map(reader.text) ?? ""
    texts.place = source.first(.location).map(reader.text) ?? ""
    texts.categories = source.all(.categories).flatMap(reader.texts).filter { !$0.isEmpty }
    texts.calendarName = calendarName
    texts.url = source.first(.url).map(address)
    texts.originYear = originYear
    // Nothing is decoded that nobody looks at: most descriptions lead to no meeting.
    let description = source.first(.description).flatMap {
      keepsDetails || MeetingLink.canStand(in: $0.parts.value) ? reader.text($0) : nil
    }
    texts.conference = conference(texts, description: description ?? "")
    if keepsDetails { texts.details = description ?? "" }
    if keepsAttributes { texts.attributes = attributes }
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
