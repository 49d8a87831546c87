import CivilTime
import Foundation
import SeededRandom
import Testing

/// Compiled zones: those of this machine, compared with Foundation's, and files made by hand.
@Suite struct TZifFileTests {
  private static let foundation = ZoneDatabase()

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
  }

  /// Zones whose rules are the same in every version of the data since 2020.
  @Test(arguments: [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns",
    "America/Sao_Paulo", "Asia/Tokyo", "Asia/Kolkata", "Australia/Lord_Howe", "Antarctica/Troll",
    "Pacific/Apia", "Africa/Monrovia", "Etc/GMT-14",
  ])
  func `a file has Foundation's transitions from 1970 to the end of its tables`(
    _ name: String
  ) throws {
    let file = try #require(TZifFile(try TZifFileTests.bytes(name)))
    let zone = file.zone(named: name, in: ZoneDatabase.range)
    let expected = try #require(TZifFileTests.foundation.zone(named: name))
    let since1970 = Instant(secondsSince1970: 0)..<ZoneDatabase.end
    #expect(zone.identifier == name && zone.isIANA)
    #expect(zone.offset(at: since1970.lowerBound) == expected.offset(at: since1970.lowerBound))
    #expect(Array(zone.transitions(in: since1970)) == Array(expected.transitions(in: since1970)))
  }

  /// A file with one block for each version that it contains (RFC 9636, 3).
  private static func file(
    version: Character = "2", transitions: [(Int, UInt8)], offsets: [Int], footer: String?,
    leapSeconds: Int = 0
  ) -> [UInt8] {
    func big(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ((width - 1 - $0) * 8)) }
    }
    func block(_ width: Int) -> [UInt8] {
      let name = Array("X\0".utf8)
      let counts = [0, 0, leapSeconds, transitions.count, offsets.count, name.count]
      return Array("TZif".utf8) + [version.asciiValue ?? 0] + [UInt8](repeating: 0, count: 15)
        + counts.flatMap { big($0, 4) } + transitions.flatMap { big($0.0, width) }
        + transitions.map(\.1) + offsets.flatMap { big($0, 4) + [0, 0] } + name
        + [UInt8](repeating: 0, count: leapSeconds * (width + 4))
    }
    return block(4) + (footer.map { block(8) + Array("\n\($0)\n".utf8) } ?? [])
  }

  private static func zone(_ bytes: [UInt8]) -> Zone? {
    TZifFile(bytes)?.zone(named: "Test/Zone", in: ZoneDatabase.range)
  }

  @Test func `the footer applies after the last transition`() throws {
    // 1000000000 is 2001-09-09T01:46:40Z.
    for (footer, offsets) in [
      ("XXX-1", [3_600, 3_600]), ("", [7_200, 7_200]),
      ("XXX-1YYY,M3.5.0,M10.5.0/3", [3_600, 7_200]),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [-7_200, -3_600]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 3_600]),
    ] {
      let last = footer.isEmpty ? 7_200 : offsets[1]
      let zone = try #require(
        TZifFileTests.zone(
          TZifFileTests.file(
            transitions: [(0, 1), (1_000_000_000, 2)], offsets: [600, -600, last],
            footer: footer)))
      #expect(zone.initialOffset == 600)
      #expect(zone.offset(at: Instant(secondsSince1970: -1)) == 600)
      #expect(zone.offset(at: Instant(secondsSince1970: 0)) == -600)
      #expect(zone.offset(at: Instant(secondsSince1970: 1_000_000_000)) == last)
      for year in ["2002", "2399"] {
        let found = ["01-15", "07-15"].compactMap {
          Instant(iso8601: "\(year)-\($0)T00:00:00Z").map(zone.offset(at:))
        }
        #expect(found == offsets, "\(footer) in \(year)")
      }
    }
  }

  @Test func `a file of version 1 lacks a footer`() throws {
    let zone = try #require(
      TZifFileTests.zone(
        TZifFileTests.file(
          version: "\0", transitions: [(0, 1)], offsets: [600, -600], footer: nil)))
    #expect(zone.transitions.count == 1)
    #expect(zone.offset(at: Instant(secondsSince1970: 0)) == -600)
  }

  @Test func `a malformed file is rejected`() {
    typealias This = TZifFileTests
    let faults: [(String, [UInt8])] = [
      ("nothing", []), ("another format", Array("TZjf".utf8) + [UInt8](repeating: 0, count: 64)),
      ("no type", This.file(transitions: [], offsets: [], footer: "")),
      ("a type that is missing", This.file(transitions: [(0, 2)], offsets: [0, 1], footer: "")),
      (
        "descending transitions",
        This.file(transitions: [(9, 1), (8, 0)], offsets: [0, 1], footer: "")
      ),
      ("a day's offset", This.file(transitions: [(9, 1)], offsets: [0, 99_999], footer: "")),
      ("leap seconds", This.file(transitions: [], offsets: [0], footer: "XXX0", leapSeconds: 1)),
      ("a footer that is not a rule", This.file(transitions: [], offsets: [0], footer: "Berlin")),
      ("no footer", This.file(transitions: [], offsets: [0], footer: nil)),
    ]
    for (name, bytes) in faults { #expect(TZifFile(bytes) == nil, "\(name)") }
  }

  @Test func `a damaged file gives a valid zone or is rejected`() throws {
    let seed: UInt64 = 42
    var random = SplitMix(seed: seed)
    let whole = try TZifFileTests.bytes("Europe/Berlin")
    for count in 0..<whole.count { _ = TZifFileTests.zone(Array(whole.prefix(count))) }
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<random.number(1...4) {
        let index = random.number(0...(bytes.count - 1))
        // Half of the changes are in the header, whose counts and types matter most.
        bytes[random.number(0...1) == 0 ? index : index % 44] = UInt8(random.number(0...255))
      }
      guard let zone = TZifFileTests.zone(bytes) else { continue }
      let instants = zone.transitions.map(\.instant)
      #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    }
  }
}
