// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what these declarations stand for.

public import Foundation

/// What runs an app in the background, which a stand-in never does.
open class BGTaskScheduler: NSObject {
  // A constant of Apple's, whatever this compiler would say of one of Swift.
  public nonisolated(unsafe) static let shared = BGTaskScheduler()

  public enum ErrorCode: Error {
    case unavailable
    case tooManyPendingTaskRequests
    case notPermitted
  }

  // No app has registered anything here.
  open func submit(_ taskRequest: BGTaskRequest) throws { throw ErrorCode.notPermitted }
}
