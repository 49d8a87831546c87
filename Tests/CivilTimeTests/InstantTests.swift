import CivilTime
import SeededRandom
import Testing

/// Instants and civil times as ISO 8601.
@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-01-05T08:00:00Z", 1_767_600_000), ("20260105T080000Z", 1_767_600_000),
    ("2026-01-05T08:00Z", 1_767_600_000), ("2026-01-05t08:00:00z", 1_767_600_000),
    ("2026-01-05T09:00:00+01:00", 1_767_600_000), ("2026-01-05T03:00:00-05", 1_767_600_000),
    ("2026-01-05T13:30:00+0530", 1_767_600_000), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59Z", -1),
  ])
  func `an instant is read with Z or an offset`(_ text: String, _ seconds: Int) {
    #expect(Instant(iso8601: text)?.secondsSince1970 == seconds)
  }

  @Test(arguments: [
    "", "2026-01-05", "2026-01-05T08:00:00", "2026-01-05T24:00:00Z", "2026-02-29T00:00:00Z",
    "2026-01-05T08:60:00Z", "2026-01-05T08:00:60Z", "2026-01-05T08:00:00.5Z",
    "2026-01-05 08:00:00Z", "2026-01-05T08:00:00ZZ", "2026-01-05T08:00:00+25:00", "T080000Z",
    "2026-01-05T08:00:00+1", "２026-01-05T08:00:00Z",
  ])
  func `what is no instant is refused`(_ text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test func `an instant is written in both formats and read again`() {
    let seed: UInt64 = 11
    var random = SplitMix(seed: seed)
    for _ in 0..<2_000 {
      let instant = Instant(
        secondsSince1970: Int.random(in: -62_000_000_000...250_000_000_000, using: &random))
      #expect(Instant(iso8601: instant.description) == instant, "seed \(seed): \(instant)")
      #expect(Instant(iso8601: instant.basicFormat) == instant, "seed \(seed): \(instant)")
    }
  }
}
