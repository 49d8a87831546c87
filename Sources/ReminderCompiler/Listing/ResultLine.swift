package import ICalendar

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
    var json = JSONBytes()
    json.literal("{\"file\":")
    json.append(file)
    json.literal(",\"status\":")
    return json.bytes
  }

  /// The line with its end in UTF-8.
  package func bytes() throws -> [UInt8] {
    var json = JSONBytes()
    json.bytes = ResultLine.start(file: file)
    json.append(Int(status))
    if let value {
      json.literal(",\"\(value.key)\":")
      json.bytes += value.json
    }
    if let error {
      json.literal(",\"error\":")
      json.append(error)
    }
    if !messages.isEmpty {
      json.literal(",\"messages\":[")
      for (place, message) in messages.enumerated() {
        if place > 0 { json.literal(",") }
        json.append(message)
      }
      json.literal("]")
    }
    json.literal(",\"diagnostics\":")
    if diagnostics.isEmpty { json.literal("[]") } else { json.bytes += try diagnostics.lineBytes() }
    json.literal(",\"version\":")
    json.append(ResultLine.version)
    json.literal("}\n")
    return json.bytes
  }
}
