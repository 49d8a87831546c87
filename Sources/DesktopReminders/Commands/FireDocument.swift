package import CivilTime
import ReminderExpansion
import ReminderOptions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fire as JSON for the user's program: a line of `fires`, with the content of the notification.
package struct FireDocument {
  private let reminder: DueReminder
  private let body: String
  private let zone: Zone

  package init(_ reminder: DueReminder, body: String, in zone: Zone) {
    self.reminder = reminder
    self.body = body
    self.zone = zone
  }

  /// The document in UTF-8, with a line feed at its end.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding can't fail: the document contains only texts and numbers.
    return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}

extension FireDocument: Encodable {
  private enum CodingKeys: String, CodingKey {
    case alarm, at, body, end, endLocal, level, sound, start, startLocal, title, uid, url, version
    case repetition = "repeat"
  }

  /// Writes the keys of a line of `fires`, and `body`, `level`, `url` and `sound`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FireFormat.version, forKey: .version)
    try container.encode(reminder.at, forKey: .at)
    try container.encode(reminder.origin.alarm, forKey: .alarm)
    try container.encode(reminder.repetition, forKey: .repetition)
    try container.encode(reminder.origin.uid, forKey: .uid)
    try container.encode(reminder.title, forKey: .title)
    try container.encode(body, forKey: .body)
    try container.encode(reminder.level, forKey: .level)
    try container.encode(reminder.link, forKey: .url)
    try container.encode(reminder.sound, forKey: .sound)
    try container.encode(reminder.time?.start, forKey: .start)
    try container.encode(reminder.time?.end, forKey: .end)
    try container.encode(local(reminder.time?.start), forKey: .startLocal)
    try container.encode(local(reminder.time?.end), forKey: .endLocal)
  }

  /// Returns the local time of an instant; for all-day times, only the date.
  private func local(_ instant: Instant?) -> String? {
    instant.map { instant in
      let civil = zone.civil(at: instant)
      let isDay = reminder.time?.kind == .allDay || reminder.time?.kind == .dueDate
      return isDay ? civil.date.description : civil.description
    }
  }
}
