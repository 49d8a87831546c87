import CivilTime
import SeededRandom
import SystemdTimers
import TestPrograms
import Testing

/// Compares random expressions with the installed systemd.
@Suite(.enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"))
struct SystemdParityTests {
  /// Zones for which the system's zone data and the program's agree.
  private static let zoneNames = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Europe/Dublin",
    "Africa/Cairo", "Asia/Kathmandu", "Africa/Casablanca",
  ].filter { name in
    (try? zones.zone(named: name).map(SystemClock.isShared)) ?? false
  }

  /// A base shortly before or within each clock change of 2026 in the zones.
  private static let bases = [
    1_774_659_600,  // 2026-03-28T01:00:00Z, the day before Europe's gap
    1_774_745_940,  // 2026-03-29T00:59:00Z, a minute before it
    1_792_890_600,  // 2026-10-25T01:10:00Z, in Berlin's second pass
    1_772_949_600,  // 2026-03-08T06:00:00Z, an hour before New York's gap
    1_793_511_900,  // 2026-11-01T05:45:00Z, in New York's first pass
    1_767_225_600,  // 2026-01-01T00:00:00Z
  ]

  @Test(arguments: zip(bases, [1, 2, 3, 4, 5, 6] as [UInt64]))
  func `random expressions are read and elapse as by systemd`(base: Int, seed: UInt64) throws {
    try #require(Self.zoneNames.count > 3, "the system has other zone data: \(Self.zoneNames)")
    var generator = SplitMix(seed: seed)
    let count = 3
    let texts = Set((0..<250).map { _ in generator.expression(zones: Self.zoneNames) }).sorted()
    let answers = try #require(SystemdAnalyze()).calendar(texts, after: base, count: count)
    #expect(answers.count > 100, "seed \(seed)")
    for text in texts {
      guard let expression = try? CalendarExpression(parsing: text) else {
        #expect(answers[text] == nil, "'\(text)' is refused, seed \(seed)")
        continue
      }
      var search = try #require(
        ElapseSearch(expression, localZone: .gmt, zone: { zones.zone(named: $0) }))
      var answer = SystemdAnalyze.Answer(normal: expression.description)
      var last = Instant(secondsSince1970: base)
      while answer.elapses.count < count, let next = search.next(after: last) {
        answer.elapses.append(next.description)
        last = next
      }
      #expect(answer == answers[text], "'\(text)' after \(last), seed \(seed)")
    }
  }
}

extension SplitMix {
  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// A component, sometimes one that systemd rejects.
  private mutating func component(_ range: ClosedRange<Int>, star: Int) -> String {
    if chance(star) { return "*" }
    let parts = (0..<Int.random(in: 1...3, using: &self)).map { _ in
      let start = Int.random(in: range, using: &self)
      let stop = Int.random(in: start...range.upperBound, using: &self)
      let step = Int.random(in: 1...max(1, range.count / 3), using: &self)
      return switch Int.random(in: 0..<5, using: &self) {
      case 0: "\(start)..\(stop)"
      case 1: "\(start)/\(step)"
      case 2: "\(start)..\(stop)/\(step)"
      default: "\(start)"
      }
    }
    return parts.joined(separator: ",")
  }

  /// An expression in one of the zones.
  fileprivate mutating func expression(zones: [String]) -> String {
    var text = ""
    if chance(30) {
      text += ["Mon", "Sat,sun", "Tue..Thu", "Friday,Mon"].randomElement(using: &self) ?? ""
    }
    if !text.isEmpty { text += " " }
    if chance(70) {
      let fromEnd = chance(25)
      text += chance(10) ? "2026..2030-" : "*-"
      text += component(1...12, star: 50) + (fromEnd ? "~" : "-")
      text += component(fromEnd ? 1...28 : 1...31, star: 40) + " "
    }
    text += component(0...23, star: 20) + ":" + component(0...59, star: 20)
    if chance(30) { text += ":" + component(0...59, star: 10) }
    return text + " " + (chance(40) ? "UTC" : zones.randomElement(using: &self) ?? "UTC")
  }
}

/// The zones' offsets as the C library reads them, from the same data as systemd.
enum SystemClock {
  /// The instants to compare: every six hours for six years from 2026 on.
  private static let instants = stride(
    from: 1_767_225_600, to: 1_767_225_600 + 6 * 366 * 86_400, by: 21_600)

  /// Whether the system's zone data and the program's agree for a zone.
  ///
  /// Countries change their rules, and the two may have different versions.
  ///
  /// - Parameter zone: The zone.
  /// - Throws: If the command `date` can't be run.
  /// - Returns: Whether all compared offsets are equal.
  static func isShared(_ zone: Zone) throws -> Bool {
    let date = try #require(TestProgram.installed("date"))
    let outcome = try date.run(
      ["-f", "-", "+%::z"], input: instants.map { "@\($0)\n" }.joined(),
      environment: TestProgram.plainEnvironment.merging(["TZ": zone.identifier]) { $1 })
    let own = instants.map { seconds -> String in
      let instant = Instant(secondsSince1970: seconds)
      let local = zone.civil(at: instant)
      let offset = local.dayNumber * 86_400 + local.time.secondOfDay - seconds
      let digits = [abs(offset) / 3_600, abs(offset) / 60 % 60, abs(offset) % 60].map {
        $0.padded(to: 2)
      }
      return (offset < 0 ? "-" : "+") + digits.joined(separator: ":")
    }
    return outcome.lines == own
  }
}
