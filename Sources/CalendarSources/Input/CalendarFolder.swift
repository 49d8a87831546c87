import ProgramSupport

/// The name and the colour of a folder that holds a calendar (vdir).
///
/// vdirsyncer stores them beside the events in the files `displayname` and `color`. Their content
/// is untrusted: only the first line is used, and it is made safe for display like other calendar
/// text.
package struct CalendarFolder {
  /// A colour of a calendar.
  package struct Colour: Comparable {
    /// The parts of the colour.
    package let red, green, blue: UInt8

    /// Parses `#rrggbb`, with or without an opacity; nil for other text.
    init?(_ text: String) {
      let digits = text.dropFirst().prefix(6)
      guard text.hasPrefix("#"), digits.utf8.count == 6, let number = UInt32(digits, radix: 16)
      else { return nil }
      red = UInt8(number >> 16)
      green = UInt8(number >> 8 & 0xFF)
      blue = UInt8(number & 0xFF)
    }

    /// Orders colours, so that one of several is always the same.
    package static func < (left: Colour, right: Colour) -> Bool {
      (left.red, left.green, left.blue) < (right.red, right.green, right.blue)
    }
  }

  /// The name in `displayname`, or the name of the folder.
  let name: String
  /// Whether the name is from `displayname`.
  let hasDisplayName: Bool
  /// The colour in `color`; nil without a valid one.
  let colour: Colour?

  /// The largest `displayname` or `color` file that is read, in bytes.
  private static let maximumSize = 1_024

  init(_ folder: FilePath) {
    let own = CalendarFolder.line(in: folder.appending(Array("displayname".utf8)))
    hasDisplayName = own != nil
    name = own ?? FilePath(folder.names.last ?? []).description
    colour = CalendarFolder.line(in: folder.appending(Array("color".utf8))).flatMap(Colour.init)
  }

  /// The first line of a small file; nil if it is blank or unreadable.
  private static func line(in file: FilePath) -> String? {
    guard let bytes = try? file.contents(limit: maximumSize) else { return nil }
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self).trimmed
    return line.isEmpty ? nil : line
  }
}
