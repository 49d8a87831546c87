package import CivilTime
package import NotificationTriggers
import ReminderCompiler
package import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DueTable {
  /// The text of a table.
  ///
  /// - Parameters:
  ///   - header: What all fires have in common.
  ///   - reminders: The fires, ascending.
  ///   - zone: The zone of the machine.
  ///   - zones: The zones that the times of events are written in.
  /// - Returns: Lines with their ends.
  package static func text(
    _ header: Header, _ reminders: [DueReminder], in zone: Zone, zones: ZoneDatabase
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let words = NotificationWords(header.language, in: zone, zones: zones)
    var text = json(header, encoder) + "\n"
    for reminder in reminders {
      let plain = DesktopNotification(
        urgency: DesktopNotification.Urgency(reminder.level),
        summary: DesktopTitle(reminder.title).shown,
        body: words.body(of: reminder, seenAt: reminder.at)
      ).arguments()
      // Before 1970 no clock is that systemd goes by.
      let seconds = String(max(0, reminder.at.secondsSince1970))
      text += String(repeating: "0", count: max(0, 12 - seconds.count)) + seconds
      text += "\t\(DesktopNotification.Urgency(reminder.level).rawValue)\t"
      text +=
        VisibleText(plain.summary).onOneLine.string + "\t" + field(plain.body) + "\t"
        + json(reminder, encoder) + "\n"
    }
    return text
  }

  /// A field of a line: a line break is one that notify-send understands.
  private static func field(_ argument: String) -> String {
    var field = String.UnicodeScalarView()
    for scalar in argument.unicodeScalars {
      switch scalar {
      case "\n": field += "\\n".unicodeScalars
      case "\t": field.append(" ")
      default: field.append(scalar)
      }
    }
    return String(field)
  }

  private static func json(_ value: some Encodable, _ encoder: JSONEncoder) -> String {
    // What is encoded are texts and numbers, of which none can't be.
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension DesktopNotification.Urgency {
  /// How urgent a desktop shows a level.
  package init(_ level: InterruptionLevel) {
    self =
      switch level {
      case .passive: .low
      // A desktop's critical notification stays until it is closed; only what was asked to be so.
      case .active, .timeSensitive: .normal
      case .critical: .critical
      }
  }
}
