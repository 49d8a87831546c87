import CivilTime
import ICalendar
import SeededRandom
import Testing
import WorkSharing

@testable import ICalendarReader

@Suite struct ParallelReadingTests {
  /// Lines that begin, end and fold components, valid and invalid.
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

  /// A landmark and its line number in the whole text.
  private struct Found: Equatable {
    var meaning: String
    var range: Range<Int>
    var line: Int
  }

  private func found(_ parts: [Range<Int>], in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    var linesBefore = 0
    for part in parts {
      let search = Landmark.Search(part, in: bytes.span)
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
      let parts = bytes.span.parts(of: size)
      #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == bytes.count)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      #expect(found(parts, in: bytes) == whole, "seed \(seed), size \(size)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the number of workers doesn't change the documents`(_ seed: UInt64) throws {
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
        shared.append(try reader.scan(text, file: "\(index).ics", workers: Workers(count)))
      }
      #expect(
        reader.documents(selecting: shared, workers: Workers(count)) == serial, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "BEGIN:VCALENDAR\r\nNAME:Caf\u{E9}\r\nEND:VCALENDAR\r\n", "\u{FEFF}BEGIN:VCALENDAR\r\n",
    " \r\n",
    "BEGIN:VCALENDAR\rBEGIN:VEVENT\rEND:VEVENT\rEND:VCALENDAR\r", "<html>",
  ])
  func `decoding and rejection don't depend on the number of workers`(
    _ text: String
  ) {
    let reader = CalendarReader(zones: database)
    for bytes in [
      Array(text.utf8), text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
    ] {
      let results = [Workers.one, Workers(2)].map { workers in
        Result {
          try reader.documents(selecting: [reader.scan(bytes, file: "a.ics", workers: workers)])
        }
      }
      #expect("\(results[0])" == "\(results[1])")
    }
  }

  @Test func `an error of a zone is reported once with any number of workers`() throws {
    let events = (0..<100).map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART;TZID=Nowhere:20260105T080000\nEND:VEVENT\n"
    }
    let reader = CalendarReader(
      zones: database, options: ReadingOptions(includesComponentsWithoutAlarms: true))
    let scan = try reader.scan(Array(calendar(events.joined()).utf8), file: "a.ics")
    let documents = reader.documents(selecting: [scan], workers: Workers(3))
    #expect(documents[0].components.count == 100)
    #expect(documents[0].codes == ["zone-unknown"])
  }
}
