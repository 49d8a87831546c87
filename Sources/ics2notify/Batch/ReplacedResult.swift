import CSystem
import CalendarFiles
import PlanPages

extension ConvertingCommand {
  /// Replaces an earlier result of a calendar by one with the errors, if there is an earlier one.
  ///
  /// A line of JSON takes the place of a plan or of lines, the same as in a batch to standard output.
  /// Units stay, as in an installation: the last good reminders remain.
  ///
  /// - Parameters:
  ///   - place: The file of the earlier result.
  ///   - result: The result of this run; its status changes if the file can't be written.
  ///   - messages: The messages of this run.
  ///   - protected: The files that may not be replaced.
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
        Self.line(result, nil, messages)
      }
    do throws(Failure) {
      try ResultPlace.file(place, isOneOfMany: true).write(whole: bytes, protecting: protected)
    } catch {
      if let message = error.message { messages.say(.error, message) }
      result.status = error.status
    }
  }
}
