/// A place in an input file.
///
/// ```swift
/// let start = SourceLocation(file: "standup.ics", line: 6)
/// print(start < SourceLocation(file: "standup.ics", line: 11))  // true
/// ```
public struct SourceLocation: Hashable, Sendable, Comparable {
  /// The file's path as it was given, or `<stdin>`.
  public var file: String
  /// The line, from 1, of the first physical line of the content line or component.
  public var line: Int

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - file: The file's path.
  ///   - line: The line, from 1.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Orders places by file, then line.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}
