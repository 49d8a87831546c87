import CSystem
import CalendarFiles
import CivilTime
import Digests
import ReminderCompiler

/// Whether results in a directory are those that would be made again.
struct ResultAge {
  private let stamp: ResultStamp
  private let suffix: String
  /// What is older is made anew in any case, for plans end.
  private let oldest: ContentTime
  private let now: Instant

  /// The largest plan that is looked into, in bytes: 64 requests have a tenth of it.
  private static let maximumPlanSize = 16 << 20

  /// Takes up a directory of results.
  ///
  /// - Parameters:
  ///   - output: The directory.
  ///   - command: How results are made.
  ///   - settings: What its options mean.
  ///   - start: When the run began.
  /// - Throws: Why it can't be written.
  init<Command: ConvertingCommand>(
    _ output: BatchOutput, _ command: Command, _ settings: Settings, _ start: ContentTime
  ) throws(Failure) {
    guard case .files(let directory, let suffix) = output else {
      throw Failure(.internalError, "there is no directory of results")
    }
    self.suffix = suffix
    // Templates of a file count as they are now.
    var contents: [String] = []
    // Those of options have said theirs, and may be pipes, which say it once.
    for file in settings.otherFiles where !command.shared.rules.contains(file) {
      let bytes = try? FileBytes.read(path: file.bytes, name: file.description)
      contents.append(bytes.map { SHA256.hexadecimalDigest(of: $0) } ?? "")
    }
    // A name means another file elsewhere; what a list names isn't known yet.
    let namesDependOnPlace =
      command.batch.filesFrom != nil || settings.paths.contains { !$0.isAbsolute }
    let place = namesDependOnPlace ? FilePath(text: ".").absolute.argument : ""
    let way =
      [Version.number, settings.zones.dataDescription, "\(settings.deviceZone)"]
      + [Command.name.rawValue, place] + command.words
      + (command.shared.now.map { ["--now=\($0)"] } ?? []) + contents
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
      let bytes = try? FileBytes.read(
        path: place.bytes, name: place.description, waits: false, limit: ResultAge.maximumPlanSize),
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
