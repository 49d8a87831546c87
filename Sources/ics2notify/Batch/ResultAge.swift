import CSystem
import CalendarFiles
import CivilTime
import Digests
import ReminderCompiler

/// Whether results in a directory are those that would be made again.
struct ResultAge {
  let stamp: ResultStamp
  private let suffix: String
  /// What is older is made anew in any case, for plans end.
  private let oldest: ContentTime
  private let now: Instant

  /// Takes up a directory of results, for a run that began at `start`; `root` is what their names
  /// leave out of those of the calendars.
  init<Command: ConvertingCommand>(
    _ output: BatchOutput, below root: FilePath?, _ command: Command, _ batch: BatchOptions,
    _ options: [TypedArguments.Option], _ settings: Settings, _ start: ContentTime
  ) throws(Failure) {
    guard case .files(let directory, let suffix) = output else {
      throw Failure(.internalError, "the directory of results doesn't exist")
    }
    self.suffix = suffix
    // Templates of a file count as they are now.
    var contents: [String] = []
    // Those of options have said theirs, and may be pipes, which say it once.
    for file in settings.otherFiles where !command.calendars.input.files.contains(file) {
      let bytes = try? file.contents(waits: true)
      contents.append(bytes.map { SHA256.hexadecimalDigest(of: $0) } ?? "")
    }
    // A name means another file elsewhere; what a list names isn't known yet.
    let namesDependOnPlace =
      batch.filesFrom != nil || settings.paths.contains { !$0.isAbsolute }
    let place = namesDependOnPlace ? FilePath(text: ".").absolute.argument : ""
    let way =
      [Version.number, settings.zones.dataDescription, "\(settings.deviceZone)"]
      + [Command.name.rawValue, place, root?.argument ?? ""]
      + options.filter { !BatchOptions.ofRun.union(MessageOptions.names).contains($0.name) }
      .map(\.word)
      + (command.calendars.times.clock.now.map { ["--now=\($0)"] } ?? []) + contents
    stamp = try ResultStamp(
      in: directory, of: suffix.isEmpty ? "units" : String(suffix.dropFirst()),
      madeBy: way.map { $0.replacing("\n", with: "\\n") + "\n" }.joined(), start)
    let age = settings.compiler.renewWithin.end(from: settings.now, in: .gmt) - settings.now
    oldest = ContentTime(nanoseconds: start.nanoseconds - age * 1_000_000_000)
    now = settings.now
  }

  /// Whether a result is newer than its calendar, was made in the same way, and needs no renewal.
  ///
  /// - Parameters:
  ///   - place: The result.
  ///   - calendar: The calendar.
  /// - Returns: Whether it would be made again as it is.
  func isFresh(_ place: FilePath, of calendar: FilePath) -> Bool {
    let (result, source) = (place.facts(), calendar.facts())
    // What is empty may have been lost with the power.
    guard result.error == 0, source.error == 0, result.size > 0 else { return false }
    let time = ContentTime(contentOf: result)
    // A link that leads elsewhere now is another calendar.
    let link = ContentTime(changeOf: calendar.facts(followingLink: false))
    guard time.isMarked, time >= stamp.since, time > oldest,
      time > ContentTime(changeOf: source), time > link
    else { return false }
    return suffix != ".json" || !isDue(place)
  }

  /// Waits until all results are on the disk.
  func flush() { stamp.flush() }

  /// Whether a plan says that it has to be made anew by now, or isn't whole.
  private func isDue(_ place: FilePath) -> Bool {
    guard
      let bytes = try? place.contents(),
      bytes.suffix(ResultAge.end.count).elementsEqual(ResultAge.end)
    else { return true }
    // No text of a calendar has a line end of its own in JSON.
    var line = 0
    while let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) {
      if bytes[line...].starts(with: ResultAge.key) {
        let value = bytes[(line + ResultAge.key.count)..<end].filter {
          $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",")
        }
        let renewBy = Instant(iso8601: String(decoding: value, as: UTF8.self))
        return renewBy.map { $0 <= now } ?? false
      }
      line = end + 1
    }
    return true
  }

  /// How a plan ends, and how the line begins that says when it has to be made anew.
  private static let end = Array("\n}\n".utf8)
  private static let key = Array("  \"renewBy\" : ".utf8)
}

/// A file in a directory of results that says how they were made, and since when.
///
/// Results that are older were made otherwise: by other options, or by another version.
final class ResultStamp {
  /// Since when results are made like this.
  let since: ContentTime
  private let path: FilePath
  private let descriptor: Int32

  /// Puts a stamp into a directory, or takes up the one that is there.
  ///
  /// `kind` is a part of its name, and `way` says in lines how results are made.
  init(
    in directory: FilePath, of kind: String, madeBy way: String, _ now: ContentTime
  ) throws(Failure) {
    let path = directory.appending(Array(".ics2notify-\(kind)".utf8))
    self.path = path
    descriptor = openToKeep(path.terminated)
    func failure(_ why: String) -> Failure {
      Failure(.cannotCreate, "\(path): can't be written: \(why)")
    }
    guard descriptor >= 0 else { throw failure(SystemError(code: -descriptor).reason) }
    guard factsOfDescriptor(descriptor).kind == .file else {
      throw failure("it is not a regular file")
    }
    // Those who make the same share it.
    let isAlone = lockFile(descriptor) == 0
    if !isAlone { _ = shareLock(descriptor) }
    let bytes = (try? path.contents()) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    if lines.count == 2, let nanoseconds = Int(lines[0]), lines[1] == way {
      since = ContentTime(nanoseconds: nanoseconds)
    } else {
      guard isAlone else { throw failure("a run with other options writes results there") }
      since = now
      let content = Array("\(now.nanoseconds)\n\(way)".utf8)
      var code = cutFile(descriptor, 0)
      if code == 0 { code = writeAll(descriptor, content, content.count) }
      guard code == 0 else { throw failure(SystemError(code: code).reason) }
    }
    if isAlone { _ = shareLock(descriptor) }
  }

  /// Waits until all that was written there is on the disk.
  func flush() { flushFileSystem(descriptor) }

  /// Removes the stamp and its directory if nothing else is in it.
  func removeAlone() {
    let names = try? DirectoryNames.read(path: path.directory.bytes, name: "\(path.directory)")
    guard names?.count == 1, removeFile(path.terminated) == 0 else { return }
    _ = removeDirectory(path.directory.terminated)
  }

  deinit { _ = closeFile(descriptor) }
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

  /// Now.
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
