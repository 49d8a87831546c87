/// A lock that owns the value that it guards, as Apple documents it.
///
/// These declarations are for the type checker and never run.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  /// Creates a lock for a value that need not be sendable.
  ///
  /// - Parameter initialState: The value.
  public init(uncheckedState initialState: State) { fatalError() }

  /// Calls a function that need not be sendable with the value.
  ///
  /// - Parameter body: The function.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension OSAllocatedUnfairLock where State: Sendable {
  /// Creates a lock for a value.
  ///
  /// - Parameter initialState: The value.
  public init(initialState: State) { fatalError() }
}
