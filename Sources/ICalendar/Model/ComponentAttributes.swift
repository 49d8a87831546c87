/// What a component says of itself that neither decides when it happens nor is shown: rules ask for
/// it.
package struct ComponentAttributes: Hashable, Sendable {
  /// CLASS, in upper case; empty where nothing is said.
  package var classification = ""
  /// STATUS, in upper case; empty where nothing is said.
  package var status = ""
  /// TRANSP, in upper case; empty where nothing is said.
  package var transparency = ""
  /// ORGANIZER.
  package var organizer: CalendarUser?
  /// ATTENDEE.
  package var attendees: [CalendarUser] = []

  /// Makes attributes that say nothing.
  package init() {}
}

extension CalendarComponent {
  /// What it says of itself.
  package var attributes: ComponentAttributes {
    get { texts.attributes }
    set { texts.attributes = newValue }
  }

  /// CLASS, in upper case: PUBLIC where nothing is said (RFC 5545, 3.8.1.3).
  public var classification: String {
    get { attributes.classification.isEmpty ? "PUBLIC" : attributes.classification }
    set { attributes.classification = newValue.uppercased() }
  }

  /// STATUS, in upper case; empty where nothing is said.
  ///
  /// What it means for alarms is ``isSilent``, which a reader sets by it.
  public var status: String {
    get { attributes.status }
    set { attributes.status = newValue.uppercased() }
  }

  /// TRANSP, in upper case: OPAQUE where nothing is said (RFC 5545, 3.8.2.7).
  public var transparency: String {
    get { attributes.transparency.isEmpty ? "OPAQUE" : attributes.transparency }
    set { attributes.transparency = newValue.uppercased() }
  }

  /// ORGANIZER; nil where there is none.
  public var organizer: CalendarUser? {
    get { attributes.organizer }
    set { attributes.organizer = newValue }
  }

  /// ATTENDEE, in the order of the file.
  public var attendees: [CalendarUser] {
    get { attributes.attendees }
    set { attributes.attendees = newValue }
  }
}
