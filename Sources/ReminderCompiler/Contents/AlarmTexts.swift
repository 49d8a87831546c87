import ICalendar
import TextSafety

/// What an alarm of a component says: safe to show, and not longer than what is looked at.
enum AlarmTexts {
  /// The longest title, in bytes: some lines of a banner, which shows two.
  static let longestTitle = 512
  /// The longest body, in bytes: with all else it fits into the 4,096 of a push.
  static let longestBody = 2_048

  /// The first line: SUMMARY, else what the alarm says; never empty.
  static func title(
    of component: CalendarComponent, _ alarm: Alarm?, _ language: ReminderLanguage
  ) -> String {
    let title = line(component.title)
    if isVisible(title) { return title }
    let text = line(alarm?.text ?? "")
    return !isVisible(text) || AlarmText.saysNothing(text, besides: "")
      ? language.wording.noTitle : text
  }

  /// The same for the alarm at a place, from 0; nil for none of them.
  static func title(
    of component: CalendarComponent, at place: Int?, _ language: ReminderLanguage
  ) -> String {
    let alarm = place.flatMap {
      component.alarms.indices.contains($0) ? component.alarms[$0] : nil
    }
    return title(of: component, alarm, language)
  }

  /// The titles that the alarms of a series show.
  static func titles(of series: EventSeries, _ language: ReminderLanguage) -> Set<String> {
    var titles: Set<String> = []
    for component in series.components {
      let own = line(component.title)
      if isVisible(own) {
        titles.insert(own)
      } else {
        titles.insert(title(of: component, nil, language))
        for alarm in component.alarms { titles.insert(title(of: component, alarm, language)) }
      }
    }
    return titles
  }

  /// What stands below a title: an alarm's own text, where that says more, and where it is.
  static func body(_ text: String, at place: String, title: String) -> String {
    let (place, text) = placeAndText(text, at: place, title: title)
    return place.isEmpty || text.isEmpty ? text + place : text + "\n" + place
  }

  /// The two parts of a body, for a target that puts the place first; empty for nothing.
  static func placeAndText(
    _ text: String, at place: String, title: String
  ) -> (place: String, text: String) {
    // A long text doesn't drive out where it is.
    let place = line(place)
    let room = longestBody - place.utf8.count - (place.isEmpty ? 0 : 1)
    let text = DisplayText.lines(text, maximumBytes: room)
    return (place, text == place || AlarmText.saysNothing(text, besides: title) ? "" : text)
  }

  /// Whether there is anything to see in a text.
  private static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.isASCII
        ? $0 != " "
        : !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
    }
  }

  /// A line that is safe to show.
  static func line(_ text: String) -> String {
    DisplayText.line(text, maximumBytes: longestTitle)
  }

  /// What stands below a title, safe to show.
  static func body(_ text: String) -> String {
    DisplayText.lines(text, maximumBytes: longestBody)
  }

  /// What is the same for all fires in a place of a template; nil where a fire decides.
  static func filling(
    _ placeholder: BodyTemplate.Placeholder, of component: CalendarComponent, title: String
  ) -> String? {
    switch placeholder {
    case .title: title
    case .location: line(component.place)
    case .calendar: line(component.calendarName)
    case .description:
      body(PlainText.text(of: component.details, maximumBytes: longestBody))
    case .number, .count, .age, .start, .end, .day, .lead: nil
    }
  }
}
