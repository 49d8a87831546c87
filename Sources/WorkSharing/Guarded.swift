#if canImport(os)
  private import os
#else
  private import Synchronization
#endif

/// A value that only one thread at a time can read or change.
///
/// Apple's systems before 2024 do not have `Mutex`, and other systems do not have
/// `OSAllocatedUnfairLock`.
package struct Guarded<Value: Sendable>: ~Copyable, Sendable {
  #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
  #else
    private let lock: Mutex<Value>
  #endif

  /// Guards a value.
  package init(_ value: Value) {
    #if canImport(os)
      lock = OSAllocatedUnfairLock(initialState: value)
    #else
      lock = Mutex(value)
    #endif
  }

  /// Calls a closure with exclusive access to the value.
  ///
  /// - Parameter body: The closure; it must not call this method of the same value.
  /// - Returns: The result of the closure.
  package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(os)
      lock.withLockUnchecked(body)
    #else
      lock.withLock { body(&$0) }
    #endif
  }
}
