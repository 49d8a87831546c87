// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

/// Keeps an app's requests by the rules known of Apple's class.
///
/// It keeps the 64 requests that were added last, one for each identifier, and drops those without
/// a next fire date. Like Apple's class, it runs its calls one after another on a queue.
open class UNUserNotificationCenter: NSObject {
  /// A request, and the time of its addition.
  private struct Pending {
    let request: UNNotificationRequest
    let addedAt: Date
  }

  /// A rejected request.
  public struct Refusal: Error {
    public let identifier: String
  }

  open weak var delegate: (any UNUserNotificationCenterDelegate)?

  /// Whether the user permits notifications.
  public var isAllowed = true
  /// The permissions that the app has requested.
  public private(set) var requested: UNAuthorizationOptions = []

  /// The most pending requests.
  public static let limit = 64

  /// The most notifications shown at once: a year with one each minute.
  private static let maximumShown = 600_000

  private let lock = NSLock()
  private var pending: [Pending] = []
  private var delivered: [UNNotification] = []
  private var categories: Set<UNNotificationCategory> = []

  override init() {}

  open class func current() -> UNUserNotificationCenter { Device.current.center }

  open func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool {
    lock.withLock {
      requested.formUnion(options)
      return isAllowed
    }
  }

  open func add(_ request: UNNotificationRequest) async throws {
    let info = request.content.userInfo
    guard PropertyListSerialization.propertyList(info, isValidFor: .binary),
      info.keys.allSatisfy({ $0.base is String }), lock.withLock({ isAllowed })
    else { throw Refusal(identifier: request.identifier) }
    let now = Device.current.now
    lock.withLock {
      pending.removeAll { $0.request.identifier == request.identifier }
      guard request.trigger?.nextDate(after: now, addedAt: now) != nil else { return }
      pending.append(Pending(request: request, addedAt: now))
      pending.removeFirst(max(0, pending.count - UNUserNotificationCenter.limit))
    }
  }

  open func pendingNotificationRequests() async -> [UNNotificationRequest] {
    lock.withLock { pending.map(\.request) }
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    lock.withLock { pending.removeAll { identifiers.contains($0.request.identifier) } }
  }

  open func removeAllPendingNotificationRequests() { lock.withLock { pending = [] } }

  open func deliveredNotifications() async -> [UNNotification] { lock.withLock { delivered } }

  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    lock.withLock { delivered.removeAll { identifiers.contains($0.request.identifier) } }
  }

  open func removeAllDeliveredNotifications() { lock.withLock { delivered = [] } }

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    lock.withLock { self.categories = categories }
  }

  open func notificationCategories() async -> Set<UNNotificationCategory> {
    lock.withLock { categories }
  }

  /// Shows notifications with fire dates after `start` and up to `end`, inclusive.
  func show(after start: Date, upTo end: Date) {
    lock.withLock {
      var shown: [UNNotification] = []
      for kept in pending {
        var last = start
        while let next = kept.request.trigger?.nextDate(after: last, addedAt: kept.addedAt),
          next <= end
        {
          precondition(shown.count < UNUserNotificationCenter.maximumShown, "too many are due")
          shown.append(UNNotification(kept.request, shownAt: next))
          last = next
          if kept.request.trigger?.repeats != true { break }
        }
      }
      let over = Set(shown.map(\.request).filter { $0.trigger?.repeats != true })
      pending.removeAll { over.contains($0.request) }
      delivered += shown.sorted { $0.date < $1.date }
    }
  }
}
