import CivilTime
import ICalendar
import SeededRandom
import Testing
import WorkSharing

@testable import ICalendarReader

/// What is read in pieces is what is read at once.
@Suite struct PiecewiseReadingTests {
  /// Lines that begin, end and fold things, right and wrong.
  private static let vocabulary = [
    "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTODO", "END:VTODO",
    "BEGIN:VALARM", "END:VALARM", "BEGIN:X-BOX", "END:X-BOX", "BEG", " IN:VEVENT", "\tmore", " ",
    "UID:a", "UID:b", "UID;X-A=\"b:c\":a", "U", " ID:a", "RRULE:FREQ=DAILY", "METHOD:CANCEL",
    "METHOD:REPLY", "NAME:Home", "X-WR-CALNAME:Wo", " rk", "DTSTART;TZID=Home:20260105T080000",
    "DTSTART;TZID=Nowhere:20260105T080000", "RECURRENCE-ID:20260105", "TRIGGER:-PT5M",
    "SUMMARY:Grüße", "", "junk", "BEGIN:VTIMEZONE", "TZID:Home", "END:VTIMEZONE", "DTSTART:x",
  ]

  private static func text(_ random: inout SplitMix, lines: Int) -> [UInt8] {
    var text = ""
    for _ in 0..<lines {
      text += (vocabulary.randomElement(using: &random) ?? "") + "\r\n"
    }
    return Array(text.utf8)
  }

  /// A landmark and its line in the whole text.
  private struct Found: Equatable {
    var meaning: String
    var range: Range<Int>
    var line: Int
  }

  private func found(_ parts: [Range<Int>], in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    var linesBefore = 0
    for part in parts {
      let search = LandmarkSearch(part, in: bytes.span)
      found += search.landmarks.map {
        Found(meaning: "\($0.meaning)", range: $0.range, line: linesBefore + $0.line)
      }
      linesBefore += search.lineCount
    }
    return found
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the landmarks of parts are those of the whole text`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bytes = Self.text(&random, lines: 200)
    let whole = found([bytes.indices], in: bytes)
    #expect(!whole.isEmpty)
    for size in [1, 2, 7, 64, 1_000, bytes.count] {
      let parts = LandmarkSearch.parts(of: bytes.span, size: size)
      #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == bytes.count)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      #expect(found(parts, in: bytes) == whole, "seed \(seed), size \(size)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what is read does not depend on the number of workers`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let options = ReadingOptions(includesComponentsWithoutAlarms: seed.isMultiple(of: 2))
    let reader = CalendarReader(zones: database, options: options)
    let texts = (0..<8).map { _ in
      Array("BEGIN:VCALENDAR\r\n".utf8) + Self.text(&random, lines: 400)
        + Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:c\r\nDTSTART:20260105\r\n".utf8)
        + Array("BEGIN:VALARM\r\nTRIGGER:x\r\nEND:VALARM\r\nEND:VEVENT\r\n".utf8)
    }
    let scans = try texts.enumerated().map { try reader.scan($1, file: "\($0).ics") }
    let serial = reader.documents(selecting: scans)
    #expect(
      serial.contains { !$0.components.isEmpty } && serial.contains { !$0.diagnostics.isEmpty })
    for count in [1, 2, 7] {
      var shared: [CalendarScan] = []
      for (index, text) in texts.enumerated() {
        shared.append(try reader.scan(text, file: "\(index).ics", Workers(count)))
      }
      #expect(reader.documents(selecting: shared, Workers(count)) == serial, "seed \(seed)")
    }
  }

  /// A text that is read part by part, from memory.
  private struct PartedText: TextSource {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    func withBytes<Result>(in range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result? {
      let part = Array(bytes[range])
      return body(part.span)
    }
  }

  /// Lines of components that are past, or nearly so, and of a zone of its own, among others.
  private static let times = [
    "DTSTART:20200105T080000Z", "DTSTART:20261021T080000Z", "DTSTART:20261101T080000Z",
    "DTEND:20200105T090000Z", "TRIGGER:-P9D", "TRIGGER;VALUE=DATE-TIME:20200105T080000Z",
    "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM",
    "BEGIN:VEVENT\r\nUID:d\r\nDTSTART:20200105\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"
      + "END:VEVENT",
    "BEGIN:VEVENT\r\nUID:e\r\n\u{FEFF}DTSTART:20200105\r\nEND:VEVENT",
    "BEGIN:VTODO\r\nUID:a\r\nDUE:20200105T080000Z\r\nEND:VTODO",
    ZoneTests.definition("Home", standard: "+0517", daylight: nil)
      .split(separator: "\n").joined(separator: "\r\n"),
    "DTSTART;TZID=Home:20261105T080000",
  ]

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `what is passed over in parts makes no difference`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let options = ReadingOptions(
      includesComponentsWithoutAlarms: seed.isMultiple(of: 3),
      includesAllToDos: seed.isMultiple(of: 4), firesFrom: instant("2026-11-01T00:00:00Z"))
    let reader = CalendarReader(zones: database, options: options)
    let end = seed.isMultiple(of: 2) ? "\r\n" : "\n"
    let texts = (0..<4).map { number in
      let lines = (0..<200 * number).map { _ in
        (Bool.random(using: &random) ? Self.times : Self.vocabulary)
          .randomElement(using: &random) ?? ""
      }
      let text = "BEGIN:VCALENDAR\r\n" + lines.joined(separator: "\r\n") + "\r\n"
      return Array(text.replacing("\r\n", with: end).utf8)
    }
    let whole = try texts.enumerated().map { try reader.scan($1, file: "\($0).ics") }
    let documents = reader.documents(selecting: whole)
    for size in [1, 3, 64, 1_000, 1 << 20] {
      for workers in [Workers.one, Workers(3)] {
        var scans: [CalendarScan] = []
        for (index, bytes) in texts.enumerated() {
          let scan = reader.scan(
            PartedText(bytes: bytes), file: "\(index).ics", workers, partSize: size)
          scans.append(try #require(scan))
        }
        #expect(
          reader.documents(selecting: scans, workers) == documents,
          "seed \(seed), parts of \(size)")
        for (scan, other) in zip(scans, whole) {
          #expect(scan.hasSeveralUIDs == other.hasSeveralUIDs)
          for line in stride(from: 1, through: 300, by: 23) {
            #expect(scan.text(ofLine: line, limit: 100) == other.text(ofLine: line, limit: 100))
          }
        }
        // One that leaves out nothing reads what the first has passed over.
        let all = CalendarReader(
          zones: database,
          options: ReadingOptions(includesComponentsWithoutAlarms: true, includesAllToDos: true))
        #expect(
          all.documents(selecting: scans, workers) == all.documents(selecting: whole))
      }
    }
  }

  @Test func `what is past is not kept`() throws {
    let past = "BEGIN:VEVENT\nUID:past\nDTSTART:20200105\nSUMMARY:Long ago\nEND:VEVENT\n"
    let zone = ZoneTests.definition("Home")
    let next = "BEGIN:VEVENT\nUID:next\nDTSTART:20270105\nSUMMARY:Soon\nEND:VEVENT\n"
    let options = ReadingOptions(
      includesComponentsWithoutAlarms: true, firesFrom: instant("2026-11-01T00:00:00Z"))
    let text = "BEGIN:VCALENDAR\n" + zone + past + next + zone + past + "END:VCALENDAR\n"
    let kept = "BEGIN:VCALENDAR\npast\(next)pastEND:VCALENDAR\n"
    for size in [1, 40, 1 << 20] {
      let scan = try #require(
        CalendarReader(zones: database, options: options).scan(
          PartedText(bytes: Array(text.utf8)), file: "a.ics", .one, partSize: size))
      // Whether an event that goes through several parts is past, no part knows.
      let bytes = String(decoding: scan.bytes, as: UTF8.self)
      #expect(size < 1 << 20 ? !bytes.contains("TZOFFSETTO") : bytes == kept)
      #expect(scan.census.components == 3)
      let ranges = scan.calendars[0].zones.map(\.range)
      #expect(ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == [zone, zone])
    }
  }

  /// A text that somebody changes after it was read so often.
  private final class ChangedText: TextSource {
    let bytes: [UInt8]
    private let reads: Guarded<Int>

    init(_ text: String, reads: Int) {
      bytes = Array(text.utf8)
      self.reads = Guarded(reads)
    }

    var count: Int { bytes.count }

    func withBytes<Result>(in range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result? {
      let isThere = reads.withLock { left in
        left -= 1
        return left >= 0
      }
      guard isThere else { return nil }
      let part = Array(bytes[range])
      return body(part.span)
    }
  }

  @Test func `what is changed before all of it was read is read anew`() {
    let zone = ZoneTests.definition("Home", standard: "+0517", daylight: nil)
    func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT\n" }
    let text =
      "BEGIN:VCALENDAR\n" + zone + event("DTSTART:20200105T080000Z\nSUMMARY:past")
      + event("DTSTART;TZID=Home:20270105T080000\nRECURRENCE-ID:20270105T080000Z")
      + "END:VCALENDAR\n"
    let reader = CalendarReader(
      zones: database,
      options: ReadingOptions(
        includesComponentsWithoutAlarms: true, firesFrom: instant("2026-11-01T00:00:00Z")))
    // Read for the scan, for the event that was passed over, and for the zone.
    for reads in 0...3 {
      let scan = reader.scan(ChangedText(text, reads: reads), file: "a.ics", .one)
      #expect((scan == nil) == (reads == 0))
      guard let scan, let document = reader.documents(selecting: [scan]).first else { continue }
      #expect(document.isTorn == (reads < 3))
      #expect(document.components.count == (reads == 1 ? 1 : 2))
      if reads == 3 {
        #expect(document.codes == [])
        let start = document.components.last?.start
        #expect(start?.instant(onDeviceIn: .gmt) == instant("2027-01-05T02:43:00Z"))
      }
    }
  }

  // What is read at once ends after 104,096 bytes, and in the middle of the fold.
  @Test(arguments: [20_000, 104_057, 104_058, 104_059, 104_060, 1_152_673, 3_000_000])
  func `a line is read to its end, however many parts it goes through`(_ length: Int) throws {
    let long = String(repeating: "x", count: length)
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:\(long)\n \(long)\nDTSTART:20270105\nEND:VEVENT\n"
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    let scan = try #require(
      reader.scan(
        PartedText(bytes: Array(text.utf8)), file: "a.ics", .one, partSize: 100_000))
    let document = try #require(reader.documents(selecting: [scan]).first)
    #expect(document.components.map(\.uid) == [long + long])
    #expect(document.diagnostics.map(\.code) == ["calendar-unended"])
    #expect(scan.text(ofLine: 5, limit: 100) == "DTSTART:20270105")
  }

  @Test func `a text that has to be decoded, or is no calendar, is left to others`() {
    let reader = CalendarReader(zones: database)
    for text in [
      "\u{FEFF}BEGIN:VCALENDAR\n", "BEGIN:VCALENDAR\rEND:VCALENDAR\r", "junk\n", "",
      "BEGIN:VCALENDAR\r\nNAME:a\rEND:VCALENDAR\r\n",
    ] {
      let isRead = text.contains("\r\n")
      for size in [1, 100] {
        let scan = reader.scan(
          PartedText(bytes: Array(text.utf8)), file: "a.ics", .one, partSize: size)
        #expect((scan != nil) == isRead, "\(text.debugDescription)")
      }
    }
    let latin = Array("BEGIN:VCALENDAR\nNAME:Caf".utf8) + [0xE9, 0x0A]
    #expect(reader.scan(PartedText(bytes: latin), file: "a.ics", .one) == nil)
  }

  @Test(arguments: [
    "BEGIN:VCALENDAR\r\nNAME:Caf\u{E9}\r\nEND:VCALENDAR\r\n", "\u{FEFF}BEGIN:VCALENDAR\r\n",
    " \r\n",
    "BEGIN:VCALENDAR\rBEGIN:VEVENT\rEND:VEVENT\rEND:VCALENDAR\r", "<html>",
  ])
  func `what has to be decoded or refused is so with any number of workers`(
    _ text: String
  ) {
    let reader = CalendarReader(zones: database)
    for bytes in [
      Array(text.utf8), text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
    ] {
      let serial = Result { try reader.documents(selecting: [reader.scan(bytes, file: "a.ics")]) }
      let shared: Result<[CalendarDocument], any Error>
      do {
        let scan = try reader.scan(bytes, file: "a.ics", Workers(2))
        shared = .success(reader.documents(selecting: [scan], Workers(2)))
      } catch {
        shared = .failure(error)
      }
      #expect("\(serial)" == "\(shared)")
    }
  }

  @Test func `a fault of a zone is told once, however the file is shared out`() throws {
    let events = (0..<100).map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART;TZID=Nowhere:20260105T080000\nEND:VEVENT\n"
    }
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    let scan = try reader.scan(Array(calendar(events.joined()).utf8), file: "a.ics")
    let documents = reader.documents(selecting: [scan], Workers(3))
    #expect(documents[0].components.count == 100)
    #expect(documents[0].codes == ["zone-unknown"])
  }

  @Test func `components are counted by their UIDs, whatever hash those have`() {
    let bytes = Array("UID:a\nUID:b\nUID:a\\ \nUID:\n".utf8)
    let search = LandmarkSearch(bytes.indices, in: bytes.span)
    let uids = search.landmarks.compactMap { landmark in
      if case .uid(let uid) = landmark.meaning { uid } else { nil }
    }
    #expect(uids.count == 4)
    func areEqual(_ left: Int, _ right: Int) -> Bool {
      UIDText.areEqual(uids[left], in: bytes.span, uids[right], in: bytes.span)
    }
    #expect(areEqual(0, 2) && !areEqual(0, 1) && !areEqual(0, 3))
    var table = UIDTable(capacity: 1)
    // With one hash for all, the table has to compare.
    #expect(table.add(uids[0], number: 0) { _ in true } == 0)
    #expect(table.number(of: uids[2]) { areEqual(2, $0) } == 0)
    #expect(table.number(of: uids[1]) { areEqual(1, $0) } == nil)
  }
}
