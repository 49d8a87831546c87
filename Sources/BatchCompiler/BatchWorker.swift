import CSystem
package import CalendarSources
import NotificationTriggers
import ProgramSupport
import ReminderCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process that compiles calendars, one after another.
///
/// It reads a `BatchItem` per line of standard input and writes a `BatchResult` and its line to
/// standard output, until its input ends. Time zones, day classes and formatters are cached between
/// calendars.
package struct BatchWorker<Command: CalendarConversion> {
  private let command: Command
  private let settings: Settings
  private let output: BatchOutput
  private let parent: Int32
  private let directories = ResultDirectories()

  /// The memory limit of a worker, in bytes: four times the largest calendar that is read.
  private let maximumMemory: UInt64 = 4 << 30

  /// The limit of processor time for one calendar, in seconds.
  ///
  /// Work limits bound a calendar to some seconds; only a bug can reach this one.
  private let maximumSeconds: UInt64 = 300

  /// The longest value in a line, in bytes; engines don't read longer lines.
  private let longestValue = 256 << 20

  /// Makes a worker of the batch with the process ID `parent`.
  package init(_ command: Command, settings: Settings, of parent: Int32) {
    self.command = command
    self.settings = settings
    output = command.batchOutput
    self.parent = parent
  }

  /// Compiles calendars until the input or the parent process ends.
  package func run() {
    nameProcess("ics2notify")
    limitMemory(maximumMemory)
    // An orphan must not write, because another run can write the same results.
    guard endWithParent(parent) else { return }
    // Keeping these makes all compilations after the first faster.
    let options = settings.compiler
    let kept = (ProofRange(options), WordFormatter.formatter(in: options.language))
    defer { withExtendedLifetime(kept) {} }
    var input = DescriptorLines(STDIN_FILENO, limit: .max)
    while case .line(let line) = input.nextOfFile(),
      let item = try? JSONDecoder().decode(BatchItem.self, from: Data(line))
    {
      limitProcessorTime(maximumSeconds)
      let result = result(of: item)
      let answer = result.jsonLine() + (result.line.isEmpty ? Array("\n".utf8) : result.line)
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
      var isZoneAssumed = settings.isZoneAssumed
      var bytes = Array(item.bytes)
      if item.content == .line {
        result.name = CalendarLine.name(in: item.bytes) ?? item.name
        let line = try CalendarLine(item.bytes, at: item.name)
        try line.apply(to: &settings)
        isZoneAssumed = isZoneAssumed && line.timeZone == nil
        bytes = Array(line.calendar.utf8)
      }
      if output.directory != nil {
        messages.subject = result.name.description
        messages.keepsHints = true
      }
      // Taken before reading, so that a change during the run makes the result stale.
      let time = ContentTime.now
      let place = try place(of: item, result.name)
      settings.paths = [item.content == .file ? item.name : CalendarPath(text: "-")]
      let calendars =
        item.content == .file
        ? CalendarInput(settings, messages: messages)
        : CalendarInput(bytes, of: result.name, settings: settings, messages: messages)
      let conversion = try command.convert(
        Session(settings, calendars: calendars, messages: messages), into: place)
      switch place {
      case .file(let path, _): time.put(on: path)
      case .value(let kept): value = kept
      case .standardOutput: break
      }
      result.status = conversion.status
      result.fires = conversion.fires
      result.slots = conversion.slots
      result.exactUntil = conversion.exactUntil
      if isZoneAssumed, !settings.isQuiet {
        result.zone = zoneDependence(of: calendars, settings)
      }
    } catch {
      fail(&result, of: item, with: error, messages: messages)
    }
    if output.directory == nil {
      result.line = Command.line(of: result, value: value?.bytes, messages: messages)
    } else {
      result.text = messages.text
    }
    result.hintCount = messages.hintCount
    result.seconds = began.duration(to: .now) / .seconds(1)
    return result
  }

  /// Records an error, and replaces the file of an earlier result.
  private func fail(
    _ result: inout BatchResult, of item: BatchItem, with error: any Error, messages: Messages
  ) {
    let failure = error as? Failure ?? Failure(.internalError, "\(error)")
    if let message = failure.message { messages.say(.error, message) }
    result.status = failure.status
    guard let place = item.place else { return }
    var protected = ProtectedFiles()
    for file in settings.otherFiles + [item.name.path] { protected.add(file) }
    command.replaceResult(at: place, by: &result, messages, protecting: protected)
  }

  /// The part of a result that depends on the device's zone; nil if no part does.
  private func zoneDependence(
    of calendars: CalendarInput, _ settings: Settings
  ) -> ZoneDependence? {
    let expansion = Expansion(calendars.components, options: settings.compiler)
    // Some layers keep only local times, which ring on the device's clock.
    let options = settings.notifications
    let times = options.layer.alwaysFloats ? .ofAlerts : command.shownTimes
    let dependence = expansion.zoneDependence(showing: times, nag: options.overdueNag)
    return options.layer.alwaysFloats ? dependence.map { _ in .alerts } : dependence
  }

  private func place(of item: BatchItem, _ name: CalendarPath) throws(Failure) -> OutputDestination
  {
    guard let directory = output.directory else { return .value(ResultBuffer(limit: longestValue)) }
    guard let path = item.place else {
      throw Failure(.cannotCreate, "\(name): can't be the name of a result in \(directory)")
    }
    try directories.prepare(path.directory)
    return .file(path, isOneOfMany: true)
  }
}
