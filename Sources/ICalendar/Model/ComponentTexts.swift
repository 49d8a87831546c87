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
