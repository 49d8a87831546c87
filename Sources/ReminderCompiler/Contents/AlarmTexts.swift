import ICalendar
import TextSafety

/// What an alarm of a component says: safe to show, and not longer than what is looked at.
struct AlarmTexts {
  private let component: CalendarComponent
  private let alarm: Alarm?
  /// The first line; never empty.
  let title: String

  /// The longest title, in bytes: some lines of a banner, which shows two.
  static let longestTitle = 512
  /// The longest body, in bytes: with all else it fits into the 4,096 of a push.
  static let longestBody = 2_048

  /// Looks at an alarm; nil for none of its component.
  init(_ component: CalendarComponent, _ alarm: Alarm?, _ language: ReminderLanguage) {
    self.component = component
    self.alarm = alarm
    title = AlarmTexts.title(of: component, alarm, language)
  }

  /// The first line: SUMMARY, else what the alarm says.
  static func title(
    of component: CalendarComponent, _ alarm: Alarm?, _ language: ReminderLanguage
  ) -> String {
    let title = line(component.title)
    if !title.isEmpty { return title }
    let text = line(alarm?.text ?? "")
    return text.isEmpty || AlarmText.saysNothing(text, besides: "")
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

  /// A line that is safe to show.
  static func line(_ text: String) -> String {
    DisplayText.line(text, maximumBytes: longestTitle)
  }

  /// What stands below a title, safe to show.
  static func body(_ text: String) -> String {
    DisplayText.lines(text, maximumBytes: longestBody)
  }

  /// What stands below the title: the alarm's own text, where it says more, and LOCATION.
  var body: String {
    let text = AlarmTexts.body(alarm?.text ?? "")
    let detail = AlarmText.saysNothing(text, besides: title) ? "" : text
    let separator = detail.isEmpty || component.place.isEmpty ? "" : "\n"
    return AlarmTexts.body(detail + separator + component.place)
  }

  /// What is the same for all fires in a place of a template; nil where a fire decides.
  func filling(_ placeholder: BodyTemplate.Placeholder) -> String? {
    switch placeholder {
    case .title: title
    case .location: AlarmTexts.line(component.place)
    case .calendar: AlarmTexts.line(component.calendarName)
    case .description:
      AlarmTexts.body(
        PlainText.text(of: component.details, maximumBytes: AlarmTexts.longestBody))
    case .number, .count, .age, .start, .end, .day, .lead: nil
    }
  }
}
