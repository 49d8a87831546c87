import CalendarFixtures
import Foundation
import TestPrograms
import Testing

/// Calendars of many kinds in folders, as input of `batch`.
enum BatchCalendars {
  /// The time and the time zone of all runs.
  static let options = ["--now=2026-01-05T08:00:00Z", "--time-zone=Europe/Berlin"]

  /// File contents by name: valid, partly valid and invalid calendars, and names with special
  /// characters.
  static var files: [String: String] {
    var files: [String: String] = [
      "in/a/empty.ics": "", "in/a/letter.ics": "To whom it may concern\n",
      "in/a/no-alarm.ics": CalendarText.calendar(CalendarText.event(alarm: nil)),
      "in/a/part.ics": CalendarText.calendar(
        CalendarText.event(rule: "FREQ=NEVER"),
        CalendarText.event("b@example.org", rule: "FREQ=DAILY")),
      "in/a/two words, 'and' \"more\".ics": CalendarText.daily,
      "in/ü/back\\slash\ttab.ICS": CalendarText.daily,
      "in/ü/new\nline.ics": CalendarText.one("line@example.org"),
    ]
    let rules = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=NEVER"]
    for number in 0..<40 {
      files["in/many/\(100 + number).ics"] = CalendarText.calendar(
        CalendarText.event(
          "file-\(number)@example.org", rule: rules[number % 4], title: "File \(number)"))
    }
    return files
  }

  /// The files to compare: two of each kind in `in/many`, and all others.
  static var sample: [String] { names.filter { !$0.hasPrefix("in/many/") || $0 < "in/many/108" } }

  /// The names in the order in which a directory is read: by bytes, with a folder's files in the
  /// folder's place.
  static var names: [String] {
    files.keys.sorted {
      let (left, right) = ($0.split(separator: "/"), $1.split(separator: "/"))
      for (left, right) in zip(left, right) where left != right {
        return left.utf8.lexicographicallyPrecedes(right.utf8)
      }
      return left.count < right.count
    }
  }
}

/// A line of the output of `batch`.
struct BatchLine {
  let text: String
  private let object: [String: Any]

  init(_ text: String) throws {
    self.text = text
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    self.object = try #require(object as? [String: Any])
  }

  var file: String? { object["file"] as? String }
  var status: Int? { object["status"] as? Int }
  var error: String? { object["error"] as? String }
  var messages: [String] { object["messages"] as? [String] ?? [] }

  /// Returns the value of a key, for comparison.
  func value(_ key: String) -> NSObject? { object[key] as? NSObject }
}

extension ProgramOutcome {
  /// The lines of the output of `batch`.
  func batchLines() throws -> [BatchLine] { try lines.map { try BatchLine($0) } }
}
