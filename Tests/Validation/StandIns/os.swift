/// A lock that owns the value that it guards, as Apple documents it.
///
/// Declared, so that what uses it can be type-checked; nothing runs it.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  /// Guards a value that need not be sendable.
  ///
  /// - Parameter initialState: The value.
  public init(uncheckedState initialState: State) { fatalError() }

  /// Lets a function that need not be sendable read and change the value.
  ///
  /// - Parameter body: The function.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension OSAllocatedUnfairLock where State: Sendable {
  /// Guards a value.
  ///
  /// - Parameter initialState: The value.
  public init(initialState: State) { fatalError() }
}
