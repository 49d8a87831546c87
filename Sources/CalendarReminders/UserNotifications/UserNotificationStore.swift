#if canImport(UserNotifications) && !os(tvOS)
  import CivilTime
  import Foundation
  public import ReminderCompiler
  import UserNotifications

  /// What the system keeps pending for the app that runs (`UNUserNotificationCenter.current()`).
  public struct UserNotificationStore: NotificationStore {
    /// Under which key of `userInfo` a request says what it shows and when.
    static let fingerprintKey = "fingerprint"

    /// Makes the store of the app that runs.
    public init() {}

    /// The requests that are pending, with what the system says of their next fires.
    ///
    /// - Returns: All of them, those of others in the app too.
    public func pending() async -> [PendingNotification] {
      await UNUserNotificationCenter.current().pendingNotificationRequests().map { request in
        let fingerprint = request.content.userInfo[UserNotificationStore.fingerprintKey] as? String
        return PendingNotification(
          PendingRequest(identifier: request.identifier, fingerprint: fingerprint),
          nextFire: (request.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate()
            .map { Instant($0) })
      }
    }

    /// Adds a request.
    ///
    /// - Parameter request: The request.
    /// - Throws: What the system says against it.
    public func add(_ request: Plan.Request) async throws {
      try await UNUserNotificationCenter.current().add(UNNotificationRequest(request))
    }

    /// Removes pending requests.
    ///
    /// - Parameter identifiers: Their identifiers.
    public func remove(_ identifiers: [String]) async {
      UNUserNotificationCenter.current()
        .removePendingNotificationRequests(withIdentifiers: identifiers)
    }

    /// The device's time zone, which the user may have changed since the app was started.
    public var deviceZoneIdentifier: String? { TimeZone.autoupdatingCurrent.identifier }
  }
#endif
