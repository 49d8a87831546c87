import CSystem
import CivilTime
import ProgramSupport
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the next elapse times in systemd with the units' `OnCalendar=` lines.
///
/// A drop-in, another unit of the same name or other time zone data can change them.
struct ElapseCheck {
  /// A line for each timer that differs, up to ``ProgramSupport/Messages/mostNamed``, and the number
  /// of the others.
  package private(set) var lines: [String] = []

  /// The number of comparisons, since a timer can elapse during one.
  private static let looks = 3
  /// The time between comparisons, in milliseconds.
  private static let pause: Int32 = 200

  /// Compares the active timers whose units can be read, except the one with a random delay.
  init(_ units: InstalledUnits, manager: UserManager, zone: Zone, zones: ZoneDatabase) {
    let exact = units.wantedTimers.filter { $0 != units.installation.fetchTimer }
    var timers = exact.compactMap { name in
      units.unit(name)?.expressions.map { (name: name, expressions: $0) }
    }
    var differences: [String] = []
    for look in 0..<ElapseCheck.looks where !timers.isEmpty {
      if look > 0 { waitFor(ElapseCheck.pause) }
      let before = Instant(Date())
      let listed = manager.listedTimers(of: units.installation)
      let after = Instant(Date())
      differences = []
      timers = timers.filter { name, expressions in
        func next(after instant: Instant) -> (at: Instant, line: String)? {
          expressions.compactMap { expression in
            expression.nextElapse(after: instant, localZone: zone, zone: { zones.zone(named: $0) })
              .map { (at: $0, line: expression.description) }
          }.min { $0.at < $1.at }
        }
        // A timer that has elapsed keeps its old time until its service ends.
        guard let timer = listed[name.string],
          timer.next.map({ $0 > before }) ?? !manager.isRunning(name.string),
          next(after: before)?.at != timer.next
        else { return false }
        let expected = next(after: after)
        // systemd counts from the last elapse, which matters if the clock repeats an hour.
        let bases = [after, timer.last].compactMap { $0 }
        if bases.contains(where: { next(after: $0)?.at == timer.next }) { return false }
        // An earlier renewal is harmless.
        if name == units.installation.renewalTimer, let actual = timer.next, let expected,
          actual <= expected.at
        {
          return false
        }
        differences.append(
          "\(name.string): systemd has it elapse \(timer.next.map { "at \($0)" } ?? "never again"), "
            + "and its "
            + (expected.map { "line \"\($0.line)\" at \($0.at)" } ?? "lines never again"))
        return true
      }
    }
    let more = differences.count - Messages.mostNamed
    lines =
      differences.sorted().prefix(Messages.mostNamed)
      + (more > 0 ? ["\(more) more differ"] : [])
  }
}

/// A timer in the JSON of `systemctl list-timers`, with times in microseconds since 1970.
private struct ListedTimer: Decodable {
  let unit: String
  private let nextMicroseconds, lastMicroseconds: Int64?

  private enum CodingKeys: String, CodingKey {
    case unit
    case nextMicroseconds = "next"
    case lastMicroseconds = "last"
  }

  /// The next elapse; nil if the timer never elapses again.
  var next: Instant? { ListedTimer.instant(nextMicroseconds) }
  /// The last elapse; nil if the timer has never elapsed.
  var last: Instant? { ListedTimer.instant(lastMicroseconds) }

  private static func instant(_ microseconds: Int64?) -> Instant? {
    microseconds.flatMap { $0 > 0 ? Instant(secondsSince1970: Int($0 / 1_000_000)) : nil }
  }
}

extension UserManager {
  /// Whether a timer's service is running, so that the timer has no next elapse yet.
  fileprivate func isRunning(_ timer: String) -> Bool {
    let answer = try? run(["show", "--property=SubState", "--value", "--", timer])
    return answer?.text.trimmed == "running"
  }

  /// The active timers of an installation, by name; empty if systemd is older than 251.
  fileprivate func listedTimers(of installation: InstallationName) -> [String: ListedTimer] {
    let arguments = ["list-timers", "--output=json", "--", "\(installation.prefix)*.timer"]
    guard let answer = try? run(arguments), answer.status == 0,
      let timers = try? JSONDecoder().decode([ListedTimer].self, from: Data(answer.text.utf8))
    else { return [:] }
    return Dictionary(timers.map { ($0.unit, $0) }) { first, _ in first }
  }
}
