package import CivilTime
package import NotificationTriggers
package import ReminderOptions
package import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of fires, stored next to the units that start the program.
///
/// Its first line is the
/// ``Header`` as JSON. Each further line is a fire, the earliest first: `seconds TAB urgency TAB
/// title TAB body TAB JSON`. The first four fields are for a script that runs if this program can't
/// be started; it passes them to notify-send unchanged.
package struct DueTable: Sendable {
  /// The properties of the whole table.
  package struct Header: Hashable, Codable, Sendable {
    /// The version of the format; others are rejected.
    package var version = DueTable.version
    /// The language of the notifications (BCP 47).
    package var language: ReminderLanguage
    /// The machine's time zone.
    package var timeZone: String
    /// The end of the table: later fires are not in it.
    package var end: Instant
    package var settings: ShowSettings

    package init(language: ReminderLanguage, timeZone: String, end: Instant, settings: ShowSettings)
    {
      self.language = language
      self.timeZone = timeZone
      self.end = end
      self.settings = settings
    }
  }

  /// The version of the format.
  package static let version = 1

  /// The most fires in a table: a thousand a day for three weeks.
  ///
  /// They are about 10 MB, which are read without a noticeable delay. A renewal adds later fires.
  package static let maximumFires = 20_000

  /// The number of digits of the seconds at the start of a line, so that lines sort as text.
  private static let secondsDigits = 12

  /// The properties of the whole table.
  package let header: Header
  private let bytes: [UInt8]
  private let firstLine: Int

  /// The reason why a table can't be read.
  package struct FormatError: Error, CustomStringConvertible {
    /// The problem, without the file's name.
    package let description: String
  }

  /// Reads the bytes of a table.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    do {
      header = try JSONDecoder().decode(Header.self, from: Data(bytes[..<end]))
    } catch {
      throw FormatError(description: "is not a table of reminders")
    }
    guard header.version == DueTable.version else {
      throw FormatError(
        description: "has version \(header.version); this program reads \(DueTable.version)")
    }
    self.bytes = bytes
    firstLine = min(end + 1, bytes.count)
  }

  /// Makes an empty table.
  package init(empty header: Header) {
    self.header = header
    (bytes, firstLine) = ([], 0)
  }

  /// Returns the fires after `start` and up to `end`, in ascending order.
  package func reminders(after start: Instant, through end: Instant) throws(FormatError)
    -> [DueReminder]
  {
    var reminders: [DueReminder] = []
    var place = self.place(after: start)
    let decoder = JSONDecoder()
    while place < bytes.count {
      guard let seconds = seconds(at: place) else {
        throw FormatError(description: "has a line that is not a reminder")
      }
      guard seconds <= end.secondsSince1970 else { break }
      let line = bytes[place..<lineEnd(from: place)]
      let fields = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count == 5,
        let reminder = try? decoder.decode(DueReminder.self, from: Data(fields[4]))
      else { throw FormatError(description: "has a line that is not a reminder") }
      reminders.append(reminder)
      place = line.endIndex + 1
    }
    return reminders
  }

  /// Returns the first `count` fires after an instant, in ascending order.
  package func reminders(after start: Instant, first count: Int) throws(FormatError)
    -> [DueReminder]
  {
    var place = self.place(after: start)
    var last: Int?
    for _ in 0..<count where place < bytes.count {
      last = seconds(at: place)
      place = lineEnd(from: place) + 1
    }
    guard let last else { return [] }
    return Array(
      try reminders(after: start, through: Instant(secondsSince1970: last)).prefix(count))
  }

  /// Returns the index of the first line after an instant.
  private func place(after instant: Instant) -> Int {
    var place = firstLine
    while place < bytes.count, let seconds = seconds(at: place),
      seconds <= instant.secondsSince1970
    {
      place = lineEnd(from: place) + 1
    }
    return min(place, bytes.count)
  }

  private func lineEnd(from place: Int) -> Int {
    bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private func seconds(at place: Int) -> Int? {
    let digits = bytes[place...].prefix(DueTable.secondsDigits)
    return digits.count == DueTable.secondsDigits
      ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}

extension DueTable {
  /// Returns the text of a table of fires in ascending order.
  package static func text(
    _ header: Header, reminders: [DueReminder], in zone: Zone, zones: ZoneDatabase
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let words = NotificationText(header.language, in: zone, zones: zones)
    var text = json(header, with: encoder) + "\n"
    for reminder in reminders {
      let plain = DesktopNotification(
        urgency: DesktopNotification.Urgency(reminder.level),
        summary: DesktopTitle(reminder.title).shown,
        body: words.body(of: reminder, seenAt: reminder.at)
      ).arguments()
      // systemd does not support times before 1970.
      text += max(0, reminder.at.secondsSince1970).padded(to: DueTable.secondsDigits)
      text += "\t\(DesktopNotification.Urgency(reminder.level).rawValue)\t"
      text +=
        VisibleText(plain.summary).onOneLine.string + "\t" + field(plain.body) + "\t"
        + json(reminder, with: encoder) + "\n"
    }
    return text
  }

  /// Returns a field of a line, with line breaks as notify-send expects them.
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

  private static func json(_ value: some Encodable, with encoder: JSONEncoder) -> String {
    // Encoding can't fail: the values contain only texts and numbers.
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension DesktopNotification.Urgency {
  /// Returns the urgency for an interruption level.
  package init(_ level: InterruptionLevel) {
    self =
      switch level {
      case .passive: .low
      // A critical notification stays on a desktop until it is closed, so no other level uses it.
      case .active, .timeSensitive: .normal
      case .critical: .critical
      }
  }
}

/// The settings by which an installation shows its reminders.
package struct ShowSettings: Hashable, Codable, Sendable {
  /// The treatment of reminders that were missed while the user was away.
  package enum Lateness: String, CaseIterable, Codable, Sendable {
    /// Each on its own.
    case show
    /// As one notification, if there are more than ``DesktopState/maximumSingles``.
    case summary
    /// Not at all.
    case skip
  }

  /// The treatment of missed reminders.
  package var lateness = Lateness.summary
  /// Whether reminders that are due in the same second are shown one by one.
  package var isOneByOne = false
  /// Whether notifications stay until they are closed.
  package var isStaying = false
  /// The choices of the snooze buttons.
  package var snoozes = SnoozeChoices.standard
  /// A command to run instead of showing a notification; nil to show one.
  package var command: CommandTemplate?

  /// Makes the default settings.
  package init() {}
}
