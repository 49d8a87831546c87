public import CivilTime

/// One VEVENT or VTODO as it stands in a file: a series' master, or an override of some
/// occurrences.
///
/// ```swift
/// let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let due = CalendarTime(CivilDateTime(iso8601: "2028-05-31T18:00")!, reference: .zone(berlin))
/// var taxes = CalendarComponent(.toDo, uid: "taxes@example.org")
/// taxes.title = "File the taxes"
/// taxes.extent = .until(due)
/// taxes.alarms = [Alarm(.relative(CalendarDuration("-P1D")!, to: .end))]
/// print(taxes.kind.rawValue, due)  // VTODO Europe/Berlin:20280531T180000
/// ```
public struct CalendarComponent: Hashable, Sendable {
  /// What the component is.
  public enum Kind: String, Hashable, Sendable {
    /// An event.
    case event = "VEVENT"
    /// A to-do.
    case toDo = "VTODO"

    /// The kind as a diagnostic calls it.
    package var noun: String { self == .event ? "event" : "to-do" }
  }

  /// How long an occurrence lasts, or when a to-do is due.
  public enum Extent: Hashable, Sendable {
    /// Nothing is said: one day for a DATE, no time for a DATE-TIME (RFC 5545, 3.6.1).
    case unspecified
    /// DTEND or DUE: every occurrence has the same exact duration.
    case until(CalendarTime)
    /// DURATION: every occurrence has the same nominal duration.
    case lasting(CalendarDuration)
  }

  /// Which occurrences an override replaces: RECURRENCE-ID.
  public struct RecurrenceID: Hashable, Sendable {
    /// The original start of the first occurrence that is replaced.
    public var time: CalendarTime
    /// Whether all later ones are replaced too: RANGE=THISANDFUTURE.
    public var isThisAndFuture: Bool

    /// Makes a recurrence identifier.
    ///
    /// - Parameters:
    ///   - time: The original start.
    ///   - isThisAndFuture: Whether all later occurrences are replaced too.
    public init(_ time: CalendarTime, isThisAndFuture: Bool = false) {
      self.time = time
      self.isThisAndFuture = isThisAndFuture
    }
  }

  /// A time of RDATE: a start, or a PERIOD, which brings its own extent.
  public struct RecurrenceDate: Hashable, Sendable {
    /// The start.
    public var start: CalendarTime
    /// The extent of a PERIOD; nil for the component's.
    public var extent: Extent?

    /// Makes a time of RDATE.
    ///
    /// - Parameters:
    ///   - start: The start.
    ///   - extent: The extent of a PERIOD.
    public init(_ start: CalendarTime, extent: Extent? = nil) {
      self.start = start
      self.extent = extent
    }
  }

  /// What the component is.
  public var kind: Kind
  /// UID.
  public var uid: String
  /// RECURRENCE-ID; nil for a master.
  public var recurrenceID: RecurrenceID?
  /// SEQUENCE: the revision, higher is newer.
  public var sequence = 0
  /// The later of DTSTAMP and LAST-MODIFIED: decides between equal sequences.
  public var modified: Instant?
  /// DTSTART; nil for a to-do that has only DUE.
  public var start: CalendarTime?
  /// How long an occurrence lasts, or when a to-do is due.
  public var extent = Extent.unspecified
  /// RRULE; several give the union.
  public var rules: [RecurrenceRule] = []
  /// EXRULE (RFC 2445).
  public var exceptionRules: [RecurrenceRule] = []
  /// RDATE.
  public var recurrenceDates: [RecurrenceDate] = []
  /// EXDATE.
  public var exceptionDates: [CalendarTime] = []
  /// The alarms, in the order of the file; one that never fires keeps its place as nil.
  public var alarms: [Alarm?] = []
  private var storedTexts = ComponentTexts.none
  /// PRIORITY, from 1 for the highest to 9; 0 for none.
  public var priority = 0
  /// Whether STATUS is CANCELLED, or COMPLETED for a to-do: no fire.
  public var isSilent = false
  /// The instant at and before which all fires have been dealt with: X-MOZ-LASTACK.
  public var acknowledged: Instant?
  /// Instants at which a snoozed alarm is due again: X-MOZ-SNOOZE-TIME.
  public var snoozedUntil: [Instant] = []
  /// Where the component stands.
  public var location: SourceLocation?
  /// The source that it comes from: only components of one source replace and change each other.
  ///
  /// A reader gives each file's name, or that of a directory whose files hold one UID each. What an
  /// app makes itself is one source.
  public var source = ""

  /// Makes a component without occurrences and alarms.
  ///
  /// - Parameters:
  ///   - kind: What the component is.
  ///   - uid: UID.
  ///   - start: DTSTART.
  public init(_ kind: Kind = .event, uid: String, start: CalendarTime? = nil) {
    self.kind = kind
    self.uid = uid
    self.start = start
  }
}

extension CalendarComponent {
  /// What it says to people.
  package var texts: ComponentTexts {
    get { storedTexts.value }
    set { storedTexts = SharedValue(newValue) }
  }

  /// What occurrences and relative triggers count from: DTSTART, or DUE of a to-do without one.
  package var anchor: CalendarTime? {
    if let start { return start }
    if let recurrenceID { return recurrenceID.time }
    if case .until(let due) = extent { return due }
    return nil
  }
}

/// What a component says to people: nothing of it decides when it happens.
///
/// It is set once and shared by all copies of its component, of which there are many.
package struct ComponentTexts: Hashable, Sendable {
  /// SUMMARY.
  package var title = ""
  /// LOCATION.
  package var place = ""
  /// DESCRIPTION.
  package var details = ""
  /// CATEGORIES.
  package var categories: [String] = []
  /// NAME or X-WR-CALNAME of the calendar.
  package var calendarName = ""
  /// URL.
  package var url: String?
  /// Where people meet.
  package var conference: String?
  /// The year from which years are counted; 0 where nobody knows it.
  package var originYear: Int?

  private var storedAttributes: SharedValue<ComponentAttributes>?

  /// What it says of itself, which is seldom asked for.
  package var attributes: ComponentAttributes {
    get { storedAttributes?.value ?? ComponentAttributes() }
    set { storedAttributes = newValue == ComponentAttributes() ? nil : SharedValue(newValue) }
  }

  /// Makes texts that say nothing.
  package init() {}

  /// Where nothing is said.
  static let none = SharedValue(ComponentTexts())
}

extension CalendarComponent {
  /// SUMMARY, unescaped.
  public var title: String {
    get { texts.title }
    set { texts.title = newValue }
  }

  /// LOCATION, unescaped.
  public var place: String {
    get { texts.place }
    set { texts.place = newValue }
  }

  /// DESCRIPTION, unescaped, where a template of a body asks for it; plain text or HTML.
  public var details: String {
    get { texts.details }
    set { texts.details = newValue }
  }

  /// CATEGORIES, unescaped.
  public var categories: [String] {
    get { texts.categories }
    set { texts.categories = newValue }
  }

  /// What its calendar is called: NAME or X-WR-CALNAME, unescaped.
  public var calendarName: String {
    get { texts.calendarName }
    set { texts.calendarName = newValue }
  }

  /// URL; nil where there is none.
  ///
  /// Any text: what is no link that may be opened is left out where it would be shown.
  public var url: String? {
    get { texts.url }
    set { texts.url = newValue }
  }

  /// The link at which people meet: CONFERENCE (RFC 7986, 5.11) or what exporters have in its
  /// place; nil where there is none.
  public var conference: String? {
    get { texts.conference }
    set { texts.conference = newValue }
  }

  /// The year from which the years of a birthday are counted, where an exporter names it; 0 where
  /// it says that nobody knows the year, and nil where it is that of DTSTART.
  public var originYear: Int? {
    get { texts.originYear }
    set { texts.originYear = newValue }
  }
}

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

/// Somebody who organizes or attends: ORGANIZER or ATTENDEE (RFC 5545, 3.3.3).
///
/// ```swift
/// let invited = CalendarUser("ann@example.org", name: "Ann", participation: "declined")
/// print(invited.address, invited.participation)  // ann@example.org DECLINED
/// ```
public struct CalendarUser: Hashable, Sendable {
  /// The address, without `mailto:`.
  public var address: String
  /// CN, the name that is shown; empty where there is none.
  public var name: String
  /// PARTSTAT in upper case: NEEDS-ACTION where nothing is said (RFC 5545, 3.2.12).
  public var participation: String

  /// Makes a calendar user.
  ///
  /// - Parameters:
  ///   - address: The address; `mailto:` before it is left out.
  ///   - name: CN.
  ///   - participation: PARTSTAT, in any case; empty for what stands for nothing.
  public init(_ address: String, name: String = "", participation: String = "") {
    let scheme = "mailto:"
    self.address =
      address.lowercased().hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address
    self.name = name
    self.participation =
      participation.isEmpty ? "NEEDS-ACTION" : participation.uppercased()
  }
}

/// A value in a place of its own in memory, which all copies of what has it share.
final class SharedValue<Value: Sendable>: Sendable {
  /// The value.
  let value: Value

  /// Stores a value.
  init(_ value: Value) {
    self.value = value
  }
}

extension SharedValue: Equatable where Value: Equatable {
  /// Compares the values.
  static func == (left: SharedValue, right: SharedValue) -> Bool {
    left === right || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  /// Hashes the value.
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
