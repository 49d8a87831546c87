import ICalendar
import NotificationTriggers

extension NotificationContent {
  /// What an alarm of a component shows.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - alarm: The alarm, from 0; nil for none of them.
  ///   - level: How much it may interrupt.
  ///   - thread: What groups the notifications of the series.
  init(_ component: CalendarComponent, alarm: Int?, level: InterruptionLevel, thread: String) {
    let alarm = alarm.flatMap { component.alarms.indices.contains($0) ? component.alarms[$0] : nil }
    let text = alarm?.text ?? ""
    let title = component.title.isEmpty ? text : component.title
    let detail = text == title ? "" : text
    let separator = detail.isEmpty || component.place.isEmpty ? "" : "\n"
    self.init(
      title: title, body: detail + separator + component.place,
      interruptionLevel: level, threadIdentifier: thread)
  }
}
