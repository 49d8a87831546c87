#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processor time of this thread, which other tests don't lengthen.
package enum ThreadTime {
  /// Returns the seconds that the thread works for a closure.
  package static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
