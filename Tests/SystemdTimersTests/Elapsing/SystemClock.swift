import CivilTime
import TestPrograms
import Testing

/// The clocks of zones as the C library reads them, from the zone data that systemd reads too.
enum SystemClock {
  /// The instants that are looked at: every six hours for six years from 2026 on.
  private static let instants = stride(
    from: 1_767_225_600, to: 1_767_225_600 + 6 * 366 * 86_400, by: 21_600)

  /// Whether the system's zone data say the same of a zone as the program's.
  ///
  /// Countries change their rules; the newer of two data then knows more.
  ///
  /// - Parameter zone: The zone.
  /// - Throws: Where the command `date` can't be run.
  /// - Returns: Whether all offsets that are looked at are the same.
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
