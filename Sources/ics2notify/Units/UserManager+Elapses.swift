import CivilTime
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// - Parameter timers: The timers' names.
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
  /// - Parameter installation: Whose timers are meant.
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
