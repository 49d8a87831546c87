import CSystem
import CalendarFiles
import CalendarSources
import CivilTime
import Digests
import ProgramSupport
import ReminderCompiler

/// Decides which results in a directory are up to date (`--skip-unchanged`).
///
/// A stamp file beside the results has the time since which runs have used the same options, data
/// and version. Older results must be made again.
final class ResultFreshness {
  /// The open directory, and the stamp in it.
  private let place: OutputPlace
  private let stamp: FilePath
  private let descriptor: Int32
  private let since: ContentTime
  private let suffix: String
  /// Older results are always made again, because plans need renewal.
  private let oldest: ContentTime
  private let now: Instant

  /// Reads or writes the stamp of a run that began at `start`; result paths are relative to `root`.
  init(
    _ output: BatchOutput, below root: FilePath?, batch: BatchSettings, settings: Settings,
    start: ContentTime
  ) throws(Failure) {
    guard case .files(let directory, let suffix) = output else {
      throw Failure(.internalError, "the directory of results doesn't exist")
    }
    self.suffix = suffix
    let age = settings.compiler.renewWithin.end(from: settings.now, in: .gmt) - settings.now
    oldest = ContentTime(nanoseconds: start.nanoseconds - age * 1_000_000_000)
    now = settings.now
    let conditions = ResultFreshness.conditions(below: root, batch: batch, settings: settings)
    let kind = suffix.isEmpty ? "units" : String(suffix.dropFirst())
    let path = directory.appending(Array(".ics2notify-\(kind)".utf8))
    do throws(OutputObstacle) {
      place = try OutputPlace(directory)
    } catch {
      throw ResultFreshness.failure(path, why: error.reason)
    }
    stamp = (place.opened ?? directory).appending(path.name)
    descriptor = openToKeep(stamp.terminated)
    try ResultFreshness.check(descriptor, of: path, in: place)
    // Runs with the same options share the lock.
    let isAlone = lockFile(descriptor) == 0
    if !isAlone { _ = shareLock(descriptor) }
    if let earlier = ResultFreshness.start(in: descriptor, under: conditions) {
      since = earlier
    } else {
      guard isAlone else {
        throw ResultFreshness.failure(path, why: "a run with other options writes results there")
      }
      since = start
      let content = Array("\(start.nanoseconds)\n\(conditions)".utf8)
      var code = cutFile(descriptor, 0)
      if code == 0 { code = writeAll(descriptor, content, content.count) }
      guard code == 0 else {
        throw ResultFreshness.failure(path, why: SystemError(code: code).reason)
      }
    }
    if isAlone { _ = shareLock(descriptor) }
  }

  /// The lines of a stamp after the time: all that results depend on besides their calendars.
  private static func conditions(
    below root: FilePath?, batch: BatchSettings, settings: Settings
  ) -> String {
    // The stamp has the contents of other files, such as templates. Option files were expanded
    // already, and can be pipes.
    let files = settings.otherFiles.filter { !batch.optionFiles.contains($0) }
    let contents = files.map { file in
      (try? file.contents(waits: true)).map { SHA256.hexadecimalDigest(of: $0) } ?? ""
    }
    // Relative paths depend on the working directory. The paths in a list aren't known yet.
    let namesDependOnPlace =
      batch.filesFrom != nil || settings.paths.contains { !$0.path.isAbsolute }
    let workingDirectory =
      namesDependOnPlace ? FilePath(text: ".").absolute.argument : ""
    let words =
      [Program.version, settings.zones.dataDescription, "\(settings.deviceZone)"]
      + [batch.command, workingDirectory, root?.argument ?? ""] + batch.conditions + contents
    return words.map { $0.replacing("\n", with: "\\n") + "\n" }.joined()
  }

  private static func failure(_ path: FilePath, why: String) -> Failure {
    Failure(.cannotCreate, "\(path): can't be written: \(why)")
  }

  /// Throws if an open stamp, or the negative error of opening it, is none that can be written.
  private static func check(
    _ descriptor: Int32, of path: FilePath, in directory: OutputPlace
  ) throws(Failure) {
    // Another user can plant a link, and the stamp is written in place.
    guard descriptor != -ELOOP else { throw failure(path, why: "it is a link, and isn't followed") }
    guard descriptor >= 0 else {
      throw failure(path, why: SystemError(code: -descriptor).reason)
    }
    let facts = factsOfDescriptor(descriptor)
    guard facts.kind == .file else { throw failure(path, why: "it is not a regular file") }
    guard facts.names == 1 else { throw failure(path, why: "the file has another name, too") }
    // Its owner can write any time into it.
    guard facts.isTrusted(in: directory.facts) else {
      throw failure(path, why: "it is a file of user \(facts.owner), and isn't used")
    }
  }

  /// Reads the time in a stamp; nil if it is of other conditions, or new.
  private static func start(in descriptor: Int32, under conditions: String) -> ContentTime? {
    var bytes: [UInt8] = []
    while bytes.count < FilePath.maximumSize,
      case let more = FileBytes.nextOrFault(of: descriptor).bytes, !more.isEmpty
    {
      bytes += more
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[1] == conditions else { return nil }
    return Int(lines[0]).map { ContentTime(nanoseconds: $0) }
  }

  deinit { _ = closeFile(descriptor) }

  func flush() { flushFileSystem(descriptor) }

  /// Whether no other run writes results of this kind there, from now on either.
  func isAlone() -> Bool { lockFile(descriptor) == 0 }

  /// Removes the stamp and the directory, unless the directory has other files.
  func removeAlone() {
    let folder = stamp.directory
    let names = try? DirectoryNames.read(path: folder.bytes, name: "\(folder)")
    guard names?.count == 1, removeFile(stamp.terminated) == 0 else { return }
    _ = removeDirectory(place.file.terminated)
  }

  /// Whether a result is newer than its calendar, has the same stamp, isn't due for renewal, and
  /// wasn't planted by another user.
  func isFresh(_ place: FilePath, of calendar: CalendarPath) -> Bool {
    let (result, source) = (place.facts(), calendar.facts())
    // A power failure can leave an empty file.
    guard result.error == 0, source.error == 0, result.size > 0,
      result.isTrusted(in: place.directory.facts())
    else { return false }
    let time = ContentTime(contentOf: result)
    // A changed symbolic link can lead to another calendar.
    let link = ContentTime(changeOf: calendar.path.facts(followingLink: false))
    guard time.isMarked, time >= since, time > oldest, time > ContentTime(changeOf: source),
      time > link
    else { return false }
    return suffix != ".json" || !isDue(place)
  }

  /// Whether the plan's `renewBy` has passed, or the file is incomplete.
  private func isDue(_ place: FilePath) -> Bool {
    guard let bytes = try? place.contents(), bytes.suffix(3).elementsEqual("\n}\n".utf8) else {
      return true
    }
    // JSON escapes line ends in strings, so only the key itself can match.
    let key = Array("  \"renewBy\" : ".utf8)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if rest.starts(with: key) {
        let value = rest[..<end].dropFirst(key.count).filter { !"\",".utf8.contains($0) }
        let renewBy = Instant(iso8601: String(decoding: value, as: UTF8.self))
        return renewBy.map { $0 <= now } ?? false
      }
      rest = rest[(end + 1)...]
    }
    return true
  }
}

/// The modification time of a result, in nanoseconds since 1970.
///
/// A result gets the time just before its calendar was read, so that any later change of the
/// calendar is newer. File systems record times that are up to a clock tick old. To be older than
/// those, `now` is a tick early.
struct ContentTime: Comparable, Sendable {
  let nanoseconds: Int

  /// At least one clock tick, in nanoseconds: Linux has 100 or more per second.
  private static let tick = 10_000_000
  private static let second = 1_000_000_000

  init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  static var now: ContentTime { ContentTime(nanoseconds: Int(timeInNanoseconds()) - tick) }

  /// The modification time (mtime) of a file.
  init(contentOf facts: FileFacts) {
    nanoseconds = Int(facts.contentSeconds) &* ContentTime.second &+ Int(facts.contentNanoseconds)
  }

  /// The change time (ctime) of a file, which programs can't set.
  init(changeOf facts: FileFacts) {
    nanoseconds = Int(facts.changeSeconds) &* ContentTime.second &+ Int(facts.changeNanoseconds)
  }

  /// The nanoseconds within a millisecond that mark a complete result, and the error of a calendar
  /// that replaces its result; system times don't end so.
  private static let (mark, errorMark) = (180_018, 180_019)
  private static let millisecond = 1_000_000

  private var end: Int { nanoseconds % ContentTime.millisecond }

  /// Whether `put(on:)` set this time on a complete result.
  var isMarked: Bool { end == ContentTime.mark }

  /// Whether `put(on:)` set this time, which means that a batch has written the file.
  var isOfResult: Bool { isMarked || end == ContentTime.errorMark }

  /// Sets the modification time of a file or directory, up to 2 ms earlier, with the mark.
  ///
  /// Does nothing on a file system that can't set times.
  func put(on path: FilePath, isError: Bool = false) {
    let milliseconds = nanoseconds / ContentTime.millisecond - 1
    let nanoseconds =
      milliseconds * ContentTime.millisecond
      + (isError ? ContentTime.errorMark : ContentTime.mark)
    guard let place = try? OutputPlace(path) else { return }
    _ = setContentTime(
      place.file.terminated, Int64(nanoseconds / ContentTime.second),
      Int64(nanoseconds % ContentTime.second))
  }

  static func < (left: ContentTime, right: ContentTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
