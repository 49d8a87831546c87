import CSystem
import CalendarFiles
package import CalendarSources
import CivilTime
import ICalendar
import NotificationTriggers
package import ProgramSupport
import ReminderCompiler
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A run of `batch`: one command for each of many calendars.
///
/// Worker processes compile the calendars; the results are written in the order of the calendars.
/// Memory depends on the number of workers, not on the number of calendars.
package final class BatchRun<Command: CalendarConversion> {
  private let batch: BatchSettings
  private let command: Command
  private let settings: Settings
  private let output: BatchOutput
  /// Standard output; nil if results are files.
  private let lines: LineOutput?
  private let log: BatchLog?
  private let results: ResultFreshness?
  /// Whether this run created the directory of results.
  private let isDirectoryNew: Bool
  /// The categories, which the first line with a plan contains; nil after that line.
  private var categories: [NotificationCategory]?
  private let pool: WorkerPool
  private var inputs: BatchInputs
  private var progress: BatchProgress
  private var places: ResultPlaces
  private let protected: ProtectedFiles
  private var hintCount = 0
  /// The numbers of calendars whose alerts, or only whose texts, depend on the machine's zone.
  private var zoneCounts: [ZoneDependence: Int] = [:]
  private var lastFlush = ContinuousClock.now
  private var areInputsAtEnd = false
  /// Whether a PATH lacks calendars, or the list is empty.
  private var isInputMissing = false
  private var isPending = false
  /// Whether a result of a calendar that is gone could not be removed.
  private var isPruningFaulty = false

  /// Prepares a run, whose workers are this program with `arguments`.
  package init(
    _ command: Command, settings: Settings, batch: BatchSettings, workers arguments: [String]
  ) throws(Failure) {
    self.batch = batch
    self.command = command
    self.settings = settings
    output = command.batchOutput
    let start = ContentTime.now
    let paths = settings.paths
    inputs = try BatchInputs(paths, batch: batch)
    var protected = ProtectedFiles()
    for file in settings.otherFiles { protected.add(file) }
    if let list = inputs.descriptor { protected.add(factsOfDescriptor(list)) }
    isDirectoryNew = output.directory?.facts().isAbsent ?? false
    places = ResultPlaces(output, of: paths)
    if let directory = output.directory {
      try directory.make()
      lines = nil
      results = try ResultFreshness(
        output, below: places.root, batch: batch, settings: settings, start: start)
    } else {
      lines = try LineOutput(protecting: protected)
      results = nil
    }
    let logFile = batch.resume ?? batch.log
    log = try logFile.map { [lines] path throws(Failure) in
      let facts = path.facts()
      if protected.contains(facts) {
        throw Failure(.cannotCreate, "\(path): can't be written as a log: it is read as an input")
      }
      let output = factsOfDescriptor(STDOUT_FILENO)
      if lines != nil, facts.error == 0, output.kind == .file, facts.identity == output.identity {
        throw Failure(.cannotCreate, "\(path): can't be written as a log: results go there")
      }
      return try BatchLog(path, isResumed: batch.resume != nil, output: lines)
    }
    let hasCategories = lines == nil || Command.resultKey != "plan" || log?.hasPlan ?? false
    categories = hasCategories ? nil : NotificationCategory.all(in: settings.compiler.language)
    if let logFile { protected.add(logFile) }
    self.protected = protected
    progress = BatchProgress(isQuiet: settings.isQuiet)
    if batch.filesFrom == nil, !batch.readsLines {
      progress.countInputs = { BatchInputs.count(at: paths) }
    }
    pool = WorkerPool(count: settings.workers.count, arguments: arguments) {
      [protected] item, message in
      BatchRun.refused(
        item.name, with: Failure(.internalError, message), at: item.place, by: command,
        protecting: protected)
    }
  }

  /// Makes all results, and exits.
  package func run() throws(Failure) -> Never {
    do throws(Failure) {
      try work()
    } catch {
      pool.end()
      throw error
    }
    pool.end()
    if batch.prunes { prune() }
    progress.end()
    remark()
    if isDirectoryNew, isInputMissing || !progress.isFaultless { results?.removeAlone() }
    guard !isInputMissing else { ExitStatus.noInput.exit() }
    let isFaultless = progress.isFaultless && !isPruningFaulty
    (lines != nil || isFaultless ? ExitStatus.success : .partial).exit()
  }

  /// Writes the hints that concern several calendars, once for all.
  private func remark() {
    let messages = Messages()
    settings.remarkOnZones(messages)
    guard !settings.isQuiet else { return }
    if !zoneCounts.isEmpty {
      let finding = Finding.zoneAssumed(
        settings.deviceZone.identifier, alerts: zoneCounts[.alerts] ?? 0,
        texts: zoneCounts[.texts] ?? 0, isFromLines: batch.readsLines)
      messages.show(
        [Diagnostic(finding)],
        by: DiagnosticPrinter(
          isQuiet: false, isVerbose: settings.isVerbose, lineText: nil,
          terminal: messages.areReadNow ? Terminal(.errors) : .none))
    }
    if hintCount > 0 {
      messages.say(
        .hint,
        "\(hintCount) \(hintCount == 1 ? "calendar has" : "calendars have") events or to-dos "
          + "that lack an alarm; "
          + "--default-alarm -PT15M reminds of each 15 minutes before its start, or when it is due, "
          + "--all-day-alarm 09:00 on the day of all-day ones")
    }
  }

  private func work() throws(Failure) {
    while true {
      try giveOut()
      try takeIn()
      // The next result may already be here, such as a refusal. Writing it frees memory.
      if pool.hasResult { continue }
      if areInputsAtEnd, pool.isEmpty { break }
      progress.show { inputs.progress }
      let awaited = isPending ? inputs.descriptor : nil
      if try pool.wait(orFor: awaited, progress.isShown ? BatchProgress.pause : -1) {
        inputs.read()
        isPending = false
      }
    }
    try flush(isLast: true)
  }

  /// Submits calendars to the pool until it is full.
  private func takeIn() throws(Failure) {
    while pool.hasRoom, !areInputsAtEnd, !isPending {
      switch inputs.next() {
      case .item(let item): try take(item)
      case .failed(let name, let failure, let isMissing):
        // If results are files, `refuse` reports the error on standard error.
        if isMissing { missing(lines == nil ? nil : failure.message) }
        let (place, isFirst) = places.reserve(name)
        if !isDone(name) { refuse(name, with: failure, at: isFirst ? place : nil) }
      case .emptyList(let failure): missing(failure.message)
      case .pending: isPending = true
      case .end: areInputsAtEnd = true
      }
    }
  }

  private func missing(_ message: String?) {
    isInputMissing = true
    guard let message else { return }
    progress.clear()
    StandardError.say(.error, message)
  }

  private func isDone(_ name: CalendarPath) -> Bool {
    guard let log, log.isDone(name) else { return false }
    progress.doneBefore += 1
    return true
  }

  /// Submits a calendar, unless its result is up to date or can't be written.
  private func take(_ given: BatchItem) throws(Failure) {
    var item = given
    // Decode the name in a line of JSON only if a resumed log or a result's path depends on it.
    let isNamed = batch.resume != nil || results != nil
    let name = isNamed ? item.calendarName : item.name
    // Reserve the path even for a calendar that is done, so that no other one overwrites it.
    let (place, isFirst) = places.reserve(name)
    item.place = place
    if isDone(name) { return }
    guard isFirst else {
      return refuse(
        name,
        with: Failure(
          .cannotCreate,
          "\(name): another calendar of this run has its result at \(place?.description ?? "")"))
    }
    if batch.skipsUnchanged, item.content == .file, let results, let place,
      results.isFresh(place, of: name)
    {
      var result = BatchResult(name: name, status: .success)
      result.isSkipped = true
      return pool.hand(result)
    }
    if let place, protected.contains(place.facts()) {
      return refuse(
        name,
        with: Failure(.cannotCreate, "\(place): isn't written: it is the log, or read as an input"))
    }
    try pool.hand(item)
  }

  /// Adds a failure as a result, which replaces an earlier result at `place`.
  private func refuse(_ name: CalendarPath, with failure: Failure, at place: FilePath? = nil) {
    pool.hand(BatchRun.refused(name, with: failure, at: place, by: command, protecting: protected))
  }

  private static func refused(
    _ name: CalendarPath, with failure: Failure, at place: FilePath?, by command: Command,
    protecting protected: ProtectedFiles
  ) -> BatchResult {
    let messages = Messages(isKept: true)
    if let message = failure.message { messages.say(.error, message, file: name.description) }
    var result = BatchResult(name: name, status: failure.status)
    if let place {
      var protected = protected
      protected.add(name.path)
      command.replaceResult(at: place, by: &result, messages, protecting: protected)
    }
    result.text = messages.text
    result.line = Command.line(of: result, value: nil, messages: messages)
    return result
  }

  /// Removes the results of calendars that are gone, if all calendars were read.
  private func prune() {
    progress.clear()
    guard let results, let stale = StaleResults(places, suffixes: batch.suffixes) else { return }
    let reason =
      inputs.fault ?? (places.isEmpty ? StaleResults.noCalendar : nil)
      ?? (results.isAlone() ? nil : "another run writes results there")
    guard reason == nil else {
      if !settings.isQuiet { StandardError.say(.warning, StaleResults.message(reason ?? "")) }
      return
    }
    stale.visit { result, file in
      let code = removeFile(file.terminated)
      guard code == 0 else {
        isPruningFaulty = true
        StandardError.say(.error, "\(result): can't be removed: \(SystemError(code: code).reason)")
        return false
      }
      progress.pruned += 1
      return true
    }
  }

  /// Writes the available results in order, then the log, which lists only written results.
  private func giveOut() throws(Failure) {
    while let result = pool.result() {
      progress.count(result)
      hintCount += result.hintCount
      if let zone = result.zone { zoneCounts[zone, default: 0] += 1 }
      if let lines {
        guard try lines.write(line(of: result)) else {
          pool.end()
          ExitStatus.success.exit()
        }
      } else if !result.text.isEmpty {
        progress.clear()
        StandardError.write(result.text)
      }
      log?.append(result, end: lines?.end)
    }
    try flush()
  }

  /// The line of a result; that of the first plan also has all categories.
  private func line(of result: BatchResult) -> [UInt8] {
    let line = result.line
    guard let all = categories, result.slots != nil else { return line }
    categories = nil
    // Encoding strings doesn't fail.
    return (try? BatchResultLine.adding(all, to: line)) ?? line
  }

  /// Writes the log, after flushing result files to disk, which happens every two seconds at most.
  private func flush(isLast: Bool = false) throws(Failure) {
    if let results {
      let now = ContinuousClock.now
      guard isLast || log != nil && lastFlush.duration(to: now) >= .seconds(2) else { return }
      results.flush()
      lastFlush = now
    }
    try log?.flush()
  }
}
