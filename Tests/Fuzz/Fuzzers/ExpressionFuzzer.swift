import CivilTime
import SystemdTimers

/// Texts of calendar expressions: the normal form is one, and elapses go on.
struct ExpressionFuzzer: Fuzzer {
  var mutator: PartMutator {
    PartMutator(
      separator: UInt8(ascii: " "),
      vocabulary: [
        "Mon", "Mon..Fri", "Sat,Sun", "*-*-*", "1970-01-01", "2199-12-31", "*-02-29", "*-*~1",
        "*-*~07/1", "*-1..12/3-8..14", "00:00", "23:59:59", "*:*:*", "*:0/15", "02:30:00",
        "0..23/7:0,30", "UTC", "Europe/Berlin", "Australia/Lord_Howe", "daily", "quarterly",
        "@-1", "@1774744200",
      ])
  }

  /// From where the next elapses are asked: before 1970, at clock changes, late.
  private static let bases = [
    -2_208_988_800, -1, 0, 1_774_745_999, 1_792_889_999, 7_258_118_399,
  ].map(Instant.init(secondsSince1970:))
  /// How many elapses are asked for from each.
  private static let elapseCount = 3

  private static let zones = ZoneDatabase()
  private static let berlin = zones.zone(named: "Europe/Berlin") ?? .gmt
  private static let lordHowe = zones.zone(named: "Australia/Lord_Howe") ?? .gmt

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    guard let expression = try? CalendarExpression(parsing: text) else { return }
    guard let again = try? CalendarExpression(parsing: expression.description) else {
      fatalError("the normal form of an expression is refused: \(expression)")
    }
    expectEqual(again, expression, "the normal form of an expression is another expression")
    guard
      var search = ElapseSearch(
        expression, localZone: ExpressionFuzzer.berlin, zone: { _ in ExpressionFuzzer.lordHowe })
    else { fatalError("an expression has no elapses for want of its zone") }
    for base in ExpressionFuzzer.bases { expectElapses(&search, after: base, of: expression) }
  }

  /// An elapse may lie before its base within a second pass of a repeated hour alone.
  private func expectElapses(
    _ search: inout ElapseSearch, after base: Instant, of expression: CalendarExpression
  ) {
    var base = base
    for _ in 0..<ExpressionFuzzer.elapseCount {
      guard let next = search.next(after: base) else { return }
      guard next > base else {
        expect(
          expression.zone != .utc,
          "\(expression) elapses at \(next) after \(base), where no hour repeats")
        return
      }
      base = next
    }
  }
}
