import CSystem
package import CalendarSources
import CivilTime
package import ProgramSupport
package import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record of the calendars that a renewal reads for the first time, stored as JSON.
///
/// A calendar can need more time or memory than the service of the renewal has. Without this record,
/// each renewal would end in the same way, and no calendar would be renewed. The next renewal first
/// uses the copies of these calendars, so that the others are renewed, and then tries to read them.
package final class TrialRecord {
  private struct Content: Codable {
    /// The descriptions of the calendars that are being read.
    var reading: [String] = []
    var held: [String: HeldCalendar] = [:]
  }

  private let installation: InstallationName
  private let now = Instant(Date())
  private var content: Content

  /// Reads the record of an installation, whose lock the caller has.
  package init(_ installation: InstallationName) {
    self.installation = installation
    let file = FilePath(text: TrialRecord.path(installation))
    content =
      (try? file.contents()).flatMap {
        try? JSONDecoder().decode(Content.self, from: Data($0))
      } ?? Content()
    for calendar in content.reading {
      content.held[calendar, default: HeldCalendar(since: now)].ends += 1
      content.held[calendar]?.since = now
    }
    content.reading = []
  }

  private static func path(_ installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).trial"
  }

  /// The copies to use; held calendars are not read, except those of `trial`.
  package func copies(trying trial: Set<String> = []) -> CalendarCopies {
    CalendarCopies(of: installation, holding: content.held.filter { !trial.contains($0.key) })
  }

  /// The calendars to try next: those that ended the fewest renewals, and fewer at each attempt.
  package func trial() -> Set<String> {
    let due = content.held.filter { $0.value.isDue(at: now) }
    guard let ends = due.values.map(\.ends).min() else { return [] }
    let first = due.filter { $0.value.ends == ends }.map(\.key).sorted()
    return Set(first.prefix(max(1, content.held.count >> min(ends, 32))))
  }

  /// Records that calendars are going to be read.
  package func begin(_ calendars: Set<String>) throws(Failure) {
    content.reading = calendars.sorted()
    try write()
  }

  /// Records that the calendars were read and compiled; they are no longer held.
  package func end() throws(Failure) {
    for calendar in content.reading { content.held[calendar] = nil }
    content.reading = []
    try write()
  }

  /// Forgets all.
  package func remove() throws(Failure) {
    content = Content()
    try write()
  }

  private func write() throws(Failure) {
    let file = FilePath(text: TrialRecord.path(installation))
    guard !content.reading.isEmpty || !content.held.isEmpty else {
      _ = removeFile(file.terminated)
      return
    }
    // Encoding strings, numbers and instants doesn't fail.
    let bytes = (try? JSONEncoder().encode(content)).map(Array.init) ?? []
    try ResultFile(file, isPrivate: true, protecting: ProtectedFiles()).replace(with: bytes)
  }
}
