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
