import ArgumentParser

/// The options about many calendars in one command, as they are typed.
struct BatchArguments: ParsableArguments {
  /// What calendars come in, where they are no files.
  enum Source: String, ExpressibleByArgument, CaseIterable {
    case jsonl
  }

  @Flag(help: "Make one result of each calendar, rather than one of all together.")
  var each = false

  @Option(
    help: ArgumentHelp(
      "With --each: a file with a path in each line, or - for standard input.",
      valueName: "file"), completion: .file())
  var filesFrom: FilePath?

  @Flag(
    name: [.customLong("null"), .customShort("0")],
    help: "The paths of --files-from end with NUL, not with their line.")
  var areNullTerminated = false

  @Option(
    help: ArgumentHelp(
      "With --each: calendars are lines of JSON on standard input, not files.",
      valueName: "format"))
  var from: Source?

  @Option(
    help: ArgumentHelp(
      "With --each: write a line to this file for each calendar that is done.",
      valueName: "file"), completion: .file())
  var log: FilePath?

  @Option(
    help: ArgumentHelp(
      "With --each: go on with what the log in this file doesn't tell of.", valueName: "file"),
    completion: .file())
  var resume: FilePath?

  @Flag(help: "With --each and --output: leave results that would be the same again.")
  var skipUnchanged = false

  /// The number of the process whose worker this is.
  @Option(help: .hidden)
  var worker: Int?

  /// The options that renewals are given, where those of the worker aren't: see ``RuledArguments``.
  @Option(parsing: .unconditionalSingleValue, help: .hidden)
  var renewalOption: [String] = []

  /// Checks the options against each other; `directory` is nil if results are lines on standard output.
  func check(
    _ shared: SharedArguments, of subcommand: SubcommandName, into directory: FilePath?
  ) throws {
    guard each else {
      if let first = given.first { throw ValidationError("\(first) goes with --each") }
      return try shared.requirePaths(of: subcommand)
    }
    guard worker == nil else { return }
    guard filesFrom != nil || !areNullTerminated else {
      throw ValidationError("--null goes with --files-from")
    }
    guard !skipUnchanged || directory != nil else {
      throw ValidationError("--skip-unchanged goes with --output and a directory")
    }
    if let log, let resume, log.bytes != resume.bytes {
      throw ValidationError("--log and --resume are one file: the log goes on where it ended")
    }
    if (log ?? resume)?.isHyphen == true {
      throw ValidationError("a log is a file, not standard input or output")
    }
    let sources = [
      shared.paths.isEmpty ? nil : "PATH", filesFrom.map { _ in "--files-from" },
      from.map { _ in "--from" },
    ].compactMap { $0 }
    guard sources.count < 2 else {
      throw ValidationError("\(sources[0]) and \(sources[1]) contradict each other")
    }
    // Each worker reads it, and a pipe has it once.
    if let list = shared.texts.files.first(where: \.isReadOnce) {
      throw ValidationError("--each: --body-list \(list) is no file, and is read more than once")
    }
    if sources.isEmpty { try shared.requirePaths(of: subcommand) }
    guard shared.paths.count(where: \.isHyphen) < 2 else {
      throw ValidationError("standard input is one calendar, and can be named once")
    }
  }

  /// What was given besides, of which nothing makes sense for one result.
  private var given: [String] {
    [
      filesFrom.map { _ in "--files-from" }, areNullTerminated ? "--null" : nil,
      from.map { _ in "--from" }, log.map { _ in "--log" }, resume.map { _ in "--resume" },
      skipUnchanged ? "--skip-unchanged" : nil, worker.map { _ in "--worker" },
      renewalOption.isEmpty ? nil : "--renewal-option",
    ].compactMap { $0 }
  }
}
