public import Foundation

/// The device that an app runs on, for tests: what it has pending, and a clock that they set.
///
/// Each task can have its own, so that tests run side by side.
public final class Device: @unchecked Sendable {
  /// The device of the task.
  @TaskLocal public static var current = Device(now: Date())

  /// What ``UNUserNotificationCenter/current()`` is on it.
  public let center = UNUserNotificationCenter()

  private let lock = NSLock()
  private var clock: Date

  /// Makes a device on which nothing is pending.
  public init(now: Date) { clock = now }

  /// The time.
  public var now: Date { lock.withLock { clock } }

  /// Lets time pass, and shows what is due.
  public func advance(to date: Date) {
    let start = now
    precondition(date >= start, "time doesn't go back")
    lock.withLock { clock = date }
    center.show(after: start, upTo: date)
  }
}
