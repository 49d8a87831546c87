internal import ICalendar

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
