import CSystem
import CivilTime
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the user's systemd says of when timers elapse next, held against their lines.
///
/// A drop-in, another unit of the same name or other time zone data can make it another time than
/// the one that was compiled.
struct ElapseCheck {
  /// A timer of which systemd says something else.
  struct Difference: Equatable, CustomStringConvertible {
    /// The timer's name.
    let unit: String
    /// The line of its unit that elapses next; nil where none does again.
    let line: String?
    /// When that is.
    let expected: Instant?
    /// When systemd has it elapse; nil for never.
    let actual: Instant?

    /// One line for a person.
    var description: String {
      "\(unit): systemd has it elapse \(actual.map { "at \($0)" } ?? "never again"), and its "
        + (line.map { "line \"\($0)\" \(expected.map { "at \($0)" } ?? "never")" }
          ?? "lines never again")
    }
  }

  /// The timers that differ, by name.
  let differences: [Difference]

  /// How often timers that differ are looked at: one may elapse between two looks.
  private static let looks = 3
  /// How long is waited between looks, in milliseconds.
  private static let pause: Int32 = 200

  /// Asks the manager, and by the clock of the machine, for it has no other.
  ///
  /// - Parameters:
  ///   - units: The timers; of one that can't be read, or doesn't run, nothing is said.
  ///   - manager: Who runs them.
  ///   - zone: The zone of the machine.
  ///   - zones: The zones that lines name.
  init(_ units: InstalledUnits, _ manager: UserManager, zone: Zone, zones: ZoneDatabase) {
    var pending = units.wantedTimers.compactMap { name in
      units.unit(name)?.expressions.map {
        Timer(name: name, expressions: $0, zone: zone, zones: zones)
      }
    }
    // Of nearly all that is all there is to ask.
    let start = Instant(Date())
    let listed = manager.listedElapses(of: units.installation)
    pending.removeAll { timer in
      listed[timer.name.string].map { $0 == timer.next(after: start)?.at } ?? false
    }
    var found: [Difference] = []
    for look in 0..<ElapseCheck.looks where !pending.isEmpty {
      if look > 0 { waitFor(ElapseCheck.pause) }
      let before = Instant(Date())
      let answers = manager.elapses(of: pending.map(\.name.string))
      let after = Instant(Date())
      found = []
      pending = pending.filter { timer in
        guard let answer = answers[timer.name.string], answer.isWaiting,
          !timer.agrees(answer, from: before, to: after)
        else { return false }
        let expected = timer.next(after: after)
        if timer.name == units.installation.renewalTimer, let actual = answer.next,
          let time = expected?.at, actual <= time
        {
          // One that comes more often, as a drop-in can have it, is no harm.
          return false
        }
        found.append(
          Difference(
            unit: timer.name.string, line: expected?.line, expected: expected?.at,
            actual: answer.next))
        return true
      }
    }
    differences = found.sorted { $0.unit < $1.unit }
  }

  /// A line for each difference, up to a number.
  var lines: [String] {
    let more = differences.count - Messages.mostNamed
    return differences.prefix(Messages.mostNamed).map(\.description)
      + (more > 0 ? ["\(more) more differ"] : [])
  }
}

extension ElapseCheck {
  /// A timer with its lines.
  private struct Timer {
    let name: UnitName
    let expressions: [CalendarExpression]
    let zone: Zone
    let zones: ZoneDatabase

    /// The line that elapses first after an instant; nil where none does.
    func next(after instant: Instant) -> (at: Instant, line: String)? {
      expressions.compactMap { expression in
        expression.nextElapse(after: instant, localZone: zone, zone: { zones.zone(named: $0) })
          .map { (at: $0, line: expression.description) }
      }.min { $0.at < $1.at }
    }

    /// Whether an answer that was given between two instants is what the lines say.
    func agrees(_ answer: UserManager.Elapse, from before: Instant, to after: Instant) -> Bool {
      let expected = [before, after].map { next(after: $0)?.at }
      if expected.contains(answer.next) { return true }
      // In a repeated hour it matters from when on systemd has looked.
      guard let base = answer.base, let actual = answer.next, actual > before else { return false }
      return next(after: base)?.at == actual
    }
  }
}

/// When timers elapse, by what the user's systemd says.
extension UserManager {
  /// When a timer elapses next, as the manager has it.
  struct Elapse {
    /// Whether it waits for that; one that has started something waits for its end first.
    let isWaiting: Bool
    /// When; nil for never again.
    let next: Instant?
    /// The instant after which the manager looked for it; nil where it doesn't tell.
    let base: Instant?
  }

  /// Asks when timers elapse next.
  ///
  /// - Returns: What there is to say, by name; nothing of those of which nothing is known.
  func elapses(of timers: [String]) -> [String: Elapse] {
    let wanted = [
      "ActiveState", "SubState", "NextElapseUSecRealtime", "LastTriggerUSec",
      "InactiveExitTimestamp",
    ]
    var elapses: [String: Elapse] = [:]
    for (unit, values) in properties(wanted, of: timers) {
      // Without a state nobody has looked.
      guard values["ActiveState"] == "active", let text = values["NextElapseUSecRealtime"]
      else { continue }
      let next = UserManager.instant(text)
      // What can't be read is no answer.
      guard next != nil || UserManager.isNever(text) else { continue }
      elapses[unit] = Elapse(
        isWaiting: values["SubState"] != "running", next: next,
        base: [values["LastTriggerUSec"], values["InactiveExitTimestamp"]]
          .compactMap { $0.flatMap(UserManager.instant) }.first)
    }
    return elapses
  }

  /// A timer as `systemctl list-timers` has it in JSON.
  private struct ListedTimer: Decodable {
    let unit: String
    /// In microseconds since 1970; nil or 0 for never.
    let next: Int64?
  }

  /// Lists when timers elapse next, without what else there is to say of them.
  ///
  /// For that the manager needn't look whether files have changed since it read them, which for 500
  /// timers takes seconds just after a reload.
  ///
  /// - Returns: The next elapses by name; not all of them, and none where systemd is older than 251
  ///   and has no JSON.
  func listedElapses(of installation: InstallationName) -> [String: Instant] {
    let arguments = [
      "list-timers", "--all", "--output=json", "--", "\(installation.prefix)*.timer",
    ]
    guard let answer = try? run(arguments), answer.status == 0,
      let timers = try? JSONDecoder().decode([ListedTimer].self, from: Data(answer.text.utf8))
    else { return [:] }
    return timers.reduce(into: [:]) { elapses, timer in
      guard let next = timer.next, next > 0, next.isMultiple(of: 1_000_000) else { return }
      elapses[timer.unit] = Instant(secondsSince1970: Int(next / 1_000_000))
    }
  }

  /// Whether a point in time is none.
  private static func isNever(_ text: String) -> Bool { ["", "n/a", "infinity"].contains(text) }

  /// Reads a point in time such as `Mon 2027-03-01 08:00:00 UTC`.
  private static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ")
    guard words.count == 4, words[3] == "UTC" else { return nil }
    return Instant(iso8601: "\(words[1])T\(words[2])Z")
  }
}
