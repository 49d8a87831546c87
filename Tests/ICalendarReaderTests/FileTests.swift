import CalendarFiles
import Foundation
import ICalendar
import SeededRandom
import Testing
import WorkSharing

@testable import ICalendarReader

/// Encodings, line ends, and files that aren't calendars.
@Suite struct FileTests {
  static let text =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260105\r\nSUMMARY:Zürich – 会議\r\n"
    + "END:VEVENT\r\nEND:VCALENDAR\r\n"

  private func document(_ bytes: [UInt8]) throws -> CalendarDocument {
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    return reader.documents(selecting: [try reader.scan(bytes, file: "a.ics")])[0]
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 is read in both byte orders, with and without a mark`(
    isLittleEndian: Bool, hasMark: Bool
  ) throws {
    let units = Array(((hasMark ? "\u{FEFF}" : "") + Self.text).utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittleEndian ? pair : pair.reversed()
    }
    let document = try document(bytes)
    #expect(document.components.map(\.title) == ["Zürich – 会議"])
    #expect(document.diagnostics.isEmpty)
    #expect(try self.document(bytes + [0x41]).components.count == 1, "half a character at the end")
  }

  @Test func `UTF-8 is read with and without a mark`() throws {
    for text in [Self.text, "\u{FEFF}" + Self.text] {
      let document = try document(Array(text.utf8))
      #expect(document.components.map(\.title) == ["Zürich – 会議"])
      #expect(document.diagnostics.isEmpty)
    }
  }

  @Test func `bytes that aren't UTF-8 are read as Windows-1252 with a warning`() throws {
    var bytes = Array(Self.text.replacing("Zürich – 会議", with: "Z?rich ? ?").utf8)
    for (index, byte) in zip(
      bytes.indices.filter({ bytes[$0] == UInt8(ascii: "?") }), [0xFC, 0x96, 0x80] as [UInt8])
    {
      bytes[index] = byte
    }
    let document = try document(bytes)
    #expect(document.components.map(\.title) == ["Zürich – €"])
    #expect(document.findings == ["encoding-guessed@1"])
  }

  @Test func `a character split by a fold is restored`() throws {
    var bytes = Array(Self.text.utf8)
    let cut = bytes.firstIndex(of: 0xC3).map { $0 + 1 } ?? 0
    bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: cut)
    let document = try document(bytes)
    #expect(document.components.map(\.title) == ["Zürich – 会議"])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `one invalid byte doesn't turn the whole text into Latin-1`() throws {
    var bytes = Array(Self.text.utf8)
    bytes.insert(0xFF, at: bytes.firstIndex(of: 0xC3) ?? 0)
    let document = try document(bytes)
    #expect(document.components.map(\.title) == ["Z\u{FFFD}ürich – 会議"])
    #expect(document.codes == ["encoding-guessed"])
  }

  @Test func `lines may end with a lone carriage return`() throws {
    let document = try document(Array(Self.text.replacing("\r\n", with: "\r").utf8))
    #expect(document.components.map(\.title) == ["Zürich – 会議"])
    #expect(document.findings == ["line-ends-forgiven@1"])
  }

  @Test(arguments: ["\n", "\r\n", "\r\r\n\r"])
  func `a line feed at the end doesn't hide that lines end with a carriage return`(
    _ end: String
  ) throws {
    let document = try document(Array((Self.text.replacing("\r\n", with: "\r") + end).utf8))
    #expect(document.components.map(\.title) == ["Zürich – 会議"])
    #expect(document.codes == ["line-ends-forgiven"])
  }

  @Test func `a carriage return before CRLF or inside a text is not the end of a line`() throws {
    let doubled = try document(Array(Self.text.replacing("\r\n", with: "\r\r\n").utf8))
    #expect(doubled.codes == [])
    #expect(doubled.components.count == 1)
    let stray = try document(
      Array(
        Self.text.replacing("\r\n", with: "\n").replacing(
          "BEGIN:VEVENT", with: "X-A:b\rc\nBEGIN:VEVENT"
        )
        .utf8))
    #expect(stray.codes == [])
    #expect(stray.components.count == 1)
  }

  @Test func `a NUL is harmless`() throws {
    let document = try document(Array(Self.text.replacing("UID:a", with: "UID:\0a\0b").utf8))
    #expect(document.components.map(\.uid) == ["ab"])
  }

  struct Refusal: CustomTestStringConvertible {
    let bytes: [UInt8]
    let error: ReadingError

    init(_ bytes: [UInt8], _ error: ReadingError) {
      self.bytes = bytes
      self.error = error
    }

    init(_ text: String, _ error: ReadingError) { self.init(Array(text.utf8), error) }

    var testDescription: String { "\(error)" }
  }

  @Test func `a ZIP archive is to be unzipped`() {
    let error = ReadingError.notACalendar("a.ics", reason: .format("a ZIP archive"))
    #expect("\(error)" == "a.ics: is a ZIP archive, not a calendar; unzip it first")
  }

  @Test(arguments: [
    Refusal("", .empty("a.ics")),
    Refusal("\r\n \r\n", .empty("a.ics")),
    Refusal("\u{FEFF}", .empty("a.ics")),
    Refusal(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D],
      .notACalendar("a.ics", reason: .format("a PNG image"))),
    Refusal("<!DOCTYPE html>\n<p>", .notACalendar("a.ics", reason: .format("an HTML page"))),
    Refusal(
      "\u{FEFF}\r\n <!Doctype HTML>", .notACalendar("a.ics", reason: .format("an HTML page"))),
    Refusal("\n<HEAD></HEAD>", .notACalendar("a.ics", reason: .format("an HTML page"))),
    Refusal(
      [0x50, 0x4B, 0x03, 0x04, 0x14], .notACalendar("a.ics", reason: .format("a ZIP archive"))),
    Refusal("BEGIN:VCARD\nEND:VCARD\n", .notACalendar("a.ics", reason: .format("a vCard"))),
    Refusal("UID:a\nDTSTART:20260105\n", .notACalendar("a.ics", reason: .nothingBegins)),
    Refusal([UInt8](repeating: 0, count: 100), .notACalendar("a.ics", reason: .nothingBegins)),
  ])
  func `a file that is not a calendar is rejected with a reason`(_ row: Refusal) throws {
    #expect(throws: row.error) { try document(row.bytes) }
  }

  @Test func `a calendar without components is a calendar`() throws {
    let document = try read(calendar(""))
    #expect(document.components.isEmpty && document.diagnostics.isEmpty)
  }

  @Test func `files are read by path, and unreadable ones are rejected with a reason`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ics2notify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = CalendarReader(zones: database)
    let file = folder.appendingPathComponent("a.ics")
    // Longer than one read from a pipe.
    let padding = String(repeating: "X-PAD:\(String(repeating: "x", count: 60))\r\n", count: 40_000)
    try Data(Self.text.replacing("UID:a", with: padding + "UID:a").utf8).write(to: file)
    #expect(try reader.scan(path: file.path).componentCounts.components == 1)
    #expect(throws: ReadingError.isDirectory(folder.path)) { try reader.scan(path: folder.path) }
    let missing = folder.appendingPathComponent("b.ics").path
    #expect(throws: ReadingError.noSuchFile(missing)) { try reader.scan(path: missing) }
    #expect(throws: ReadingError.noSuchFile(file.path + "/c")) {
      try reader.scan(path: file.path + "/c")
    }
  }

  @Test func `a large file can be decoded`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ics2notify-\(UUID()).ics")
    defer { try? FileManager.default.removeItem(at: file) }
    let junk = String(repeating: "X-JUNK:x\n", count: 200_000)
    let texts: [(bytes: [UInt8], error: ReadingError?)] = [
      (Array("\u{FEFF}\(calendar(junk))".utf8), nil),
      (Array(calendar(junk).utf8) + [0xE9], nil),
      (Array(junk.utf8), .notACalendar("a.ics", reason: .nothingBegins)),
    ]
    for (bytes, error) in texts {
      try Data(bytes).write(to: file)
      let files = [ReadableFile(path: Array(file.path.utf8), name: "a.ics", waits: true)]
      let scanned = try #require(CalendarReader(zones: database).scan(files, workers: .one).first)
      let found: ReadingError? = if case .failure(let found) = scanned.result { found } else { nil }
      #expect(found == error)
      #expect(scanned.facts != nil)
    }
  }

  @Test func `a line of a large file is found for an excerpt`() throws {
    let lines = (1...200_000).map { "X-LINE:\($0)" }.joined(separator: "\n")
    let scan = try CalendarReader(zones: database).scan(
      Array("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8), file: "a.ics")
    for line in [2, 70_000, 150_000, 200_001] {
      #expect(scan.text(ofLine: line, limit: 100) == "X-LINE:\(line - 1)")
    }
    #expect(scan.text(ofLine: 200_003, limit: 100) == nil)
  }

  @Test func `a file that changes while it is read is rejected`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ics2notify-\(UUID()).ics")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: 0x0A, count: 64 << 20).write(to: file)
    let isRead = Guarded(false)
    let writing = Task.detached {
      let handle = try FileHandle(forWritingTo: file)
      while !isRead.withLock({ $0 }) {
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data("\n".utf8))
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    #expect(throws: ReadingError.unreadable(file.path, reason: "it changed while it was read")) {
      try CalendarReader(zones: database).scan(path: file.path)
    }
    isRead.withLock { $0 = true }
    try await writing.value
  }
}

/// Compares the check for UTF-8, several bytes at a time, with that of the standard library.
@Suite struct ByteTests {
  /// Mostly letters, with valid and broken UTF-8 sequences of several bytes.
  private static func bytes(_ random: inout SplitMix) -> [UInt8] {
    let pieces: [[UInt8]] = [
      Array("é".utf8), Array("€".utf8), Array("🎉".utf8), [0x0A], [0], [0x80], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xE2, 0x82], [0xFF],
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      bytes += Array(repeating: UInt8(ascii: "a"), count: Int.random(in: 0...11, using: &random))
      // Half of the texts are valid.
      let known = Bool.random(using: &random) ? pieces.count : 5
      bytes += pieces[Int.random(in: 0..<known, using: &random)]
    }
    return bytes
  }

  @Test func `bytes are UTF-8 if the standard library accepts them`() {
    let seed: UInt64 = 3_629
    var random = SplitMix(seed: seed)
    var valid = 0
    for round in 0..<20_000 {
      let bytes = ByteTests.bytes(&random)[...]
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      valid += isValid ? 1 : 0
      #expect(bytes.span.isUTF8 == isValid, "seed \(seed), round \(round): \(bytes)")
    }
    #expect((5_000..<15_000).contains(valid), "\(valid)")
  }
}
