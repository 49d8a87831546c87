import CSystem
import CalendarFiles
import CivilTime
import Digests
import ReminderCompiler

/// Tells which results in a directory would be made again as they are.
///
/// A file beside them says how they were made, and since when. Results that are older were made
/// otherwise: with other options, or by another version.
final class ResultFreshness {
  private let path: FilePath
  private let descriptor: Int32
  private let since: ContentTime
  private let suffix: String
  /// The least age: older results are made again in any case, because plans end.
  private let oldest: ContentTime
  private let now: Instant

  /// Opens a directory of results for a run that began at `start`; `root` is what their names leave
  /// out of those of the calendars.
  init<Command: ConvertingCommand>(
    _ output: BatchOutput, below root: FilePath?, _ command: Command, _ batch: BatchOptions,
    _ options: [TypedArguments.Option], _ settings: Settings, _ start: ContentTime
  ) throws(Failure) {
    guard case .files(let directory, let suffix) = output else {
      throw Failure(.internalError, "the directory of results doesn't exist")
    }
    self.suffix = suffix
    let age = settings.compiler.renewWithin.end(from: settings.now, in: .gmt) - settings.now
    oldest = ContentTime(nanoseconds: start.nanoseconds - age * 1_000_000_000)
    now = settings.now
    // Templates of a file count as they are now. Files of options have said theirs, and may be pipes.
    let files = settings.otherFiles.filter { !command.calendars.input.files.contains($0) }
    let contents = files.map { file in
      (try? file.contents(waits: true)).map { SHA256.hexadecimalDigest(of: $0) } ?? ""
    }
    // A name means another file elsewhere; what a list names isn't known yet.
    let namesDependOnPlace =
      batch.filesFrom != nil || settings.paths.contains { !$0.isAbsolute }
    let place = namesDependOnPlace ? FilePath(text: ".").absolute.argument : ""
    let words =
      [Version.number, settings.zones.dataDescription, "\(settings.deviceZone)"]
      + [Command.name.rawValue, place, root?.argument ?? ""]
      + options.filter { !BatchOptions.ofRun.union(MessageOptions.names).contains($0.name) }
      .map(\.word)
      + (command.calendars.times.clock.now.map { ["--now=\($0)"] } ?? []) + contents
    let way = words.map { $0.replacing("\n", with: "\\n") + "\n" }.joined()
    let kind = suffix.isEmpty ? "units" : String(suffix.dropFirst())
    let path = directory.appending(Array(".ics2notify-\(kind)".utf8))
    self.path = path
    func failure(_ why: String) -> Failure {
      Failure(.cannotCreate, "\(path): can't be written: \(why)")
    }
    descriptor = openToKeep(path.terminated)
    guard descriptor >= 0 else { throw failure(SystemError(code: -descriptor).reason) }
    guard factsOfDescriptor(descriptor).kind == .file else {
      throw failure("it is not a regular file")
    }
    // Runs with the same options share it.
    let isAlone = lockFile(descriptor) == 0
    if !isAlone { _ = shareLock(descriptor) }
    let lines = String(decoding: (try? path.contents()) ?? [], as: UTF8.self)
      .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    if lines.count == 2, let nanoseconds = Int(lines[0]), lines[1] == way {
      since = ContentTime(nanoseconds: nanoseconds)
    } else {
      guard isAlone else { throw failure("a run with other options writes results there") }
      since = start
      let content = Array("\(start.nanoseconds)\n\(way)".utf8)
      var code = cutFile(descriptor, 0)
      if code == 0 { code = writeAll(descriptor, content, content.count) }
      guard code == 0 else { throw failure(SystemError(code: code).reason) }
    }
    if isAlone { _ = shareLock(descriptor) }
  }

  deinit { _ = closeFile(descriptor) }

  func flush() { flushFileSystem(descriptor) }

  /// Removes the stamp and its directory if nothing else is in it.
  func removeAlone() {
    let names = try? DirectoryNames.read(path: path.directory.bytes, name: "\(path.directory)")
    guard names?.count == 1, removeFile(path.terminated) == 0 else { return }
    _ = removeDirectory(path.directory.terminated)
  }

  /// Whether a result is newer than its calendar, was made in the same way, and needs no renewal.
  func isFresh(_ place: FilePath, of calendar: FilePath) -> Bool {
    let (result, source) = (place.facts(), calendar.facts())
    // A power failure can leave an empty file.
    guard result.error == 0, source.error == 0, result.size > 0 else { return false }
    let time = ContentTime(contentOf: result)
    // A link that leads elsewhere now is another calendar.
    let link = ContentTime(changeOf: calendar.facts(followingLink: false))
    guard time.isMarked, time >= since, time > oldest, time > ContentTime(changeOf: source),
      time > link
    else { return false }
    return suffix != ".json" || !isDue(place)
  }

  /// Whether a plan says that it has to be made again by now, or isn't whole.
  private func isDue(_ place: FilePath) -> Bool {
    guard let bytes = try? place.contents(), bytes.suffix(3).elementsEqual("\n}\n".utf8) else {
      return true
    }
    // In JSON, line ends in texts of the calendar are escaped.
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

/// When something was looked at whose result a file is, in nanoseconds since 1970.
///
/// A result is given the time at which its calendar was about to be read, as that of its content: so
/// it is older than every change that it doesn't know of. The system writes its own times down with a
/// clock that ticks, and is late by up to a tick; so all of these are a little early.
struct ContentTime: Comparable, Sendable {
  let nanoseconds: Int

  /// More than a tick of any system: Linux has a hundred in a second or more.
  private static let tick = 10_000_000
  private static let second = 1_000_000_000

  init(nanoseconds: Int) {
    self.nanoseconds = nanoseconds
  }

  static var now: ContentTime { ContentTime(nanoseconds: Int(timeInNanoseconds()) - tick) }

  /// The time that a file has as that of its content.
  init(contentOf facts: FileFacts) {
    nanoseconds = Int(facts.contentSeconds) &* ContentTime.second &+ Int(facts.contentNanoseconds)
  }

  /// When a file was changed last, whatever time it was given.
  init(changeOf facts: FileFacts) {
    nanoseconds = Int(facts.changeSeconds) &* ContentTime.second &+ Int(facts.changeNanoseconds)
  }

  /// What the times that results are given end with, in nanoseconds of a millisecond: what the system
  /// writes down where a result was begun and not ended, or where a directory was made for others,
  /// doesn't.
  private static let mark = 180_018
  private static let millisecond = 1_000_000

  /// Whether a result was given it, so that it is whole.
  var isMarked: Bool { nanoseconds % ContentTime.millisecond == ContentTime.mark }

  /// Gives a file or a directory this time, or one a little earlier.
  ///
  /// Where the file system takes none, it keeps the time at which it was written.
  func put(on path: FilePath) {
    let milliseconds = nanoseconds / ContentTime.millisecond - 1
    let nanoseconds = milliseconds * ContentTime.millisecond + ContentTime.mark
    _ = setContentTime(
      path.terminated, Int64(nanoseconds / ContentTime.second),
      Int64(nanoseconds % ContentTime.second))
  }

  static func < (left: ContentTime, right: ContentTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
