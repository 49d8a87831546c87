/// Where the results of many calendars go.
enum BatchOutput {
  /// To standard output, a line of JSON for each.
  case lines
  /// Into a directory, a file for each, whose name ends so; or a directory, without such an end.
  case files(FilePath, suffix: String)

  /// The directory; nil where there is none.
  var directory: FilePath? { if case .files(let directory, _) = self { directory } else { nil } }

  private static let separator = UInt8(ascii: "/")
  private static let dot = [UInt8(ascii: ".")]

  /// Where the result of a calendar goes: its folders are kept below the directory.
  ///
  /// What leads out of the directory, a `/` at the beginning and `..`, is left out.
  ///
  /// - Parameter input: What the calendar is called.
  /// - Returns: Nil where results are lines, or the name is none that a file can have.
  func place(of input: FilePath) -> FilePath? {
    guard case .files(let directory, let suffix) = self else { return nil }
    var steps = input.bytes.split(separator: BatchOutput.separator).filter {
      !$0.elementsEqual(BatchOutput.dot) && !$0.elementsEqual(BatchOutput.dot + BatchOutput.dot)
    }
    guard var name = steps.popLast(), !input.bytes.contains(0) else { return nil }
    // A hidden file has a name before its suffix, too.
    if let end = input.calendarSuffix { name.removeLast(end.utf8.count) }
    var path = directory
    for step in steps { path = path.appending(Array(step)) }
    return path.appending(Array(name) + suffix.utf8)
  }
}
