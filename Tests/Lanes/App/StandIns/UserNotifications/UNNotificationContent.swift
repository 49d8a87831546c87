// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

public enum UNNotificationInterruptionLevel: UInt, Sendable {
  case passive = 0
  case active = 1
  case timeSensitive = 2
  case critical = 3
}

/// The content of a notification, with the default values of Apple's class.
open class UNNotificationContent: NSObject {
  open fileprivate(set) var title = ""
  open fileprivate(set) var subtitle = ""
  open fileprivate(set) var body = ""
  open fileprivate(set) var badge: NSNumber?
  open fileprivate(set) var sound: UNNotificationSound?
  open fileprivate(set) var interruptionLevel = UNNotificationInterruptionLevel.active
  open fileprivate(set) var relevanceScore = 0.0
  open fileprivate(set) var threadIdentifier = ""
  open fileprivate(set) var categoryIdentifier = ""
  open fileprivate(set) var targetContentIdentifier: String?
  open fileprivate(set) var filterCriteria: String?
  open fileprivate(set) var userInfo: [AnyHashable: Any] = [:]

  public override init() {}

  /// An immutable copy, as requests keep it.
  func kept() -> UNNotificationContent {
    let kept = UNNotificationContent()
    kept.title = title
    kept.subtitle = subtitle
    kept.body = body
    kept.badge = badge
    kept.sound = sound
    kept.interruptionLevel = interruptionLevel
    kept.relevanceScore = relevanceScore
    kept.threadIdentifier = threadIdentifier
    kept.categoryIdentifier = categoryIdentifier
    kept.targetContentIdentifier = targetContentIdentifier
    kept.filterCriteria = filterCriteria
    kept.userInfo = userInfo
    return kept
  }
}

open class UNMutableNotificationContent: UNNotificationContent {
  open override var title: String {
    get { super.title }
    set { super.title = newValue }
  }
  open override var subtitle: String {
    get { super.subtitle }
    set { super.subtitle = newValue }
  }
  open override var body: String {
    get { super.body }
    set { super.body = newValue }
  }
  open override var badge: NSNumber? {
    get { super.badge }
    set { super.badge = newValue }
  }
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { super.sound = newValue }
  }
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { super.interruptionLevel }
    set { super.interruptionLevel = newValue }
  }
  open override var relevanceScore: Double {
    get { super.relevanceScore }
    set { super.relevanceScore = newValue }
  }
  open override var threadIdentifier: String {
    get { super.threadIdentifier }
    set { super.threadIdentifier = newValue }
  }
  open override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { super.categoryIdentifier = newValue }
  }
  open override var targetContentIdentifier: String? {
    get { super.targetContentIdentifier }
    set { super.targetContentIdentifier = newValue }
  }
  open override var filterCriteria: String? {
    get { super.filterCriteria }
    set { super.filterCriteria = newValue }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set { super.userInfo = newValue }
  }
}
