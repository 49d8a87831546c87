import ICalendar

/// A property of a component or alarm that rules can test.
enum RuleProperty: String, CaseIterable {
  case uid = "UID"
  case summary = "SUMMARY"
  case location = "LOCATION"
  case categories = "CATEGORIES"
  case calendarName = "X-WR-CALNAME"
  case file = "FILE"
  case classification = "CLASS"
  case status = "STATUS"
  case transparency = "TRANSP"
  case priority = "PRIORITY"
  case organizer = "ORGANIZER"
  case attendee = "ATTENDEE"
  case participation = "PARTSTAT"
  case kind = "KIND"
  case action = "ACTION"

  /// Parses a name and ignores case.
  ///
  /// NAME is also accepted for the calendar's name (RFC 7986, 5.1).
  init?(name: some StringProtocol) {
    let name = name.uppercased()
    guard let property = name == "NAME" ? .calendarName : RuleProperty(rawValue: name) else {
      return nil
    }
    self = property
  }

  /// Whether a reader keeps the property only on request.
  var isAttribute: Bool {
    switch self {
    case .classification, .status, .transparency, .organizer, .attendee, .participation: true
    default: false
    }
  }

  /// Whether a component or alarm has at most one value of the property.
  var isSingle: Bool {
    switch self {
    case .categories, .file, .organizer, .attendee, .participation, .kind: false
    default: true
    }
  }

  /// The possible values, if the list is closed.
  ///
  /// Other values never match.
  var knownValues: [String]? {
    switch self {
    case .priority: (0...9).map { "\($0)" }
    case .transparency: ["OPAQUE", "TRANSPARENT"]
    case .kind: ComponentTrait.allCases.map(\.rawValue)
    case .action: ["AUDIO", "DISPLAY", "EMAIL"]
    case .status:
      // RFC 5545, 3.8.1.11, without the values of journals. A missing STATUS is empty.
      ["", "TENTATIVE", "CONFIRMED", "CANCELLED", "NEEDS-ACTION", "COMPLETED", "IN-PROCESS"]
    // PARTSTAT and CLASS allow other values (RFC 5545, 3.2.12 and 3.8.1.3).
    default: nil
    }
  }

  /// Returns whether any value of the property satisfies a condition.
  ///
  /// A missing text is empty. A missing list has no values.
  func has(
    in component: CalendarComponent, alarm: Alarm?, user: UserAddresses,
    where isMet: (String) -> Bool
  ) -> Bool {
    switch self {
    case .uid: isMet(component.uid)
    case .summary: isMet(component.title)
    case .location: isMet(component.place)
    case .categories: component.categories.contains(where: isMet)
    case .calendarName: isMet(component.calendarName)
    case .file: RuleProperty.files(component).contains(where: isMet)
    case .classification: isMet(component.classification)
    case .status: isMet(component.status)
    case .transparency: isMet(component.transparency)
    case .priority: isMet("\(component.priority)")
    case .organizer: [component.organizer].compactMap(\.self).contains { $0.has(isMet) }
    case .attendee: component.attendees.contains { $0.has(isMet) }
    case .participation:
      component.attendees.contains { user.contains($0.address) && isMet($0.participation) }
    case .kind: ComponentTrait.allCases.contains { $0.holds(for: component) && isMet($0.rawValue) }
    case .action: alarm.map { isMet($0.action.rawValue) } ?? false
    }
  }

  /// Returns the file as named in messages, and the last component of its path.
  private static func files(_ component: CalendarComponent) -> [String] {
    guard let file = component.location?.file else { return [] }
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(file[file.utf8.index(after: $0)...])
    }
    return [file] + (name.map { [$0] } ?? [])
  }
}

extension CalendarUser {
  fileprivate func has(_ isMet: (String) -> Bool) -> Bool {
    isMet(address) || (!name.isEmpty && isMet(name))
  }
}

enum ComponentTrait: String, CaseIterable {
  case event
  case toDo = "todo"
  case allDay = "all-day"
  case timed
  case recurring
  case single
  case birthday

  func holds(for component: CalendarComponent) -> Bool {
    switch self {
    case .event: component.kind == .event
    case .toDo: component.kind == .toDo
    case .allDay: component.isAboutDate
    case .timed: component.anchor != nil && !component.isAboutDate
    case .recurring: component.recurs
    case .single: !component.recurs
    case .birthday: component.isBirthday
    }
  }

  /// The pairs of traits that exclude each other.
  static let opposites: [(ComponentTrait, ComponentTrait)] = [
    (.event, .toDo), (.allDay, .timed), (.recurring, .single), (.birthday, .toDo),
    (.birthday, .timed),
  ]
}

extension CalendarComponent {
  /// Whether the component recurs or overrides an occurrence.
  fileprivate var recurs: Bool {
    recurrenceID != nil || !rules.isEmpty || !recurrenceDates.isEmpty
  }

  /// Whether an exporter marks the component as a birthday.
  ///
  /// The title is not checked, because it could be a holiday's.
  fileprivate var isBirthday: Bool {
    guard kind == .event, anchor?.isDate == true else { return false }
    return originYear != nil || uid.contains(CalendarComponent.googleBirthday)
      || categories.contains { CalendarComponent.birthdayCategories.contains($0.lowercased()) }
  }

  /// The text in the UIDs of Google's birthdays.
  private static let googleBirthday = "BIRTHDAY_"

  /// The category names of contact calendars in the languages that are supported.
  private static let birthdayCategories: Set<String> = [
    "birthday", "birthdays", "geburtstag", "geburtstage", "anniversaire", "anniversaires",
    "cumpleaños", "compleanno", "compleanni", "verjaardag", "verjaardagen",
  ]
}
