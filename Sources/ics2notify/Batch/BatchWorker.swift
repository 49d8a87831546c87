import CSystem
import CalendarFiles
import ReminderCompiler
import WorkSharing

/// A process that does one calendar of many after another, as they are handed to it.
///
/// Its standard input has the calendars, its standard output the results. It ends with its input.
/// Nothing is kept from one calendar to the next but time zones, which are the system's.
struct BatchWorker<Command: ConvertingCommand> {
  private let command: Command
  private let settings: Settings
  private let output: BatchOutput
  private let parent: Int32
  private let directories = ResultDirectories()

  /// The most memory of a worker, in bytes: four times the largest calendar that is read.
  private let maximumMemory: UInt64 = 4 << 30

  /// The most seconds of the processor's time for one calendar.
  ///
  /// What a calendar may cost is counted in steps and bytes, so that it is the same on every machine,
  /// and ends after some seconds. This is for a fault of the program itself.
  private let maximumSeconds: UInt64 = 300

  /// The longest value in a line, in bytes: more is nothing that an engine could take for a line.
  private let longestValue = 256 << 20

  /// Prepares a worker.
  ///
  /// - Parameters:
  ///   - command: What is done with each calendar.
  ///   - batch: The options of the batch.
  ///   - settings: What its options mean.
  init(_ command: Command, _ batch: BatchOptions, _ settings: Settings) {
    self.command = command
    var settings = settings
    settings.workers = .one
    self.settings = settings
    output = command.batchOutput
    parent = Int32(clamping: batch.worker ?? 0)
  }

  /// Does what there is to do, until nothing comes any more or nobody wants it.
  func run() {
    nameProcess("ics2notify")
    limitMemory(maximumMemory)
    // Nobody writes results for a run that is no more: another one may write them by now.
    guard endWithParent(parent) else { return }
    // What proofs need is the same for all calendars.
    let range = ProofRange(settings.compiler)
    defer { withExtendedLifetime(range) {} }
    var input = FrameReader()
    while true {
      let more = FileBytes.next(of: STDIN_FILENO)
      guard !more.isEmpty else { return }
      input.append(more)
      guard let item = input.item() else { continue }
      limitProcessorTime(maximumSeconds)
      var output = FrameWriter()
      output.append(result(of: item))
      guard getppid() == parent, writeAll(STDOUT_FILENO, output.bytes, output.bytes.count) == 0
      else { return }
    }
  }

  /// Does one calendar.
  func result(of item: BatchItem) -> BatchResult {
    let began = ContinuousClock.now
    let messages = Messages(isKept: true)
    var result = BatchResult(name: item.name, status: .success)
    var value: KeptResult?
    do {
      var settings = settings
      var bytes = item.bytes
      if item.content == .line {
        let line: CalendarLine
        do throws(Failure) {
          line = try CalendarLine(item.bytes, at: item.name)
        } catch {
          result.name = CalendarLine.name(in: item.bytes) ?? item.name
          throw error
        }
        if let name = line.name { result.name = FilePath(text: name) }
        try line.apply(to: &settings)
        bytes = Array(line.calendar.utf8)
      }
      if output.directory != nil {
        messages.subject = result.name.description
        messages.keepsHints = true
      }
      // Before anything is read: what changes from now on makes the result an old one.
      let time = ContentTime.now
      let place = try place(of: item, result.name)
      let conversion = try command.convert(
        session(item.content == .file ? nil : bytes, called: result.name, settings, messages),
        into: place)
      switch place {
      case .file(let path, _): time.put(on: path)
      case .value(let kept): value = kept
      case .standardOutput: break
      }
      result.status = conversion.status
      result.fires = conversion.fires
      result.slots = conversion.slots
      result.exactUntil = conversion.exactUntil
    } catch {
      let failure = error as? Failure ?? Failure(.internalError, "\(error)")
      if let message = failure.message { messages.say(.error, message) }
      result.status = failure.status
      if let place = item.place {
        var protected = ProtectedFiles()
        for file in settings.otherFiles + [item.name] { protected.add(file) }
        command.replaceResult(at: place, by: &result, messages, protecting: protected)
      }
    }
    if output.directory == nil {
      result.line = Command.line(result, value?.bytes, messages)
    } else {
      result.text = Array(messages.text.utf8)
    }
    result.hintCount = messages.hintCount
    result.seconds = began.duration(to: .now) / .seconds(1)
    return result
  }

  /// Reads a calendar.
  private func session(
    _ bytes: [UInt8]?, called name: FilePath, _ settings: Settings, _ messages: Messages
  ) -> Session {
    var settings = settings
    guard let bytes else {
      settings.paths = [name]
      return Session(settings, messages)
    }
    // As for standard input: nothing can read it again.
    settings.paths = [FilePath(text: "-")]
    let calendars = ReadCalendars(bytes, of: name, settings, messages)
    return Session(settings, calendars, messages)
  }

  /// Where the result of a calendar goes.
  private func place(of item: BatchItem, _ name: FilePath) throws(Failure) -> ResultPlace {
    guard let directory = output.directory else { return .value(KeptResult(limit: longestValue)) }
    guard let path = item.place else {
      throw Failure(.cannotCreate, "\(name): can't be the name of a result in \(directory)")
    }
    try directories.prepare(path.directory)
    return .file(path, isOneOfMany: true)
  }
}
