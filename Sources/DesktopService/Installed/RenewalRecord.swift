import CSystem
package import CalendarSources
package import CivilTime
import Digests
package import ProgramSupport
package import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of an installation's last renewal, stored as JSON.
package struct RenewalRecord: Codable, Equatable {
  /// A calendar that couldn't be read.
  package struct Problem: Codable, Hashable {
    /// The path or the address, as messages show it.
    package let path: String
    /// The reason, such as `no such file`.
    let reason: String
    /// Whether its last good copy was compiled instead.
    let hasCopy: Bool
    /// The first renewal that couldn't read it.
    var since: Instant
    /// The reason in a notification; nil if none is shown yet.
    var report: String?
    /// The first renewal at which it had no events any more; nil for another reason.
    package var emptiedSince: Instant?
    /// The same for a calendar that was emptied before it became unreadable.
    var wasEmptied: Instant?
  }

  let at: Instant
  /// The reason why the renewal changed nothing; nil if it succeeded.
  var failure: String?
  /// The calendars that couldn't be read, at most 100, and those that have lost their events.
  package var problems: [Problem] = []
  /// The digest of the installation's file at the renewal.
  var file: String?

  /// The delay before the next try after a failure, in seconds.
  static let retry = 600

  var hasSucceeded: Bool { failure == nil && problems.isEmpty }

  var text: String {
    let reported = problems.compactMap { problem in
      problem.report.map {
        "\(problem.path): \($0)"
          + (problem.hasCopy && problem.emptiedSince == nil
            ? "; its last good reminders are kept" : "")
      }
    }
    let shown = Array(reported.prefix(3))
    let more = reported.count > 3 ? ["'ics2notify status' lists all"] : []
    let lines = [failure].compactMap { $0 } + shown + more
    return (lines + ["It is tried again every 10 minutes."]).joined(separator: "\n")
  }

  /// The title of the notification about calendars.
  private var summary: String {
    let isEmptied = problems.filter { $0.report != nil }.allSatisfy { $0.emptiedSince != nil }
    return isEmptied ? "A calendar has lost its events" : "A calendar can't be read"
  }

  private static func path(_ installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).renewal"
  }

  /// Reads the record of an installation; nil without a valid one.
  package init?(_ installation: InstallationName) {
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

  /// Whether an installation's file has changed since this renewal.
  func hasChangedFile(_ installation: InstallationName) -> Bool {
    file.map { $0 != RenewalRecord.digest(installation) } ?? false
  }

  /// The end of an error for a file that isn't in effect yet; empty if it is.
  ///
  /// An earlier run may have been ended after it wrote the file.
  package static func remarkOnFile(_ installation: InstallationName) -> String {
    guard RenewalRecord(installation)?.hasChangedFile(installation) == true else { return "" }
    return "; the file has changed since the last renewal, and 'ics2notify "
      + "install\(installation.option)' puts it into effect"
  }

  /// Makes the record of a renewal that ends now, with first failures from the previous record.
  ///
  /// `readAll` is false if it failed before it had read all calendars.
  package init(
    _ installation: InstallationName, problems: [UnreadCalendar], failure: String? = nil,
    readAll: Bool = true
  ) {
    at = Instant(Date())
    self.failure = failure
    file = RenewalRecord.digest(installation)
    let last = RenewalRecord(installation)?.problems ?? []
    let since = Dictionary(last.map { ($0.path, $0.since) }) { first, _ in first }
    // Without the time at which it was emptied, a calendar's copy would be used for another day.
    let emptied = Dictionary(
      last.compactMap { one in (one.emptiedSince ?? one.wasEmptied).map { (one.path, $0) } },
      uniquingKeysWith: min)
    let isEmptied: (UnreadCalendar) -> Bool = {
      $0.emptiedSince != nil || emptied[$0.path] != nil
    }
    let listed =
      problems.filter(isEmptied)
      + problems.filter { !isEmptied($0) }.prefix(RenewalRecord.mostUnread)
    self.problems = listed.map { one in
      Problem(
        path: one.path, reason: one.reason, hasCopy: one.hasCopy,
        since: one.emptiedSince ?? since[one.path] ?? at, report: one.report,
        emptiedSince: one.emptiedSince,
        wasEmptied: one.emptiedSince == nil ? emptied[one.path] : nil)
    }
    guard !readAll else { return }
    let known = Set(self.problems.map(\.path))
    self.problems += last.filter { emptied[$0.path] != nil && !known.contains($0.path) }
  }

  /// The most unreadable calendars that are recorded.
  private static let mostUnread = 100

  /// Writes the record, and the text of the notification about a failure.
  ///
  /// A failure for a new reason is reported again, and a calendar may be reported later (see
  /// ``CalendarSources/FetchedCalendar/problem``). If only some calendars failed, this starts the
  /// retry timer.
  package func write(_ installation: InstallationName) throws(Failure) {
    try UserDirectories.makeState()
    let flag = UserDirectories.failureFlag(of: installation)
    let reason = flag.map { FilePath(text: $0.reason.path) }
    if failure == nil, problems.allSatisfy({ $0.report == nil }) {
      if let flag, let reason {
        _ = removeFile(flag.file.path)
        _ = removeFile(reason.terminated)
      }
    } else if let flag, let reason {
      let words = DesktopNotification(
        summary: failure == nil ? summary : "Reminders are not renewed",
        body: text
      ).arguments()
      let bytes = Array("\(words.summary)\n\(words.body)\n".utf8)
      if (try? reason.contents()) != bytes {
        try RenewalRecord.replace(reason, with: bytes)
        _ = removeFile(flag.file.path)
      }
    }
    // Encoding strings, numbers and instants doesn't fail.
    let bytes = (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    try RenewalRecord.replace(FilePath(text: RenewalRecord.path(installation)), with: bytes)
    // If the whole renewal failed, systemd starts the timer.
    guard failure == nil, !hasSucceeded else { return }
    try? UserManager.running?("start", units: [installation.retryTimer.string])
  }

  private static func replace(_ file: FilePath, with bytes: [UInt8]) throws(Failure) {
    try ResultFile(file, isPrivate: true, protecting: ProtectedFiles()).replace(with: bytes)
  }
}

extension CalendarCopies {
  /// Makes the copies of an installation, whose lock the caller has unless nothing is held.
  package init(of installation: InstallationName, holding held: [String: HeldCalendar] = [:]) {
    let known = RenewalRecord(installation)?.problems ?? []
    let emptied = known.compactMap { problem in
      (problem.emptiedSince ?? problem.wasEmptied).map { (problem.path, $0) }
    }
    self.init(
      of: installation, emptied: Dictionary(emptied, uniquingKeysWith: min), holding: held)
  }
}
