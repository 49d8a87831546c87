public import Foundation

/// The device of an app for tests: its pending requests, and a clock that tests set.
///
/// Each task can have a separate device, so that tests can run in parallel.
public final class Device: @unchecked Sendable {
  /// The device of the current task.
  @TaskLocal public static var current = Device(now: Date())

  /// The result of ``UNUserNotificationCenter/current()`` on this device.
  public let center = UNUserNotificationCenter()

  private let lock = NSLock()
  private var clock: Date

  /// Creates a device without pending requests.
  public init(now: Date) { clock = now }

  /// The current time of the device.
  public var now: Date { lock.withLock { clock } }

  /// Advances the clock and shows the notifications that become due.
  public func advance(to date: Date) {
    let start = now
    precondition(date >= start, "time doesn't go back")
    lock.withLock { clock = date }
    center.show(after: start, upTo: date)
  }

  /// Answers a notification with a button, or with the identifier of another action.
  public func answer(_ notification: UNNotification, with action: String) async {
    guard let delegate = center.delegate else { preconditionFailure("the app lacks a delegate") }
    await delegate.userNotificationCenter(
      center, didReceive: UNNotificationResponse(action, to: notification))
  }
}

extension URL {
  /// The folder of the app, a property that the Foundation of Linux lacks.
  public static var documentsDirectory: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }
}
