import Foundation
import SeededRandom

@testable import ICalendarReader

/// Content lines for the comparison of the two grammars: those of the samples, and common mistakes.
enum GrammarLines {
  static func all() throws -> [[UInt8]] {
    try samples() + (times + parameters + rest + texts).map { Array($0.utf8) }
  }

  /// The unfolded lines of the package's samples, without BEGIN and END.
  private static func samples() throws -> [[UInt8]] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = package.appending(path: "samples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.filter { $0.hasSuffix(".ics") }.flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .replacing("\r\n", with: "\n").replacing("\n ", with: "")
        .split(separator: "\n")
        .filter { !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("END:") }
        .map { Array($0.utf8) }
    }
  }

  private static let times = [
    "DTSTART:20260105T080000", "DTSTART:20260105T080000Z", "DTSTART;VALUE=DATE:20260105",
    "DTSTART;TZID=Europe/Berlin:20260105T080000", "dtstart;tzid=Europe/Berlin:20260105T080000",
    "DTSTART;TZID=\"Europe/Berlin\":20260105T080000", "DTSTART;TZID=Ours; :20260105T080000",
    "DTEND;VALUE=DATE-TIME;TZID=Europe/Berlin:20260105T090000", "DTEND:19691231T235959Z",
    "DUE;TZID=Mitteleuropäische Zeit:20260106T090000", "DUE:2026-01-05T08:00:00",
    "DTSTART;TZID=(GMT+01:00) Amsterdam:20260105T080000", "DTSTART:20260105T0800",
    "DTSTART;VALUE=DATE-TIME;TZID=(GMT+01:00) Amsterdam:20260105T080000",
    "DTSTART;TZID=\"(GMT+01:00) Amsterdam\":20260105T080000", "DTSTART: 20260105T080000 ",
    "DTSTART;TZID=(GMT+01:00) Amsterdam;X-A=1:20260105T080000", "DTSTART:20260105T080000z",
    "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260107T023000",
    "RECURRENCE-ID;range=thisandfuture:20260107T023000Z", "RECURRENCE-ID;RANGE=NONE:20260107",
    "EXDATE:20260106T080000Z,20260107T080000Z", "EXDATE;VALUE=DATE:20260106,20260107",
    "EXDATE;TZID=Europe/Berlin:20260330T023000,20260331T023000", "EXDATE:20260106,,20260107",
    "RDATE;VALUE=PERIOD:20260109T080000Z/PT1H,20260110T080000Z/20260110T090000Z",
    "RDATE:20260109T080000Z/PT1H", "RDATE:20260108T080000Z", "RDATE;VALUE=DATE:20260108",
    "TRIGGER:-PT15M", "TRIGGER;RELATED=END:PT0S", "TRIGGER;related=start:-P1DT2H",
    "TRIGGER;VALUE=DATE-TIME:20260105T074500Z", "TRIGGER:20260105T074500Z", "TRIGGER:15 minutes",
    "TRIGGER;VALUE=DURATION;RELATED=\"END\":-P2W", "TRIGGER;RELATED=X-OURS:-PT1H", "TRIGGER:",
  ]

  private static let parameters = [
    "DTSTART;TZID=:20260105T080000", "DTSTART;TZID:20260105T080000", "DTSTART;;:20260105",
    "DTSTART;TZID=\"\":20260105T080000", "DTSTART;TZID= a :20260105T080000", "DTEND;:20260105",
    "DTSTART;TZID=\"a^nb^'c^^d^e\":20260105T080000", "DTSTART;TZID=a^:20260105T080000",
    "DTSTART;TZID=a\"b:20260105T080000", "DTSTART;TZID=\"a\"b:20260105T080000",
    "DTSTART;TZID=\"a:20260105T080000", "DTSTART;TZID=\"a\\\"b\":20260105T080000",
    "DTSTART;TZID=a\\;X-A=b:20260105T080000", "DTSTART;TZID=a;TZID=b:20260105T080000",
    "DTSTART;X-A=1;;TZID=a:20260105T080000", "DTSTART; TZID=a:20260105T080000",
    "DTSTART;TZID =a:20260105T080000", "DTSTART;TZID=a,b:20260105T080000",
    "DTSTART;TZID=a=b:20260105T080000", "DTSTART;\"a\";TZID=b:20260105T080000",
    "DTSTART;X-A:20260105T080000", "DTSTART;OURS=1;TZID=a:20260105T080000",
    "DTSTART;VALUE:20260105T080000", "DTSTART;VALUE=PERIOD:20260105T080000", "TRIGGER;RELATED:PT1H",
    "DTSTART;VALUE=X-OURS;TZID=a:20260105T080000", "DTSTART;X-A=\"b:c;d\";TZID=a:20260105T080000",
    "TRIGGER;RELATED=;X-A=1:-PT1H", "DTSTART;=a:20260105T080000",
    "DTEND;TZID=" + String(repeating: "Long/", count: 40) + "End:20260105T090000",
    "SUMMARY;LANGUAGE=de:Zahnarzt", "SUMMARY;ALTREP=\"http://example.org/a;b:c\":Dentist",
    "SUMMARY;X-A=\"b:Dentist", "SUMMARY;X-A=b\\:Dentist", "SUMMARY;TZID:Dentist",
    "SUMMARY;:Dentist", "ACTION;DISPLAY", "SUMMARY", "CREATED:yesterday",
    "SUMMARY;ENCODING=QUOTED-PRINTABLE:Dentist=20today", "SUMMARY;VALUE=URI:Dentist",
    "CATEGORIES;LANGUAGE=de:Arbeit,Privat", "LOCATION;X-A=1;X-B=\"2\":Room 3: left",
  ]

  private static let rest = [
    "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "RRULE:FREQ=NEVER",
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=9", "EXRULE:FREQ=WEEKLY;BYDAY=SA,SU",
    "RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z", "RRULE:FREQ=DAILY;INTERVAL=65537",
    "DURATION:PT1H", "DURATION:P1W", "DURATION:-PT5M", "SEQUENCE:0", "SEQUENCE:17", "SEQUENCE:one",
    "PRIORITY:5", "PERCENT-COMPLETE:100", "REPEAT:3", "REPEAT:99999999999",
    "DTSTAMP:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z", "COMPLETED:20260105T080000Z",
    "ACKNOWLEDGED:20260107T080000Z", "PROXIMITY:ARRIVE", "X-APPLE-PROXIMITY:ARRIVE",
  ]

  private static let texts = [
    "UID:event@example.org", "UID;X-A=1:event@example.org", "SUMMARY:Dentist", "SUMMARY: Dentist ",
    "SUMMARY:a\\, b\\; c\\\\d\\ne\\Nf", "SUMMARY:a\\tb\\xc", "SUMMARY:a\\", "SUMMARY:\"a, b\"",
    "SUMMARY:", "SUMMARY: ", "SUMMARY:\\", "SUMMARY:Zürich, 会議 🦷", "SUMMARY:a\u{1}b\u{7F}c",
    "DESCRIPTION:http://example.org/?a=1;b=2", "DESCRIPTION:one\\n\\ntwo", "LOCATION:Room 3: left",
    "CATEGORIES:Work,Home", "CATEGORIES:Work\\,Home,Away", "CATEGORIES:a\\\\,b",
    "CATEGORIES:a\\nb,c",
    "CATEGORIES:\"a,b\",c", "CATEGORIES:a,,b", "CATEGORIES:,a", "CATEGORIES:a,",
    "CATEGORIES: a , b ",
    "CATEGORIES:" + String(repeating: "a,", count: 600) + "b",
    "CATEGORIES:" + String(repeating: "a, ,", count: 300) + "b",
  ]
}

/// Changes content lines at random, as calendar programs and attackers change them.
struct LineMutation {
  private let lines: [[UInt8]]
  private var random: SplitMix

  init(_ lines: [[UInt8]], seed: UInt64) {
    self.lines = lines
    random = SplitMix(seed: seed)
  }

  private static let bytes = Array(":;,=\"\\^ \t\r-+/0123456789TZPDNnabEX\u{1}\u{B}\u{7F}ü".utf8)

  private static let parameters = [
    ";TZID=Europe/Berlin", ";VALUE=DATE", ";VALUE=DATE-TIME", ";RELATED=END", ";X-A=\"b:c;d\"",
    ";RANGE=THISANDFUTURE", ";TZID=\"a b\"", ";LANGUAGE=de", ";OURS=1", ";TZID=", ";", ";TZID=^n",
  ].map { Array($0.utf8) }

  private static let pieces = [
    "\\,", "\\n", "\\\\", ",", "20260105", "^n", "ä", "会", ";;", ",20260105T080000Z", ":", "\"",
  ].map { Array($0.utf8) }

  /// The next line: one of the given lines, changed once or twice.
  mutating func next() -> [UInt8] {
    while true {
      var line = random.pick(lines) ?? []
      for _ in 0..<random.number(1...2) { change(&line) }
      // Unfolding can't produce these bytes, and the grammars don't see BEGIN and END.
      line.removeAll { $0 == 0 || $0 == 0x0A }
      let start = line.prefix(5).map(\.upperCased)
      if !start.starts(with: "END".utf8), !start.starts(with: "BEGIN".utf8) { return line }
    }
  }

  private mutating func change(_ line: inout [UInt8]) {
    let place = random.number(0...line.count)
    switch random.number(0...6) {
    case 0 where place < line.count: line[place] = random.pick(LineMutation.bytes) ?? 0x20
    case 1 where place < line.count: line.remove(at: place)
    case 2: line.insert(random.pick(LineMutation.bytes) ?? 0x20, at: place)
    case 3: line.insert(contentsOf: random.pick(LineMutation.pieces) ?? [], at: place)
    case 4:
      // Inserts a parameter before the value.
      if let end = line.firstIndex(where: { $0 == 0x3A || $0 == 0x3B }) {
        line.insert(contentsOf: random.pick(LineMutation.parameters) ?? [], at: end)
      }
    case 5: line.removeSubrange(place..<min(line.count, place + random.number(1...4)))
    default:
      // Takes the value of another line.
      guard let colon = line.firstIndex(of: 0x3A), let other = random.pick(lines),
        let start = other.firstIndex(of: 0x3A)
      else { return }
      line.replaceSubrange(colon..., with: other[start...])
    }
  }
}
