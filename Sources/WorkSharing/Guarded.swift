#if canImport(os)
  private import os
#else
  private import Synchronization
#endif

/// A value that one thread at a time reads and changes.
///
/// Of the locks of Apple's systems and of the standard library each is on one side only: `Mutex`
/// needs systems of 2024.
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

  /// Lets a function read and change the value while no other thread does.
  ///
  /// - Parameter body: The function; it must not come back here.
  /// - Returns: What it returns.
  package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(os)
      lock.withLockUnchecked(body)
    #else
      lock.withLock { body(&$0) }
    #endif
  }
}
