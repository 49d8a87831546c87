/// The reason why a file cannot be read as a calendar.
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
  /// The content of a file that is not a calendar.
  public enum Reason: Hashable, Sendable {
    /// A known format, such as `a PNG image`.
    case format(String)
    /// The file doesn't contain a line that begins a calendar or a component.
    case nothingBegins
  }

  /// The file doesn't exist.
  case noSuchFile(String)
  /// The path is a directory.
  case isDirectory(String)
  /// The file can't be opened or read, for the system's reason.
  case unreadable(String, reason: String)
  /// The file is larger than the limit, in bytes.
  case tooLarge(String, limit: Int)
  /// The file is compressed and cannot be decompressed.
  case compressed(String, reason: String)
  /// The file is empty or contains only blank lines.
  case empty(String)
  /// The file has another format.
  case notACalendar(String, reason: Reason)
}

extension ReadingError: CustomStringConvertible {
  /// The path or name of the file.
  public var file: String {
    switch self {
    case .noSuchFile(let file), .isDirectory(let file), .unreadable(let file, _),
      .tooLarge(let file, _), .compressed(let file, _), .empty(let file),
      .notACalendar(let file, _):
      file
    }
  }

  /// The file's name and the error, in one line.
  public var description: String {
    switch self {
    case .noSuchFile(let file): "\(file): no such file"
    case .isDirectory(let file): "\(file): is a directory"
    case .unreadable(let file, let reason): "\(file): can't be read: \(reason)"
    case .tooLarge(let file, let limit): "\(file): is larger than \(limit) bytes"
    case .compressed(let file, let reason): "\(file): can't be decompressed: \(reason)"
    case .empty(let file): "\(file): is empty"
    case .notACalendar(let file, .format(let name)):
      "\(file): is \(name), not a calendar"
        + (name == FileFormat.archive ? "; unzip it first" : "")
    case .notACalendar(let file, .nothingBegins):
      "\(file): is not a calendar: no line is BEGIN:VCALENDAR"
    }
  }
}

/// Known signatures of other formats, for error messages.
enum FileFormat {
  static let archive = "a ZIP archive"

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], archive),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
  ]

  /// The beginnings of texts, in lower case.
  private static let beginnings: [(text: String, name: String)] = [
    ("<!doctype html", "an HTML page"), ("<html", "an HTML page"), ("<head", "an HTML page"),
    ("<!--", "an HTML page"), ("<?xml", "an XML document"), ("{", "JSON"), ("[", "JSON"),
    ("begin:vcard", "a vCard"),
  ]

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The name of the format that a file's first bytes identify; nil if it is unknown.
  static func name(of file: [UInt8]) -> String? {
    if let signature = signatures.first(where: { file.starts(with: $0.bytes) }) {
      return signature.name
    }
    // Servers write blank lines before an HTML page, and its tags in any case.
    let text = file.dropFirst(file.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
      .drop(while: \.isBlank)
    return beginnings.first { beginning in
      text.prefix(beginning.text.utf8.count).elementsEqual(beginning.text.utf8) { byte, wanted in
        byte == wanted || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted
      }
    }?.name
  }
}
