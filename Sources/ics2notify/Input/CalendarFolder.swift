import ReminderCompiler

/// The name and the colour of a folder that holds a calendar, as a vdir does.
///
/// vdirsyncer keeps both in files beside the events, `displayname` and `color`. Their content is
/// untrusted: one line of a name is read, and made safe when it is shown, as other calendar text.
struct CalendarFolder {
  /// A colour, in red, green and blue.
  struct Colour: Comparable {
    let red, green, blue: UInt8

    /// Reads `#rrggbb`, which an opacity may follow; nil for anything else.
    init?(_ text: String) {
      let digits = text.dropFirst().prefix(6)
      guard text.hasPrefix("#"), digits.utf8.count == 6, let number = UInt32(digits, radix: 16)
      else { return nil }
      red = UInt8(number >> 16)
      green = UInt8(number >> 8 & 0xFF)
      blue = UInt8(number & 0xFF)
    }

    static func < (left: Colour, right: Colour) -> Bool {
      (left.red, left.green, left.blue) < (right.red, right.green, right.blue)
    }
  }

  /// The name in `displayname`, else that of the folder.
  let name: String
  /// Whether the name is from `displayname`.
  let hasDisplayName: Bool
  /// The colour in `color`, if any.
  let colour: Colour?

  /// The largest of these files that is read, in bytes.
  private static let maximumSize = 1_024

  init(_ folder: FilePath) {
    let own = CalendarFolder.line(in: folder.appending(Array("displayname".utf8)))
    hasDisplayName = own != nil
    name = own ?? FilePath(folder.names.last ?? []).description
    colour = CalendarFolder.line(in: folder.appending(Array("color".utf8))).flatMap(Colour.init)
  }

  /// The first line of a small file, if any.
  private static func line(in file: FilePath) -> String? {
    guard let bytes = try? file.contents(limit: maximumSize) else { return nil }
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self).trimmed
    return line.isEmpty ? nil : line
  }
}
