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
    let lines = [text == title ? "" : text, component.place].filter { !$0.isEmpty }
    self.init(
      title: title, body: lines.joined(separator: "\n"),
      interruptionLevel: level, threadIdentifier: thread)
  }
}
