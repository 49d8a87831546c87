import ReminderCompiler

extension ConvertingCommand {
  /// The line of JSON that says what came of a calendar.
  ///
  /// - Parameters:
  ///   - result: What is known of it.
  ///   - value: The result as JSON; nil where there is none.
  ///   - messages: What was said.
  /// - Returns: The line with its end, in UTF-8.
  static func line(
    _ result: BatchResult, _ value: [UInt8]?, _ messages: Messages
  ) -> [UInt8] {
    var line = ResultLine(file: result.name.description, status: result.status.rawValue)
    line.value = value.map { (resultKey, $0) }
    if value == nil { line.error = messages.errors.joined(separator: "\n") }
    line.messages = messages.remarks
    if value != nil { line.messages = messages.errors.map { "error: \($0)" } + line.messages }
    line.diagnostics = messages.diagnostics
    // Every line of texts and numbers can be encoded; an empty one stands for what can't happen.
    return (try? line.bytes()) ?? Array("{}\n".utf8)
  }
}
