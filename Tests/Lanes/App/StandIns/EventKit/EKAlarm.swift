// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

public enum EKAlarmProximity: Int, Sendable {
  case none = 0
  case enter = 1
  case leave = 2
}

public enum EKAlarmType: Int, Sendable {
  case display = 0
  case audio = 1
  case procedure = 2
  case email = 3
}

open class EKAlarm: EKObject {
  open var relativeOffset: TimeInterval = 0
  open var absoluteDate: Date?
  open var structuredLocation: EKStructuredLocation?
  open var proximity = EKAlarmProximity.none
  // Available on macOS only, like the next three.
  open var type: EKAlarmType {
    emailAddress != nil ? .email : soundName != nil ? .audio : .display
  }
  open var emailAddress: String?
  open var soundName: String?

  public init(absoluteDate date: Date) {
    absoluteDate = date
  }

  public init(relativeOffset offset: TimeInterval) {
    relativeOffset = offset
  }
}
