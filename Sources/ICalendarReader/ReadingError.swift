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

/// What the first bytes of files of other formats are, so that a refusal can say what was found.
enum FileFormat {
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("<!DOCTYPE html".utf8), "an HTML page"),
    (Array("<!doctype html".utf8), "an HTML page"),
    (Array("<html".utf8), "an HTML page"),
    (Array("<?xml".utf8), "an XML document"),
    (Array("{".utf8), "JSON"),
    (Array("[".utf8), "JSON"),
    (Array("BEGIN:VCARD".utf8), "a vCard"),
  ]

  /// The name of the format that a file's first bytes belong to; nil for an unknown one.
  static func name(of file: [UInt8]) -> String? {
    signatures.first { file.starts(with: $0.bytes) }?.name
  }
}
