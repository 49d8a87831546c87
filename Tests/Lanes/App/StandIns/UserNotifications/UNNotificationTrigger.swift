// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

/// The condition for showing a notification; use its subclasses.
open class UNNotificationTrigger: NSObject {
  public let repeats: Bool

  fileprivate init(repeats: Bool) { self.repeats = repeats }

  /// The next fire date after `date`, or nil.
  func nextDate(after date: Date, addedAt start: Date) -> Date? { nil }
}

open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  public let dateComponents: DateComponents

  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  open func nextTriggerDate() -> Date? {
    nextDate(after: Device.current.now, addedAt: Device.current.now)
  }

  override func nextDate(after date: Date, addedAt start: Date) -> Date? {
    var fields = dateComponents
    // The system uses both the calendar and the zone, or neither.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    if let own = fields.calendar, let timeZone = fields.timeZone {
      calendar = own
      calendar.timeZone = timeZone
    }
    (fields.calendar, fields.timeZone) = (nil, nil)
    return calendar.nextDate(
      after: date, matching: fields, matchingPolicy: .nextTimePreservingSmallerComponents,
      repeatedTimePolicy: .first, direction: .forward)
  }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public let timeInterval: TimeInterval

  public init(timeInterval: TimeInterval, repeats: Bool) {
    // Apple's class throws an Objective-C exception, which ends an app like a trap.
    precondition(timeInterval > 0, "time interval must be greater than 0")
    precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  open func nextTriggerDate() -> Date? { Device.current.now + timeInterval }

  override func nextDate(after date: Date, addedAt start: Date) -> Date? {
    guard date >= start else { return start + timeInterval }
    let elapsed = date.timeIntervalSince(start)
    if !repeats { return elapsed < timeInterval ? start + timeInterval : nil }
    return start + ((elapsed / timeInterval).rounded(.down) + 1) * timeInterval
  }
}
