// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

/// A scheduler of background tasks, which tests run.
///
/// Each test can have a separate scheduler, so that tests can run in parallel.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The scheduler of the current test; by default one that permits no identifiers.
  @TaskLocal public static var current = BGTaskScheduler(permitting: [])

  open class var shared: BGTaskScheduler { current }

  public enum ErrorCode: Error {
    case unavailable
    case tooManyPendingTaskRequests
    case notPermitted
  }

  /// The identifiers in `BGTaskSchedulerPermittedIdentifiers`.
  private let permitted: Set<String>
  private let lock = NSLock()
  private var requests: [String: BGTaskRequest] = [:]
  private var handlers: [String: @Sendable () async -> Void] = [:]

  public init(permitting permitted: Set<String>) { self.permitted = permitted }

  /// Keeps one request for each identifier.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    guard permitted.contains(taskRequest.identifier) else { throw ErrorCode.notPermitted }
    lock.withLock { requests[taskRequest.identifier] = taskRequest }
  }

  open func pendingTaskRequests() async -> [BGTaskRequest] {
    lock.withLock { Array(requests.values) }
  }

  /// Registers what runs for an identifier, as each process of the app does.
  public func register(_ identifier: String, _ handler: @escaping @Sendable () async -> Void) {
    precondition(permitted.contains(identifier), "\(identifier) is not permitted")
    lock.withLock { handlers[identifier] = handler }
  }

  /// Removes all handlers, as the end of a process does.
  public func forgetHandlers() { lock.withLock { handlers = [:] } }

  /// Runs the handler of a submitted request, which it removes.
  public func run(_ identifier: String) async {
    let handler = lock.withLock {
      precondition(requests.removeValue(forKey: identifier) != nil, "\(identifier) is not pending")
      return handlers[identifier]
    }
    guard let handler else { preconditionFailure("the handler of \(identifier) is missing") }
    await handler()
  }
}
