/// A queue of libdispatch, as Apple documents it.
///
/// These declarations are for the type checker and never run.
@available(iOS 8.0, macOS 10.10, tvOS 9.0, watchOS 2.0, *)
public final class DispatchQueue {
  /// Calls a function for each number below `iterations`, on several threads, and waits for all.
  ///
  /// - Parameters:
  ///   - iterations: The number of calls.
  ///   - work: The function.
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
