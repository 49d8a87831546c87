import CSystem
import CivilTime
import Digests
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
    let path: String
    /// The reason, such as `no such file`.
    let reason: String
    /// Whether its last good copy was compiled in its place.
    let hasCopy: Bool
    /// The first renewal that couldn't read it.
    var since: Instant
  }

  let at: Instant
  /// The reason why nothing was changed; nil if the reminders were renewed.
  var failure: String?
  /// The calendars that couldn't be read, a hundred at most.
  var problems: [Problem] = []
  /// The digest of the installation's file as the renewal found it.
  var file: String?

  /// The time between a failure and the next try, in seconds.
  static let retry = 600

  var hasSucceeded: Bool { failure == nil && problems.isEmpty }

  var text: String {
    let shown = problems.prefix(3).map { problem in
      "\(problem.path): \(problem.reason)"
        + (problem.hasCopy ? "; its last good reminders are kept" : "")
    }
    let more = problems.count > 3 ? ["'ics2notify status' lists all"] : []
    let lines = [failure].compactMap { $0 } + shown + more
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

  /// The digest of an installation's file; nil if it can't be read.
  static func digest(_ installation: InstallationName) -> String? {
    (try? UserDirectories.file(of: installation).contents()).map(SHA256.hexadecimalDigest)
  }

  /// Makes the record of a renewal that ends now; the record before it has the time of the first
  /// failure of each calendar.
  init(
    _ installation: InstallationName,
    _ problems: [(path: FilePath, reason: String, hasCopy: Bool)], failure: String? = nil
  ) {
    at = Instant(Date())
    self.failure = failure
    file = RenewalRecord.digest(installation)
    let last = RenewalRecord(installation)?.problems ?? []
    let since = Dictionary(last.map { ($0.path, $0.since) }) { first, _ in first }
    self.problems = problems.prefix(100).map { path, reason, hasCopy in
      Problem(path: "\(path)", reason: reason, hasCopy: hasCopy, since: since["\(path)"] ?? at)
    }
  }

  /// Remembers the record, and gives the notification about a failure its text.
  ///
  /// A failure for a new reason is reported again, and the renewal is tried again.
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
    // systemd itself starts the timer after a renewal that failed as a whole.
    guard failure == nil, !hasSucceeded else { return }
    try? UserManager.running?("start", units: [installation.retryTimer.string])
  }

  private static func replace(_ file: FilePath, with bytes: [UInt8]) throws(Failure) {
    try ResultFile(file, protecting: ProtectedFiles()).replace(with: bytes)
  }
}
