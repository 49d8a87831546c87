import CSystem
import CalendarFiles
import CivilTime
import NotificationTriggers
import ReminderCompiler
import WorkSharing

/// A command for many calendars, each by itself (`batch`).
///
/// The calendars are handed to workers, processes of this program that do one after another; their
/// results come out in the order of the calendars. What is held at once is bounded by the workers,
/// however many calendars there are.
final class BatchRun<Command: ConvertingCommand> {
  private let batch: BatchOptions
  private let command: Command
  private let settings: Settings
  private let output: BatchOutput
  /// Standard output, where lines go; nil where files are written.
  private let lines: LineOutput?
  private let log: BatchLog?
  private let results: ResultAge?
  /// Whether this run has made the directory of results.
  private let isDirectoryNew: Bool
  /// The directory of all calendars, whose name results don't repeat; nil for several paths.
  private let root: FilePath?
  /// The categories for the first line with a plan; nil after it, and for other results.
  private var categories: [NotificationCategory]?
  private let pool: WorkerPool
  private var inputs: BatchInputs
  private var progress: BatchProgress
  /// The sizes of calendars that are under way, for a person who watches.
  private var sizes: [Int] = []
  /// The results that belong to a calendar, as hashes that nobody can foresee.
  private var places: Set<Int> = []
  /// What no result is written to.
  private let protected: ProtectedFiles
  private var hintCount = 0
  private var lastFlush = ContinuousClock.now
  private var areInputsAtEnd = false
  /// Whether a PATH or the list names nothing.
  private var isInputMissing = false
  private var isPending = false

  /// Prepares a run.
  ///
  /// `options` are all that the command has.
  init(
    _ command: Command, _ batch: BatchOptions, _ options: [TypedArguments.Option]
  ) throws(Failure) {
    self.batch = batch
    self.command = command
    settings = try command.settings()
    output = command.batchOutput
    let start = ContentTime.now
    var arguments = [CommandName.batch.rawValue, Command.name.rawValue, "--worker=\(getpid())"]
    arguments += options.filter { !BatchOptions.ofRun.contains($0.name) }.map(\.word)
    arguments.append("--now=\(settings.now)")
    inputs = try BatchInputs(command.calendars.input.paths, batch)
    var protected = ProtectedFiles()
    for file in settings.otherFiles { protected.add(file) }
    if let list = inputs.descriptor { protected.add(factsOfDescriptor(list)) }
    let isResumed = batch.resume != nil
    let paths = command.calendars.input.paths
    isDirectoryNew = output.directory?.facts().isAbsent ?? false
    root = paths.count == 1 && paths[0].facts().kind == .directory ? paths[0] : nil
    if let directory = output.directory {
      arguments.append("--output=\(directory.argument)")
      try directory.make()
      lines = nil
      results = try ResultAge(output, below: root, command, batch, options, settings, start)
    } else {
      lines = try LineOutput(protecting: protected)
      results = nil
    }
    if let path = batch.resume ?? batch.log {
      let facts = path.facts()
      if protected.contains(facts) {
        throw Failure(.cannotCreate, "\(path): can't be written as a log: it is read as an input")
      }
      let output = factsOfDescriptor(STDOUT_FILENO)
      if lines != nil, facts.error == 0, output.kind == .file, facts.identity == output.identity {
        throw Failure(.cannotCreate, "\(path): can't be written as a log: results go there")
      }
      log = try BatchLog(path, isResumed: isResumed, lines)
    } else {
      log = nil
    }
    let hasCategories = lines == nil || Command.resultKey != "plan" || log?.hasPlan ?? false
    categories = hasCategories ? nil : NotificationCategory.all(in: settings.compiler.language)
    if let path = batch.resume ?? batch.log { protected.add(path) }
    self.protected = protected
    pool = WorkerPool(settings.workers.count, arguments)
    progress = BatchProgress(isQuiet: settings.isQuiet)
    pool.refused = { [unowned self] item, message in
      refused(item.name, Failure(.internalError, message), at: item.place)
    }
  }

  /// Runs, and ends the program.
  func run() throws(Failure) -> Never {
    do throws(Failure) {
      try work()
    } catch {
      pool.end()
      throw error
    }
    pool.end()
    progress.end()
    if hintCount > 0, !settings.isQuiet {
      StandardError.say(
        .hint,
        "\(hintCount) \(hintCount == 1 ? "calendar has" : "calendars have") events or to-dos "
          + "that lack an alarm; "
          + "--default-alarm -PT15M reminds 15 minutes before each, --all-day-alarm 09:00 on the day "
          + "of all-day ones")
    }
    if isDirectoryNew, isInputMissing || !progress.isFaultless { results?.stamp.removeAlone() }
    guard !isInputMissing else { ExitStatus.noInput.exit() }
    (lines != nil || progress.isFaultless ? ExitStatus.success : .partial).exit()
  }

  private func work() throws(Failure) {
    while true {
      try giveOut()
      try takeIn()
      // What needs no worker may be next, and makes room.
      if pool.hasResult { continue }
      if areInputsAtEnd, pool.isEmpty { break }
      // Who reads along gets what there is before anybody waits.
      try flush()
      progress.show { inputs.progress }
      let awaits = isPending ? inputs.descriptor : nil
      if try pool.wait(orFor: awaits, progress.isShown ? BatchProgress.pause : -1) {
        inputs.read()
        isPending = false
      }
    }
    try flush(isLast: true)
  }

  /// Hands calendars to workers, as many as there is room for.
  private func takeIn() throws(Failure) {
    while pool.hasRoom, !areInputsAtEnd, !isPending {
      switch inputs.next() {
      case .item(let item): try take(item)
      case .failed(let name, let failure, let isMissing):
        // Results in files report their errors on standard error anyway.
        if isMissing { missing(lines == nil ? nil : failure.message) }
        guard !isDone(name) else { continue }
        hand(refused(name, failure, at: output.place(of: name, below: root)))
      case .emptyList(let failure): missing(failure.message)
      case .pending: isPending = true
      case .end: areInputsAtEnd = true
      }
    }
  }

  /// Records and reports that a PATH or the list names nothing.
  private func missing(_ message: String?) {
    isInputMissing = true
    guard let message else { return }
    progress.clear()
    StandardError.say(.error, message)
  }

  private func isDone(_ name: FilePath) -> Bool {
    guard let log, log.isDone(name) else { return false }
    progress.doneBefore += 1
    return true
  }

  /// Takes up a calendar, unless there is nothing to do about it.
  private func take(_ given: BatchItem) throws(Failure) {
    var item = given
    // Of a line of JSON the name is looked for only where it matters here.
    let isNamed = item.content != .line || log?.isResumed ?? false || results != nil
    let name = isNamed ? BatchRun.name(of: item) : item.name
    // A calendar that is done keeps its result from another one.
    let place = output.place(of: name, below: root)
    item.place = place
    let isFirst = place.map { places.insert($0.hashValue).inserted } ?? true
    if isDone(name) { return }
    guard isFirst else {
      return hand(
        refused(
          name,
          Failure(
            .cannotCreate,
            "\(name): another calendar of this run has its result at \(place?.description ?? "")")))
    }
    if batch.skipUnchanged, item.content == .file, let results, let place,
      results.isFresh(place, of: name)
    {
      progress.unchanged += 1
      return
    }
    if let place, protected.contains(place.facts()) {
      return hand(
        refused(
          name,
          Failure(.cannotCreate, "\(place): isn't written: it is the log, or read as an input")))
    }
    try pool.hand(item)
    sizes.append(
      !progress.isShown ? 0 : item.content == .file ? Int(item.name.facts().size) : item.bytes.count
    )
  }

  /// What a calendar is called: of a line of JSON it stands in it.
  private static func name(of item: BatchItem) -> FilePath {
    item.content == .line ? CalendarLine.name(in: item.bytes) ?? item.name : item.name
  }

  private func hand(_ result: BatchResult) {
    pool.hand(result)
    sizes.append(0)
  }

  /// The result of a path without a calendar, which replaces an earlier result at `place`.
  private func refused(
    _ name: FilePath, _ failure: Failure, at place: FilePath? = nil
  ) -> BatchResult {
    let messages = Messages(isKept: true)
    if let message = failure.message {
      messages.say(.error, message, file: name.description)
    }
    var result = BatchResult(name: name, status: failure.status)
    if let place {
      var protected = protected
      protected.add(name)
      command.replaceResult(at: place, by: &result, messages, protecting: protected)
    }
    result.text = Array(messages.text.utf8)
    result.line = Command.line(result, nil, messages)
    return result
  }

  /// Puts out the results that are next.
  private func giveOut() throws(Failure) {
    while let result = pool.result() {
      progress.count(result, size: sizes.removeFirst())
      hintCount += result.hintCount
      if let lines {
        lines.append(line(of: result))
      } else if !result.text.isEmpty {
        progress.clear()
        StandardError.write(String(decoding: result.text, as: UTF8.self))
      }
      log?.append(result, end: lines?.end)
      if lines?.isFull ?? false { try flush() }
    }
  }

  /// The line of a result, of the first plan with all categories.
  private func line(of result: BatchResult) -> [UInt8] {
    guard let all = categories, result.slots != nil else { return result.line }
    categories = nil
    // Texts of the program can be encoded.
    return (try? ResultLine.adding(all, to: result.line)) ?? result.line
  }

  /// Writes what is gathered: the log last, for it tells of what is there.
  private func flush(isLast: Bool = false) throws(Failure) {
    if let lines, try !lines.flush() {
      pool.end()
      ExitStatus.success.exit()
    }
    if let results {
      let now = ContinuousClock.now
      // Only what is on the disk is told of, and the disk is waited for now and then.
      guard isLast || log != nil && lastFlush.duration(to: now) >= .seconds(2) else { return }
      results.flush()
      lastFlush = now
    }
    try log?.flush()
  }
}
