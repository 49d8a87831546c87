package import ICalendar
package import NotificationTriggers

/// The result of one calendar of a batch as a line of JSON, see ics2notify-batch(7).
///
/// The keys are in order of interest, so that the start of a long line shows its subject.
package struct BatchResultLine {
  /// The version of the format.
  ///
  /// It increases when an older reader could misread a line.
  package static let version = 1

  /// The name of the calendar's file.
  package var file: String
  /// The exit status of a run for only this calendar.
  package var status: Int32
  /// The result as JSON without a line end, with its key; nil without a result.
  package var value: (key: String, json: [UInt8])?
  /// The reason why there is no result; nil with a result.
  package var error: String?
  /// The other messages of such a run.
  package var messages: [String] = []
  package var diagnostics: [Diagnostic] = []

  package init(file: String, status: Int32) {
    self.file = file
    self.status = status
  }

  /// Returns a line about a plan with all categories at its end.
  ///
  /// Only the first line about a plan has them. The plans of all lines refer to them.
  package static func adding(
    _ categories: [NotificationCategory], to line: [UInt8]
  ) throws -> [UInt8] {
    var json = line
    json.removeLast("}\n".utf8.count)
    json.key("categories")
    return try json + categories.lineBytes() + "}\n".utf8
  }

  /// Returns the line with a line end, in UTF-8.
  package func bytes() throws -> [UInt8] {
    var json: [UInt8] = []
    json.beginObject()
    json.member("file", file)
    json.member("status", Int(status))
    if let value {
      json.key(value.key)
      json += value.json
    }
    if let error { json.member("error", error) }
    if !messages.isEmpty {
      json.key("messages")
      json += try messages.lineBytes()
    }
    json.key("diagnostics")
    json += try diagnostics.lineBytes()
    json.member("version", BatchResultLine.version)
    json += "}\n".utf8
    return json
  }
}
