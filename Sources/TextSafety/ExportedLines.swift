/// The lines of a description that a program has written out.
enum ExportedLines {
  /// What begins the first and the last line of the block that Google adds.
  private static let googleStart = Array("-::~".utf8)
  /// U+00A0 in UTF-8.
  private static let noBreakSpace: [UInt8] = [0xC2, 0xA0]

  /// The fewest signs of a line that rules off: three hyphens or so may be a person's own.
  private static let fewestRuleSigns = 8
  /// What such lines consist of.
  private static let ruleSigns: Set<Unicode.Scalar> = ["_", "─", "━", "═", "-", "=", "*", "~"]

  /// A text without the lines that say nothing.
  ///
  /// - Parameter text: A text with line feeds as its only line ends.
  /// - Returns: The lines, blanks single and none at their ends, with at most one blank line between
  ///   two others and none at the ends.
  static func tidied(_ text: String) -> String {
    let lines = Array(text.utf8).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map(tidiedLine)
    var kept: [UInt8] = []
    var isAfterBlank = false
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.starts(with: googleStart) {
        // Without its end the block is a line that rules off.
        let end = lines[index...].firstIndex { $0.starts(with: googleStart) }
        index = end.map { $0 + 1 } ?? index
      } else if line.isEmpty {
        isAfterBlank = true
      } else if !isRule(line) {
        if !kept.isEmpty { kept += (isAfterBlank ? "\n\n" : "\n").utf8 }
        kept += line
        isAfterBlank = false
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// A line with single blanks, and none at its ends; a tab and a no-break space are blanks too.
  private static func tidiedLine(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var tidied: [UInt8] = []
    tidied.reserveCapacity(line.count)
    var isAfterBlank = false
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      let isNoBreak =
        byte == noBreakSpace[0] && index + 1 < line.endIndex && line[index + 1] == noBreakSpace[1]
      index += isNoBreak ? noBreakSpace.count : 1
      if isNoBreak || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        isAfterBlank = true
      } else {
        if isAfterBlank, !tidied.isEmpty { tidied.append(UInt8(ascii: " ")) }
        isAfterBlank = false
        tidied.append(byte)
      }
    }
    return tidied
  }

  private static func isRule(_ line: [UInt8]) -> Bool {
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    return scalars.allSatisfy(ruleSigns.contains) && scalars.count >= fewestRuleSigns
  }
}
