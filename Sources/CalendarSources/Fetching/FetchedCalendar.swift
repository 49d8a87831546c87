import CSystem
import CalendarFiles
package import CivilTime
package import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The copy of a calendar that was fetched, and the record of the last attempt.
///
/// Both are in the user's cache directory. All installations share them.
package struct FetchedCalendar: Sendable {
  /// The results of the attempts so far, stored as JSON.
  package struct Record: Codable {
    /// When the server last sent the calendar, or said that it is unchanged.
    package var fetched: Instant?
    /// When the server last sent the calendar.
    var sent: Instant?
    /// The digest of the copy to which `etag` and `lastModified` belong.
    var digest: String?
    /// The value of the header ETag.
    var etag: String?
    /// The value of the header Last-Modified.
    var lastModified: String?
    /// The reason why the last attempt failed; nil if it succeeded.
    var problem: String?
    /// The first attempt that failed since then.
    var failed: Instant?

    /// Whether the server may answer that the calendar is unchanged.
    ///
    /// Some servers never change an ETag, so it counts for a day. A later time is that of a clock that
    /// was wrong.
    var isTrusted: Bool {
      let now = Instant(Date())
      return sent.map { (0..<FetchedCalendar.old).contains(now - $0) } ?? false
    }
  }

  /// The largest calendar that is fetched, in bytes.
  static let maximumSize = 64 << 20

  /// The seconds after which a copy is old: until then, a failure isn't reported.
  fileprivate static let old = 86_400
  /// The seconds of failures after which one is reported: a machine may wake without a network.
  private static let patience = 3_600

  let address: CalendarAddress

  /// Finds the copy of an address, which can be missing.
  package init(_ address: CalendarAddress) {
    self.address = address
  }

  /// The directory with the copies of all addresses.
  package static var directory: FilePath { FilePath(text: UserDirectories.cache) }

  var copy: FilePath { file(".ics") }

  /// The copy and the record.
  package var files: [FilePath] { [copy, file(".json")] }

  private func file(_ suffix: String) -> FilePath {
    FetchedCalendar.directory.appending(Array((address.digest + suffix).utf8))
  }

  /// The record; nil before the first attempt.
  package var record: Record? {
    (try? file(".json").contents()).flatMap {
      try? JSONDecoder().decode(Record.self, from: Data($0))
    }
  }

  func write(_ record: Record) throws(Failure) {
    // Encoding strings and instants doesn't fail.
    let bytes = (try? JSONEncoder().encode(record)).map(Array.init) ?? []
    try ResultFile(file(".json"), isPrivate: true, protecting: ProtectedFiles())
      .replace(with: bytes)
  }

  /// The failure of the last attempt, if there is a copy; nil if it succeeded.
  ///
  /// The machine may be without a network for hours, so it is reported if the copy is a day old and
  /// attempts have failed for an hour.
  var problem: UnreadCalendar? {
    guard let record else { return nil }
    let now = Instant(Date())
    func isOlder(_ instant: Instant?, than seconds: Int) -> Bool {
      instant.map { $0 > now || now - $0 > seconds } ?? true
    }
    let isOld = isOlder(record.fetched, than: FetchedCalendar.old)
    // If no record can be written, the last one gets old.
    guard record.problem != nil || isOld else { return nil }
    let isReported = isOld && isOlder(record.failed, than: FetchedCalendar.patience)
    return UnreadCalendar(
      path: "\(CalendarPath(text: address.url))",
      reason: record.problem ?? "it was not fetched for a day",
      hasCopy: true,
      report: isReported ? "it could not be fetched for a day; 'ics2notify status' says why" : nil)
  }

  /// Makes the directory, accessible only to this user.
  static func makeDirectory() throws(OutputObstacle) {
    try directory.makeDirectories(mode: 0o700)
    TemporaryFile.clear(directory)
  }

  /// Whether any address was fetched.
  package static var hasCopies: Bool { !directory.facts().isAbsent }

  /// Removes the copies of addresses that are not in `named`: those that are `gone`, and those that
  /// were not used for a day.
  package static func removeCopies(of gone: [CalendarAddress], besides named: [CalendarAddress]) {
    let named = Set(named.map(\.digest))
    let removed = Set(gone.map(\.digest))
    let now = Instant(Date()).secondsSince1970
    let names = try? DirectoryNames.read(path: directory.bytes, name: directory.description)
    for name in names ?? [] {
      let digest = String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      guard digest.wholeMatch(of: /[0-9a-f]{64}/) != nil, !named.contains(digest) else { continue }
      let path = directory.appending(name)
      let record = directory.appending(Array("\(digest).json".utf8)).facts()
      let facts = record.error == 0 ? record : path.facts(followingLink: false)
      guard removed.contains(digest) || now - Int(facts.contentSeconds) > old else { continue }
      _ = removeFile(path.terminated)
    }
    // Fails unless the directory is empty.
    _ = removeDirectory(directory.terminated)
  }
}

extension CalendarPath {
  /// The calendar that was fetched from an address; nil for a path, or without a copy.
  var fetched: FetchedCalendar? {
    guard let calendar = address.map(FetchedCalendar.init), !calendar.copy.facts().isAbsent else {
      return nil
    }
    return calendar
  }
}
