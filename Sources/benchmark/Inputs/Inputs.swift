import Foundation

/// The inputs that are read, written once into a directory.
enum Inputs {
  /// A file or a directory of files.
  struct Input {
    let name: String
    let url: URL
    let byteCount: Int
  }

  /// The events of the big file, which make about 70 MB.
  private static let mixedEventCount = 100_000
  /// The files of the directory.
  private static let fileCount = 10_000
  /// After how many bytes of a big file they are written.
  private static let pieceSize = 1 << 22

  /// Writes a file of series with alarms.
  ///
  /// - Parameter directory: Where it is put.
  /// - Throws: Why it can't be written.
  /// - Returns: The file.
  static func series(in directory: URL) throws -> Input {
    var maker = EventMaker(seed: Conditions.seed)
    var text = CalendarText()
    for _ in 0..<Conditions.seriesCount { maker.addSeries(to: &text) }
    return try write(
      text, to: directory.appending(path: "series.ics"),
      "\(Quantity.count(Conditions.seriesCount)) series")
  }

  /// Writes a big file of mostly past events.
  ///
  /// - Parameter directory: Where it is put.
  /// - Throws: Why it can't be written.
  /// - Returns: The file.
  static func bigFile(in directory: URL) throws -> Input {
    try mixed(mixedEventCount, in: directory)
  }

  /// Writes a file of mostly past events, piece by piece.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - directory: Where it is put.
  /// - Throws: Why it can't be written.
  /// - Returns: The file.
  static func mixed(_ count: Int, in directory: URL) throws -> Input {
    let url = directory.appending(path: "mixed-\(count).ics")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var maker = EventMaker(seed: Conditions.seed)
    var text = CalendarText()
    for _ in 0..<count {
      maker.addMixed(to: &text)
      if text.bytes.count >= pieceSize { try file.write(contentsOf: text.take()) }
    }
    try file.write(contentsOf: text.ended)
    return Input(
      name: "\(Quantity.count(count)) mostly past", url: url,
      byteCount: Int(try file.offset()))
  }

  /// Writes a directory of files with one event each.
  ///
  /// - Parameter directory: Where it is put.
  /// - Throws: Why it can't be written.
  /// - Returns: The directory.
  static func manyFiles(in directory: URL) throws -> Input {
    let url = directory.appending(path: "files")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    var maker = EventMaker(seed: Conditions.seed)
    var byteCount = 0
    for number in 1...fileCount {
      var text = CalendarText()
      maker.addMixed(to: &text)
      byteCount += try write(text, to: url.appending(path: "\(number).ics"), "").byteCount
    }
    return Input(
      name: "\(Quantity.count(fileCount)) files", url: url, byteCount: byteCount)
  }

  private static func write(_ text: CalendarText, to url: URL, _ name: String) throws -> Input {
    let bytes = text.ended
    try Data(bytes).write(to: url)
    return Input(name: name, url: url, byteCount: bytes.count)
  }
}
