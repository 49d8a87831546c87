import Dispatch
import Foundation

/// A directory for the inputs, which is gone when the measuring is done or interrupted.
enum TemporaryDirectory {
  /// Makes a directory, lends it, and removes it.
  static func lend<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "ics2notify-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { remove(url) }
    // Otherwise Control-C would leave tens of megabytes behind.
    signal(SIGINT, SIG_IGN)
    let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interruption.setEventHandler {
      remove(url)
      exit(128 + SIGINT)
    }
    interruption.resume()
    defer {
      interruption.cancel()
      signal(SIGINT, SIG_DFL)
    }
    return try body(url)
  }

  private static func remove(_ url: URL) {
    try? FileManager.default.removeItem(at: url)
  }
}
