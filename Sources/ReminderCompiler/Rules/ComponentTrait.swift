import ICalendar

/// What a component is, as far as rules tell.
enum ComponentTrait: String, CaseIterable {
  case event
  case toDo = "todo"
  case allDay = "all-day"
  case timed
  case recurring
  case single
  case birthday

  /// Whether it is that.
  func holds(for component: CalendarComponent) -> Bool {
    switch self {
    case .event: component.kind == .event
    case .toDo: component.kind == .toDo
    case .allDay: component.anchor?.isDate ?? false
    case .timed: component.anchor.map { !$0.isDate } ?? false
    case .recurring: component.recurs
    case .single: !component.recurs
    case .birthday: component.isBirthday
    }
  }

  /// Those of which a component has one at most, each with the other.
  static let opposites: [(ComponentTrait, ComponentTrait)] = [
    (.event, .toDo), (.allDay, .timed), (.recurring, .single), (.birthday, .toDo),
    (.birthday, .timed),
  ]
}

extension CalendarComponent {
  /// Whether it comes more than once, or changes something that does.
  fileprivate var recurs: Bool {
    recurrenceID != nil || !rules.isEmpty || !recurrenceDates.isEmpty
  }

  /// Whether an exporter marks it as somebody's birthday; a title alone can be a holiday's.
  fileprivate var isBirthday: Bool {
    guard kind == .event, anchor?.isDate == true else { return false }
    return originYear != nil || uid.contains(CalendarComponent.googleBirthday)
      || categories.contains { CalendarComponent.birthdayCategories.contains($0.lowercased()) }
  }

  /// What stands in the UIDs of Google's birthdays.
  private static let googleBirthday = "BIRTHDAY_"

  /// What calendars of contacts call their category, in the languages that there are words in.
  private static let birthdayCategories: Set<String> = [
    "birthday", "birthdays", "geburtstag", "geburtstage", "anniversaire", "anniversaires",
    "cumpleaños", "compleanno", "compleanni", "verjaardag", "verjaardagen",
  ]
}
