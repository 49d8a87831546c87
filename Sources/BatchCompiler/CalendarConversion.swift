import CSystem
import CalendarFiles
package import CalendarSources
package import CivilTime
import PlanPages
package import ProgramSupport
package import ReminderCompiler

/// A conversion of calendars into one result, which a batch runs for each of many calendars.
package protocol CalendarConversion {
  /// The key of the result in a line of JSON.
  static var resultKey: String { get }
  /// The destination of a batch's results.
  var batchOutput: BatchOutput { get }
  /// The local times in a result.
  var shownTimes: LocalTimes { get }

  func convert(_ session: Session, into place: OutputDestination) throws -> Conversion
}

/// The status and counts of a result.
package struct Conversion {
  /// The exit status of a command that makes only this result.
  package let status: ExitStatus
  /// The number of fires that the calendars request; in a simulation, the fires that it plays.
  var fires: Int
  /// The number of slots or timers that are used; nil if the result doesn't use any.
  var slots: Int?
  /// The end of the range in which the result is exact; nil if it is exact to its end.
  var exactUntil: Instant?

  /// Makes the status and counts of a result.
  package init(
    status: ExitStatus, fires: Int, slots: Int? = nil, exactUntil: Instant? = nil
  ) {
    self.status = status
    self.fires = fires
    self.slots = slots
    self.exactUntil = exactUntil
  }
}

extension CalendarConversion {
  /// The line of JSON of a result; `value` is encoded JSON, or nil for a failure.
  static func line(
    of result: BatchResult, value: [UInt8]?, messages: Messages
  ) -> [UInt8] {
    var line = BatchResultLine(file: result.name.description, status: result.status.rawValue)
    line.value = value.map { (resultKey, $0) }
    if value == nil { line.error = messages.errors.joined(separator: "\n") }
    line.messages = messages.remarks
    if value != nil { line.messages = messages.errors.map { "error: \($0)" } + line.messages }
    line.diagnostics = messages.diagnostics
    // Encoding strings and numbers doesn't fail, so the fallback is never used.
    return (try? line.bytes()) ?? Array("{}\n".utf8)
  }
}

extension CalendarConversion {
  /// Replaces an earlier result of a calendar with its errors.
  ///
  /// A JSON result becomes the line of JSON that a batch writes to standard output. Units stay, as
  /// in an installation. If the file can't be written, the status of `result` changes.
  func replaceResult(
    at place: FilePath, by result: inout BatchResult, _ messages: Messages,
    protecting protected: ProtectedFiles
  ) {
    guard case .files(_, let suffix) = batchOutput, !suffix.isEmpty,
      result.status != .cannotCreate, place.facts().kind == .file, place.facts().error == 0
    else { return }
    let bytes: [UInt8] =
      if suffix.hasSuffix(".html") {
        RefusalPage(of: result.name.description, messages.errors).bytes
      } else if suffix.hasSuffix(".txt") {
        Array(messages.text.utf8)
      } else {
        Self.line(of: result, value: nil, messages: messages)
      }
    do throws(Failure) {
      try OutputDestination.file(place, isOneOfMany: true).write(
        whole: bytes, protecting: protected)
      ContentTime.now.put(on: place, isError: true)
    } catch {
      if let message = error.message { messages.say(.error, message) }
      result.status = error.status
    }
  }
}
