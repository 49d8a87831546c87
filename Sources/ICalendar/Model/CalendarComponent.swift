public import CivilTime

/// One VEVENT or VTODO of a file: the master of a series, or an override of some occurrences.
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
  /// The type of a component.
  public enum Kind: String, Hashable, Sendable {
    /// An event.
    case event = "VEVENT"
    /// A to-do.
    case toDo = "VTODO"

    /// The type, as diagnostics name it.
    package var noun: String { self == .event ? "event" : "to-do" }
  }

  /// The duration of an occurrence, or the due date of a to-do.
  public enum Extent: Hashable, Sendable {
    /// No extent is given: one day for a DATE, zero for a DATE-TIME (RFC 5545, 3.6.1).
    case unspecified
    /// DTEND or DUE: every occurrence has the same exact duration.
    ///
    /// DUE can be before DTSTART. If only one of them is a DATE, every occurrence is due on the
    /// same number of days after its start, at the same time of day.
    case until(CalendarTime)
    /// DURATION: every occurrence has the same nominal duration.
    case lasting(CalendarDuration)
  }

  /// The occurrences that an override replaces: RECURRENCE-ID.
  public struct RecurrenceID: Hashable, Sendable {
    /// The original start of the first occurrence that is replaced.
    public var time: CalendarTime
    /// Whether all later occurrences are replaced too: RANGE=THISANDFUTURE.
    public var isThisAndFuture: Bool

    /// Makes a recurrence identifier.
    public init(_ time: CalendarTime, isThisAndFuture: Bool = false) {
      self.time = time
      self.isThisAndFuture = isThisAndFuture
    }
  }

  /// A value of RDATE: a start, or a PERIOD with its own extent.
  public struct RecurrenceDate: Hashable, Sendable {
    /// The start.
    public var start: CalendarTime
    /// The extent of a PERIOD; nil for the component's extent.
    public var extent: Extent?

    /// Makes a value of RDATE.
    public init(_ start: CalendarTime, extent: Extent? = nil) {
      self.start = start
      self.extent = extent
    }
  }

  /// The type of the component.
  public var kind: Kind
  /// UID.
  public var uid: String
  /// RECURRENCE-ID; nil for a master.
  public var recurrenceID: RecurrenceID?
  /// SEQUENCE, the revision: a higher number is newer.
  public var sequence = 0
  /// The later of DTSTAMP and LAST-MODIFIED, which decides between equal sequences.
  public var modified: Instant?
  /// DTSTART; nil for a to-do that has only DUE.
  public var start: CalendarTime?
  /// The duration of an occurrence, or the due date of a to-do.
  public var extent = Extent.unspecified
  /// RRULE.
  ///
  /// Several rules give the union of their occurrences.
  public var rules: [RecurrenceRule] = []
  /// EXRULE (RFC 2445).
  public var exceptionRules: [RecurrenceRule] = []
  /// RDATE.
  public var recurrenceDates: [RecurrenceDate] = []
  /// EXDATE.
  public var exceptionDates: [CalendarTime] = []
  /// The alarms, in the order of the file.
  ///
  /// An alarm that never fires is nil, because alarms are identified by index.
  public var alarms: [Alarm?] = []
  private var storedTexts = ComponentTexts.none
  /// PRIORITY, from 1 (highest) to 9 (lowest); 0 if undefined.
  public var priority = 0
  /// Whether no alarm fires, because STATUS is CANCELLED, or COMPLETED for a to-do.
  public var isSilent = false
  /// The instant up to which all alerts are acknowledged, inclusive: X-MOZ-LASTACK.
  public var acknowledged: Instant?
  /// Instants at which a snoozed alarm is due again: X-MOZ-SNOOZE-TIME.
  public var snoozedUntil: [Instant] = []
  /// The original start of the first occurrence of a recurring to-do that is not done:
  /// X-KDE-LIBKCAL-DTRECURRENCE; nil if none is done.
  public var firstOpen: CalendarTime?
  /// The line of the anchor in the file, for diagnostics; nil if it is unknown, or without rules.
  package var startText: String?
  /// The location of the component in its file; nil if it is unknown.
  public var location: SourceLocation?
  /// The source of the component.
  ///
  /// Only components of the same source replace and change each other. A reader uses the file's
  /// name, or the directory's name if each file in it has one UID. Components that an app creates
  /// share one source, the empty string.
  public var source = ""

  /// Makes a component without occurrences and alarms.
  public init(_ kind: Kind = .event, uid: String, start: CalendarTime? = nil) {
    self.kind = kind
    self.uid = uid
    self.start = start
  }
}

extension CalendarComponent {
  package var texts: ComponentTexts {
    get { storedTexts.value }
    set { storedTexts = SharedValue(newValue) }
  }

  /// The reference time of occurrences and relative triggers: DTSTART, or DUE of a to-do without a
  /// start.
  package var anchor: CalendarTime? {
    if let time = start ?? due ?? recurrenceID?.time { return time }
    if case .until(let end) = extent { return end }
    return nil
  }

  /// DUE; nil for an event and for a to-do without DUE.
  var due: CalendarTime? {
    if kind == .toDo, case .until(let due) = extent { due } else { nil }
  }

  /// Whether the component is a to-do with a due time: with DUE or DURATION.
  package var isDue: Bool { kind == .toDo && extent != .unspecified }

  /// Whether alarms and texts are about a date: DUE of a to-do that has it, otherwise DTSTART.
  package var isAboutDate: Bool {
    guard let anchor else { return false }
    switch extent {
    case .until where kind == .toDo: return (due ?? anchor).isDate
    case .lasting(let duration) where kind == .toDo: return anchor.isDate && duration.seconds == 0
    default: return anchor.isDate
    }
  }

  /// The point from which alarms count that the user sets for all components: the due time of a
  /// to-do, otherwise the start.
  ///
  /// In a to-do without DTSTART, both are DUE.
  package var pointOfAlarms: Alarm.Anchor { isDue && start != nil ? .end : .start }
}

/// The texts of a component, which don't affect its occurrences.
///
/// They are set once, and all copies of the component share them.
package struct ComponentTexts: Hashable, Sendable {
  /// SUMMARY.
  package var title = ""
  /// LOCATION.
  package var place = ""
  /// DESCRIPTION.
  package var details = ""
  package var categories: [String] = []
  /// NAME or X-WR-CALNAME of the calendar.
  package var calendarName = ""
  package var url: String?
  /// The link to the meeting.
  package var conference: String?
  /// The year of birth; 0 if it is unknown.
  package var originYear: Int?

  private var storedAttributes: SharedValue<ComponentAttributes>?

  /// Properties that only rules use, and that are rarely needed.
  package var attributes: ComponentAttributes {
    get { storedAttributes?.value ?? ComponentAttributes() }
    set { storedAttributes = newValue == ComponentAttributes() ? nil : SharedValue(newValue) }
  }

  package init() {}

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

  /// DESCRIPTION, unescaped: plain text or HTML.
  ///
  /// It is read only if a template for the body uses it.
  public var details: String {
    get { texts.details }
    set { texts.details = newValue }
  }

  /// CATEGORIES, unescaped.
  public var categories: [String] {
    get { texts.categories }
    set { texts.categories = newValue }
  }

  /// The display name of the component's calendar: NAME or X-WR-CALNAME, unescaped.
  public var calendarName: String {
    get { texts.calendarName }
    set { texts.calendarName = newValue }
  }

  /// URL; nil if it is missing.
  ///
  /// It can be any text. A value that is not a safe link is not displayed.
  public var url: String? {
    get { texts.url }
    set { texts.url = newValue }
  }

  /// The link to the meeting: CONFERENCE (RFC 7986, 5.11) or an exporter's equivalent; nil if it is
  /// missing.
  public var conference: String? {
    get { texts.conference }
    set { texts.conference = newValue }
  }

  /// The year from which a birthday's years are counted, if the exporter gives it.
  ///
  /// It is 0 if the exporter marks the year as unknown, and nil if the year is that of DTSTART.
  public var originYear: Int? {
    get { texts.originYear }
    set { texts.originYear = newValue }
  }
}

/// Properties of a component that are used only by rules.
///
/// They don't affect its occurrences and are not displayed.
package struct ComponentAttributes: Hashable, Sendable {
  /// CLASS, in upper case; empty if it is missing.
  package var classification = ""
  /// STATUS, in upper case; empty if it is missing.
  package var status = ""
  /// TRANSP, in upper case; empty if it is missing.
  package var transparency = ""
  package var organizer: CalendarUser?
  package var attendees: [CalendarUser] = []

  package init() {}
}

extension CalendarComponent {
  /// Properties that only rules use.
  package var attributes: ComponentAttributes {
    get { texts.attributes }
    set { texts.attributes = newValue }
  }

  /// CLASS, in upper case; PUBLIC if it is missing (RFC 5545, 3.8.1.3).
  public var classification: String {
    get { attributes.classification.isEmpty ? "PUBLIC" : attributes.classification }
    set { attributes.classification = newValue.uppercased() }
  }

  /// STATUS, in upper case; empty if it is missing.
  ///
  /// It doesn't affect alarms by itself: a reader sets ``isSilent`` from it.
  public var status: String {
    get { attributes.status }
    set { attributes.status = newValue.uppercased() }
  }

  /// TRANSP, in upper case; OPAQUE if it is missing (RFC 5545, 3.8.2.7).
  public var transparency: String {
    get { attributes.transparency.isEmpty ? "OPAQUE" : attributes.transparency }
    set { attributes.transparency = newValue.uppercased() }
  }

  /// ORGANIZER; nil if it is missing.
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

/// An organizer or attendee: the value of ORGANIZER or ATTENDEE (RFC 5545, 3.3.3).
///
/// ```swift
/// let invited = CalendarUser("ann@example.org", name: "Ann", participation: "declined")
/// print(invited.address, invited.participation)  // ann@example.org DECLINED
/// ```
public struct CalendarUser: Hashable, Sendable {
  /// The address, without `mailto:`.
  public var address: String
  /// CN, the display name; empty if it is missing.
  public var name: String
  /// PARTSTAT, in upper case; NEEDS-ACTION if it is missing (RFC 5545, 3.2.12).
  public var participation: String

  /// Makes a calendar user.
  ///
  /// - Parameters:
  ///   - address: The address. A leading `mailto:` is removed.
  ///   - name: CN.
  ///   - participation: PARTSTAT, in any case; empty if it is missing.
  public init(_ address: String, name: String = "", participation: String = "") {
    let scheme = "mailto:"
    self.address =
      address.lowercased().hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address
    self.name = name
    self.participation =
      participation.isEmpty ? "NEEDS-ACTION" : participation.uppercased()
  }
}

/// A value on the heap that all copies of its owner share.
final class SharedValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension SharedValue: Equatable where Value: Equatable {
  static func == (left: SharedValue, right: SharedValue) -> Bool {
    left === right || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
