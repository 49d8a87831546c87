package import CivilTime
package import NotificationTriggers
package import ReminderCompiler
package import SystemdTimers
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of what is due, which lies beside the units that wake the program.
///
/// A text of lines: the ``Header`` as JSON, then a line for each fire, the soonest first:
/// `seconds TAB urgency TAB title TAB body TAB JSON`. The first four are for a script that shows
/// them where this program can't be started: arguments of notify-send as they are.
package struct DueTable: Sendable {
  /// What the whole table has in common.
  package struct Header: Hashable, Codable, Sendable {
    /// The version of the format: another one isn't read.
    package var version = DueTable.version
    /// The language of what is shown, as BCP 47 names it.
    package var language: ReminderLanguage
    /// The zone of the machine.
    package var timeZone: String
    /// The instant from which on there is nothing in it.
    package var end: Instant
    /// How reminders are shown.
    package var settings: ShowSettings

    /// Makes a header.
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
  /// They are some 10 MB, which are read without delay. Of more the soonest are in it, and a renewal
  /// brings the others.
  package static let maximumFires = 20_000

  /// Digits of the seconds at the beginning of a line, so that lines are in order as texts.
  private static let secondsDigits = 12

  /// What all fires have in common.
  package let header: Header
  private let bytes: [UInt8]
  private let firstLine: Int

  /// Why a table can't be read.
  package struct Fault: Error, CustomStringConvertible {
    /// What it is: `is no table of reminders`.
    package let description: String
  }

  /// Reads the bytes of a table.
  package init(_ bytes: [UInt8]) throws(Fault) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    do {
      header = try JSONDecoder().decode(Header.self, from: Data(bytes[..<end]))
    } catch {
      throw Fault(description: "is no table of reminders")
    }
    guard header.version == DueTable.version else {
      throw Fault(
        description: "has version \(header.version); this program reads \(DueTable.version)")
    }
    self.bytes = bytes
    firstLine = min(end + 1, bytes.count)
  }

  /// Makes a table of nothing.
  package init(empty header: Header) {
    self.header = header
    (bytes, firstLine) = ([], 0)
  }

  /// The fires after an instant and up to another, ascending.
  package func reminders(after start: Instant, through end: Instant) throws(Fault) -> [DueReminder]
  {
    var reminders: [DueReminder] = []
    var place = self.place(after: start)
    let decoder = JSONDecoder()
    while place < bytes.count {
      guard let seconds = seconds(at: place) else {
        throw Fault(description: "has a line that is none of a reminder")
      }
      guard seconds <= end.secondsSince1970 else { break }
      let line = bytes[place..<lineEnd(from: place)]
      let fields = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count == 5,
        let reminder = try? decoder.decode(DueReminder.self, from: Data(fields[4]))
      else { throw Fault(description: "has a line that is none of a reminder") }
      reminders.append(reminder)
      place = line.endIndex + 1
    }
    return reminders
  }

  /// The first fires after an instant, ascending.
  package func reminders(after start: Instant, first count: Int) throws(Fault) -> [DueReminder] {
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

  /// Where the first line after an instant begins.
  private func place(after instant: Instant) -> Int {
    // Lines have no fixed length, so halves are cut between bytes, and begin at the next line.
    var low = firstLine
    var high = bytes.count
    while low < high {
      let middle = lineStart(from: low + (high - low) / 2, notBefore: low)
      guard let seconds = seconds(at: middle) else { return low }
      if seconds <= instant.secondsSince1970 {
        low = min(lineEnd(from: middle) + 1, bytes.count)
      } else {
        high = middle
      }
    }
    return low
  }

  /// The start of the line that a byte belongs to.
  private func lineStart(from place: Int, notBefore start: Int) -> Int {
    var place = place
    while place > start, bytes[place - 1] != UInt8(ascii: "\n") { place -= 1 }
    return place
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
  /// The text of a table of fires, ascending: lines with their ends.
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

/// How an installation shows its reminders.
package struct ShowSettings: Hashable, Codable, Sendable {
  /// What is done about what was missed while the user was not there.
  package enum Lateness: String, CaseIterable, Codable, Sendable {
    /// Each is shown.
    case show
    /// More than a few are one notification.
    case summary
    /// They are passed over.
    case skip
  }

  /// What is done about late ones.
  package var lateness = Lateness.summary
  /// Whether reminders that are due in the same second are shown one by one.
  package var isOneByOne = false
  /// Whether notifications stay until they are closed.
  package var isStaying = false
  /// How long a notification can be put off.
  package var snoozes = SnoozeChoices.standard
  /// What is run in place of showing anything; nil for showing.
  package var command: CommandTemplate?

  /// Makes the settings of a command line without options.
  package init() {}
}
