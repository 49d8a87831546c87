package import ICalendar
package import NotificationTriggers

/// A line of JSON that says what came of one calendar of many, see ics2notify-batch(7).
///
/// Its keys stand in the order in which a person looks for them, so that the beginning of a long line
/// says what it is about.
package struct ResultLine {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  package static let version = 1

  /// What the calendar is called.
  package var file: String
  /// The exit status of a run for this calendar alone.
  package var status: Int32
  /// The key of the result and the result, as JSON without a line end; nil where there is none.
  package var value: (key: String, json: [UInt8])?
  /// Why there is no result.
  package var error: String?
  /// What else such a run says.
  package var messages: [String] = []
  /// What was found.
  package var diagnostics: [Diagnostic] = []

  /// Makes a line.
  package init(file: String, status: Int32) {
    self.file = file
    self.status = status
  }

  /// The beginning of each line about a calendar.
  package static func start(file: String) -> [UInt8] {
    var json: [UInt8] = []
    json.beginObject()
    json.member("file", file)
    json.key("status")
    return json
  }

  /// A line about a plan with all categories behind everything else: the first such line has them,
  /// and the plans of all lines refer to them.
  package static func adding(
    _ categories: [NotificationCategory], to line: [UInt8]
  ) throws -> [UInt8] {
    var json = line
    json.removeLast("}\n".utf8.count)
    json.key("categories")
    return try json + categories.lineBytes() + "}\n".utf8
  }

  /// The line with its end in UTF-8.
  package func bytes() throws -> [UInt8] {
    var json = ResultLine.start(file: file)
    json += "\(status)".utf8
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
    json.member("version", ResultLine.version)
    json += "}\n".utf8
    return json
  }
}
