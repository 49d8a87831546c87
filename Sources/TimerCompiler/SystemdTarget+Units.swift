import CivilTime
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

extension SystemdTarget {
  /// The units that show a timer's text when its lines elapse.
  ///
  /// The time and the place are the first lines, because desktops cut long texts.
  func units(of timer: LoweredTimer, _ writer: ContentWriter) -> ReminderUnits {
    let content = timer.worded(by: writer)
    let title = DesktopTitle(content.title)
    let (place, text) = timer.groups[0].content.placeAndText ?? ("", content.body)
    var lines = [content.subtitle, place, title.whole, text]
    // systemd doesn't tell a service that it is late, so the text says when it was due.
    if timers.isPersistent { lines.insert(due(timer, writer), at: 0) }
    return ReminderUnits(
      DesktopNotification(
        urgency: content.interruptionLevel.urgency, summary: title.shown,
        body: lines.filter { !$0.isEmpty }.joined(separator: "\n")),
      at: timer.lines.expressions, isPersistent: timers.isPersistent,
      of: timers.installation)
  }
}

extension SystemdTarget {
  /// When a timer was due, in words.
  ///
  /// There are words for schedules in English only; in another language the day and the time of the
  /// only fire are told, and of several the times of the occurrence alone.
  private func due(_ timer: LoweredTimer, _ writer: ContentWriter) -> String {
    let instants = timer.groups.flatMap(\.instants)
    guard options.language.wording == .english else {
      return instants.count == 1 ? writer.due(at: timer.nextFire) : ""
    }
    return "Due \(DuePhrase(timer.lines, wanted: instants, in: options.window, machine))"
  }
}

extension InterruptionLevel {
  /// How urgent a desktop shows it.
  fileprivate var urgency: DesktopNotification.Urgency {
    switch self {
    case .passive: .low
    case .active: .normal
    // A desktop's critical notification stays until it is closed; only what was asked to be so.
    case .timeSensitive: .normal
    case .critical: .critical
    }
  }
}
