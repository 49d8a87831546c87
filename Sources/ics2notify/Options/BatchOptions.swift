import ArgumentParser
import CSystem
import CalendarFiles
import CalendarSources
import ProgramSupport

/// The options of `batch` for reading many calendars.
struct BatchOptions: ParsableArguments {
  /// The formats of `--from`.
  enum Source: String, ExpressibleByArgument, CaseIterable {
    case jsonl
  }

  @Option(
    help: ArgumentHelp("A file with a path in each line; - for standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: FilePath?

  @Flag(
    name: [.customLong("null"), .customShort("0")],
    help: "The paths of --files-from end with NUL, not with a line break.")
  var areNullTerminated = false

  @Option(
    help: ArgumentHelp(
      "Read calendars from lines of JSON on standard input.", valueName: "format"))
  var from: Source?

  @Option(
    help: ArgumentHelp("Write a line to this file for each finished calendar.", valueName: "file"),
    completion: .file())
  var log: FilePath?

  @Option(
    help: ArgumentHelp("Continue with the calendars that this log lacks.", valueName: "file"),
    completion: .file())
  var resume: FilePath?

  @Flag(help: "With --output: skip calendars whose results would not change.")
  var skipUnchanged = false

  @Flag(help: "With --output: remove results whose calendar is gone.")
  var prune = false

  @Flag(help: "With --prune: list these results, and stop.")
  var dryRun = false

  /// The process ID of the batch that started this worker.
  @Option(help: .private)
  var worker: Int?

  /// The options that a batch does not pass to its workers.
  static let ofRun: Set = [
    "files-from", "null", "from", "log", "resume", "skip-unchanged", "prune", "dry-run", "options",
    "output", "now", "jobs",
  ]

  /// Checks the options together; `directory` is nil if results go to standard output.
  func check(_ options: CalendarOptions, into directory: FilePath?) throws(Failure) {
    guard worker == nil else { return }
    guard filesFrom != nil || !areNullTerminated else {
      throw Failure(.usage, "--null goes with --files-from")
    }
    guard !skipUnchanged || directory != nil else {
      throw Failure(.usage, "--skip-unchanged goes with --output and a directory")
    }
    guard !prune || directory != nil else {
      throw Failure(.usage, "--prune goes with --output and a directory")
    }
    guard !dryRun || prune else { throw Failure(.usage, "--dry-run goes with --prune") }
    // The calendars of other commands, such as those of xargs, must not count as gone.
    let files = options.input.paths.filter {
      let facts = $0.facts()
      return facts.error == 0 && facts.kind != .directory
    }
    if prune, let file = files.first {
      throw Failure(
        .usage,
        "--prune needs all calendars: directories, --files-from or --from; \(file) is not a directory"
      )
    }
    if let log, let resume, log.bytes != resume.bytes {
      throw Failure(.usage, "--log and --resume name one file; use --resume alone")
    }
    if (log ?? resume)?.isHyphen == true {
      throw Failure(.usage, "a log is a file, not standard input or output")
    }
    let paths = options.input.paths
    let sources = [
      paths.isEmpty ? nil : "PATH", filesFrom.map { _ in "--files-from" },
      from.map { _ in "--from" },
    ].compactMap { $0 }
    guard sources.count < 2 else {
      throw Failure(.usage, "\(sources[0]) and \(sources[1]) contradict each other")
    }
    // Each worker reads the file, but a pipe can be read only once.
    if let list = (options.texts.files + options.alarms.files).first(where: \.isReadOnce) {
      throw Failure(.usage, "\(list) is not a regular file, which batch needs")
    }
    if filesFrom == nil, from == nil { try options.input.requirePaths() }
    guard paths.count(where: \.isHyphen) < 2 else {
      throw Failure(.usage, "standard input is one calendar, and can be named once")
    }
  }
}
