import CSystem
import CalendarFiles
import ReminderCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process that compiles calendars, one after another.
///
/// Its standard input has the calendars, its standard output the results, in lines of JSON. It ends
/// with its input. Nothing is kept from one calendar to the next but time zones.
struct BatchWorker<Command: ConvertingCommand> {
  private let command: Command
  private let settings: Settings
  private let output: BatchOutput
  private let parent: Int32
  private let directories = ResultDirectories()

  /// The most memory of a worker, in bytes: four times the largest calendar that is read.
  private let maximumMemory: UInt64 = 4 << 30

  /// The most processor time for one calendar, in seconds.
  ///
  /// Counts bound the work for a calendar to some seconds, the same on every machine. This limit is
  /// for a fault of the program itself.
  private let maximumSeconds: UInt64 = 300

  /// The longest value in a line, in bytes: engines read no longer lines.
  private let longestValue = 256 << 20

  /// Prepares a worker of the run whose options are `batch`.
  init(_ command: Command, _ batch: BatchOptions, _ settings: Settings) {
    self.command = command
    self.settings = settings
    output = command.batchOutput
    parent = Int32(clamping: batch.worker ?? 0)
  }

  /// Compiles calendars until its input or its run ends.
  func run() {
    nameProcess("ics2notify")
    limitMemory(maximumMemory)
    // Without its run, a worker writes nothing: another run can write the same results.
    guard endWithParent(parent) else { return }
    // Proofs need the same for all calendars.
    let range = ProofRange(settings.compiler)
    defer { withExtendedLifetime(range) {} }
    var input = DescriptorLines(STDIN_FILENO, limit: .max)
    while case .line(let line) = input.nextOfFile(),
      let item = try? JSONDecoder().decode(BatchItem.self, from: Data(line))
    {
      limitProcessorTime(maximumSeconds)
      let answer = result(of: item).jsonLine()
      guard getppid() == parent, writeAll(STDOUT_FILENO, answer, answer.count) == 0 else { return }
    }
  }

  private func result(of item: BatchItem) -> BatchResult {
    let began = ContinuousClock.now
    let messages = Messages(isKept: true)
    var result = BatchResult(name: item.name, status: .success)
    var value: ResultBuffer?
    do {
      var settings = settings
      settings.workers = .one
      var bytes = Array(item.bytes)
      if item.content == .line {
        result.name = CalendarLine.name(in: item.bytes) ?? item.name
        let line = try CalendarLine(item.bytes, at: item.name)
        try line.apply(to: &settings)
        bytes = Array(line.calendar.utf8)
      }
      if output.directory != nil {
        messages.subject = result.name.description
        messages.keepsHints = true
      }
      // Taken before anything is read: a later change makes the result an old one.
      let time = ContentTime.now
      let place = try place(of: item, result.name)
      settings.paths = [item.content == .file ? item.name : FilePath(text: "-")]
      let calendars =
        item.content == .file
        ? CalendarInput(settings, messages)
        : CalendarInput(bytes, of: result.name, settings, messages)
      let conversion = try command.convert(Session(settings, calendars, messages), into: place)
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
      result.line = Data(Command.line(result, value?.bytes, messages))
    } else {
      result.text = messages.text
    }
    result.hintCount = messages.hintCount
    result.seconds = began.duration(to: .now) / .seconds(1)
    return result
  }

  private func place(of item: BatchItem, _ name: FilePath) throws(Failure) -> OutputDestination {
    guard let directory = output.directory else { return .value(ResultBuffer(limit: longestValue)) }
    guard let path = item.place else {
      throw Failure(.cannotCreate, "\(name): can't be the name of a result in \(directory)")
    }
    try directories.prepare(path.directory)
    return .file(path, isOneOfMany: true)
  }
}
