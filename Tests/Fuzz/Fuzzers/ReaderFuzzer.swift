import CivilTime
import ICalendar
import ICalendarReader
import Libical

/// Bytes of calendar files, with a form feed between two files of one reading.
struct ReaderFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(separator: UInt8(ascii: "\n"), vocabulary: CalendarLines.all)
  }

  private static let zones = ZoneDatabase()
  private static let fileSeparator: UInt8 = 0x0C

  func run(_ input: [UInt8]) {
    let files = input.split(separator: ReaderFuzzer.fileSeparator, omittingEmptySubsequences: false)
    for options in [
      ReadingOptions(),
      ReadingOptions(
        includesComponentsWithoutAlarms: true, includesAllToDos: true,
        firesFrom: Instant(secondsSince1970: 0)),
    ] {
      let files = files.map { Array($0) }
      let own = read(files, CalendarReader(zones: ReaderFuzzer.zones, options: options))
      let checked = read(
        files,
        CalendarReader(
          zones: ReaderFuzzer.zones, options: options, grammar: CheckedGrammar.init))
      expectEqual(own, checked, "what is read without libical")
    }
  }

  private func read(_ files: [[UInt8]], _ reader: CalendarReader) -> [CalendarDocument] {
    var scans: [CalendarScan] = []
    for (index, bytes) in files.enumerated() {
      do {
        scans.append(try reader.scan(bytes, file: "\(index).ics"))
      } catch {
        expect(!"\(error)".isEmpty, "a file is refused without a word")
      }
    }
    let documents = reader.documents(selecting: scans)
    expectEqual(documents.map(\.file), scans.map(\.file), "the documents of files")
    for (document, scan) in zip(documents, scans) {
      expect(
        document.components.count <= document.census.components,
        "more components are read than there are")
      for diagnostic in document.diagnostics {
        expect(!diagnostic.message.isEmpty, "\(diagnostic.code) has no message")
        guard let location = diagnostic.location else { continue }
        expect(
          location.line >= 1 && scan.text(ofLine: location.line, limit: 1) != nil,
          "\(diagnostic.code) is reported in line \(location.line), which there isn't")
      }
    }
    return documents
  }
}
