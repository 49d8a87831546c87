/// Why a file gives no calendar at all.
///
/// ```swift
/// let reader = CalendarReader(zones: ZoneDatabase())
/// do {
///   _ = try reader.scan(Array("To whom it may concern".utf8), file: "letter.txt")
/// } catch {
///   print(error)  // letter.txt: is not a calendar: no line is BEGIN:VCALENDAR
/// }
/// ```
public enum ReadingError: Error, Hashable, Sendable {
  /// What a file is instead of a calendar.
  public enum Reason: Hashable, Sendable {
    /// A known format, such as `a PNG image`.
    case format(String)
    /// Text or data without a line that begins a calendar or a component of one.
    case nothingBegins
  }

  /// Nothing has this name.
  case noSuchFile(String)
  /// The name is a directory's.
  case isDirectory(String)
  /// The file can't be opened or read; the system's reason.
  case unreadable(String, reason: String)
  /// The file has more bytes than are read.
  case tooLarge(String, limit: Int)
  /// The file is compressed, and nothing of it can be used.
  case compressed(String, reason: String)
  /// The file has no bytes, or only blank lines.
  case empty(String)
  /// The file is something else.
  case notACalendar(String, reason: Reason)
}

extension ReadingError: CustomStringConvertible {
  /// The file concerned.
  public var file: String {
    switch self {
    case .noSuchFile(let file), .isDirectory(let file), .unreadable(let file, _),
      .tooLarge(let file, _), .compressed(let file, _), .empty(let file),
      .notACalendar(let file, _):
      file
    }
  }

  /// What was found, with the file's name before it.
  public var description: String {
    switch self {
    case .noSuchFile(let file): "\(file): no such file"
    case .isDirectory(let file): "\(file): is a directory"
    case .unreadable(let file, let reason): "\(file): can't be read: \(reason)"
    case .tooLarge(let file, let limit): "\(file): is larger than \(limit) bytes"
    case .compressed(let file, let reason): "\(file): can't be decompressed: \(reason)"
    case .empty(let file): "\(file): is empty"
    case .notACalendar(let file, .format(let name)): "\(file): is \(name), not a calendar"
    case .notACalendar(let file, .nothingBegins):
      "\(file): is not a calendar: no line is BEGIN:VCALENDAR"
    }
  }
}
