// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

/// A scheduler of background tasks that never runs one.
open class BGTaskScheduler: NSObject {
  // Apple's constant is imported from Objective-C, without checks of Swift concurrency.
  public nonisolated(unsafe) static let shared = BGTaskScheduler()

  public enum ErrorCode: Error {
    case unavailable
    case tooManyPendingTaskRequests
    case notPermitted
  }

  // The app has not registered the identifier.
  open func submit(_ taskRequest: BGTaskRequest) throws { throw ErrorCode.notPermitted }
}
