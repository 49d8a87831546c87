import WorkSharing

/// How much of something a run may spend: who asks first gets what he wants, and who comes when it
/// is spent makes do with little.
///
/// Asked by one thread, by those first that can gain most, so that no number of threads changes who
/// gets it.
final class Allowance: Sendable {
  private let limit: Int
  private let spent = Guarded(0)

  /// Makes an allowance of which nothing is spent yet.
  init(of limit: Int) { self.limit = limit }

  /// Spends some of it, where there is so much left.
  ///
  /// - Parameter amount: How much.
  /// - Returns: Whether it was there.
  func spend(_ amount: Int) -> Bool {
    spent.withLock { spent in
      guard spent + amount <= limit else { return false }
      spent += amount
      return true
    }
  }
}
