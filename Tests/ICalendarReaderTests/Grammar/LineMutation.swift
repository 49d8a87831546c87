import SeededRandom

@testable import ICalendarReader

/// Content lines that are changed at random, as writers and senders change them.
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

  /// The next line: one of those given, changed once or twice.
  mutating func next() -> [UInt8] {
    while true {
      var line = random.pick(lines) ?? []
      for _ in 0..<random.number(1...2) { change(&line) }
      // Neither is unfolding able to give these, nor do boundaries reach a grammar.
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
      // A parameter before the value, where it belongs.
      if let end = line.firstIndex(where: { $0 == 0x3A || $0 == 0x3B }) {
        line.insert(contentsOf: random.pick(LineMutation.parameters) ?? [], at: end)
      }
    case 5: line.removeSubrange(place..<min(line.count, place + random.number(1...4)))
    default:
      // The value of another line.
      guard let colon = line.firstIndex(of: 0x3A), let other = random.pick(lines),
        let start = other.firstIndex(of: 0x3A)
      else { return }
      line.replaceSubrange(colon..., with: other[start...])
    }
  }
}
