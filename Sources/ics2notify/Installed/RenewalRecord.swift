import CSystem
import CivilTime
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of the last renewal of an installation.
struct RenewalRecord: Codable, Equatable {
  /// A calendar that couldn't be read.
  struct Problem: Codable, Hashable {
    /// Its path.
    let path: String
    /// The reason, such as `no such file`.
    let reason: String
    /// Whether its last good copy was compiled in its place.
    let hasCopy: Bool
    /// The first renewal that couldn't read it.
    var since: Instant
  }

  /// The time of the renewal.
  let at: Instant
  /// The reason why nothing was changed; nil if the reminders were renewed.
  var failure: String?
  /// The calendars that couldn't be read.
  var problems: [Problem] = []

  /// The time between a failure and the next try, in seconds.
  static let retry = 600

  /// Whether all is well.
  var hasSucceeded: Bool { failure == nil && problems.isEmpty }

  /// The text of the notification about it.
  var text: String {
    let shown = problems.prefix(3).map { problem in
      "\(problem.path): \(problem.reason)"
        + (problem.hasCopy ? "; its last good reminders are kept" : "")
    }
    let more = problems.count - shown.count
    let lines = [failure].compactMap { $0 } + shown + (more > 0 ? ["\(more) more"] : [])
    return (lines + ["It is tried again every 10 minutes."]).joined(separator: "\n")
  }

  private static func path(_ installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).renewal"
  }

  /// Reads the record of an installation; nil without one.
  init?(_ installation: InstallationName) {
    let file = FilePath(text: RenewalRecord.path(installation))
    guard let bytes = try? file.contents(),
      let record = try? JSONDecoder().decode(RenewalRecord.self, from: Data(bytes))
    else { return nil }
    self = record
  }

  /// Makes the record of a renewal.
  ///
  /// - Parameters:
  ///   - instant: The time of the renewal.
  ///   - problems: The calendars that couldn't be read, with reasons.
  ///   - last: The record before it, which has the time of the first failure.
  init(
    at instant: Instant, _ problems: [(path: FilePath, reason: String, hasCopy: Bool)],
    after last: RenewalRecord?
  ) {
    at = instant
    let since = Dictionary((last?.problems ?? []).map { ($0.path, $0.since) }) { first, _ in first }
    self.problems = problems.map { path, reason, hasCopy in
      Problem(
        path: "\(path)", reason: reason, hasCopy: hasCopy, since: since["\(path)"] ?? instant)
    }
  }

  /// Remembers the record, and gives the notification about a failure its text.
  ///
  /// A failure for a new reason is reported again.
  func write(_ installation: InstallationName) throws(Failure) {
    try UserDirectories.makeState()
    let flag = UserDirectories.failureFlag(of: installation)
    let reason = flag.map { FilePath(text: $0.reason.path) }
    if hasSucceeded {
      if let flag, let reason {
        _ = removeFile(flag.file.path)
        _ = removeFile(reason.terminated)
      }
    } else if let flag, let reason {
      let words = DesktopNotification(
        summary: failure == nil ? "A calendar can't be read" : "Reminders are not renewed",
        body: text
      ).arguments()
      let bytes = Array("\(words.summary)\n\(words.body)\n".utf8)
      if (try? reason.contents()) != bytes {
        try RenewalRecord.replace(reason, with: bytes)
        _ = removeFile(flag.file.path)
      }
    }
    // Texts, numbers and instants can always be encoded.
    let bytes = (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    try RenewalRecord.replace(FilePath(text: RenewalRecord.path(installation)), with: bytes)
  }

  private static func replace(_ file: FilePath, with bytes: [UInt8]) throws(Failure) {
    try ResultFile(file, protecting: ProtectedFiles()).replace(with: bytes)
  }
}
