public import CivilTime
public import NotificationTriggers

/// A Focus that is on at the same hours each day and silences the app: `22:00-07:00`,
/// `13:00-14:00=critical`.
///
/// ```swift
/// let sleep = Focus("22:00-07:00")!
/// print(sleep.from, sleep.to, sleep.breakthrough)  // 22:00 07:00 timeSensitive
/// print(Focus("22:00-07:00=critical")!.breakthrough)  // critical
/// ```
public struct Focus: Hashable, Sendable {
  /// When it is on.
  let hours: QuietHours
  /// The least level whose notifications break through it: time-sensitive ones do, unless the
  /// person has switched that off, and critical ones always.
  public let breakthrough: InterruptionLevel

  /// When it begins, by the device's wall clock; that time lies inside.
  public var from: TimeOfDay { hours.from }
  /// When it ends, on the next day where that is earlier; that time lies outside.
  public var to: TimeOfDay { hours.to }

  /// The levels that break through where nothing forbids it.
  private static let levels = InterruptionLevel.allCases.filter(\.behavior.breaksThroughFocus)

  /// Reads a Focus.
  ///
  /// - Parameter text: `FROM-TO`, two different local times such as `22:00` or `22:00:30`; behind
  ///   them may stand `=time-sensitive` or `=critical`, the least level that breaks through. nil for
  ///   anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count < 3, let hours = QuietHours(parts[0]), let least = Focus.levels.first else {
      return nil
    }
    self.hours = hours
    guard parts.count == 2 else {
      breakthrough = least
      return
    }
    guard let level = InterruptionLevel(named: parts[1]), Focus.levels.contains(level) else {
      return nil
    }
    breakthrough = level
  }

  /// When it lets go of what is due during it; nil for what it doesn't hold back.
  ///
  /// - Parameters:
  ///   - level: How much that may interrupt.
  ///   - instant: When it is due.
  ///   - zone: The zone of the device.
  /// - Returns: Its end, after the instant.
  func end(for level: InterruptionLevel, at instant: Instant, in zone: Zone) -> Instant? {
    level < breakthrough ? hours.endOfStretch(around: instant, in: zone) : nil
  }
}

extension Focus: LosslessStringConvertible {
  /// The text that reads back to an equal Focus: `22:00-07:00=time-sensitive`.
  public var description: String { "\(from)-\(to)=\(breakthrough.hyphenatedName)" }
}
