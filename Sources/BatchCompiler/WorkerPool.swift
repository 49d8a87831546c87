import CSystem
import ProgramSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A pool of worker processes, each of which compiles one calendar at a time.
final class WorkerPool {
  /// A calendar and its position in the order of results.
  fileprivate typealias Task = (number: Int, item: BatchItem)

  private var results: [Int: BatchResult] = [:]
  /// The calendars whose worker was killed from outside; each is retried once.
  private var retried: Set<Int> = []
  private var workers: [WorkerProcess] = []
  private let arguments: [String]
  private var count: Int
  /// The calendars that wait for a worker, because no further one could be started.
  private var waiting: [Task] = []
  private var nextNumber = 0
  private var firstNumber = 0
  /// The approximate memory of all queued calendars and results, in bytes.
  private var size = 0
  private let refused: (BatchItem, String) -> BatchResult

  /// Prepares at most `count` workers; `refused` turns a worker's failure into a result.
  init(
    count: Int, arguments: [String], refused: @escaping (BatchItem, String) -> BatchResult
  ) {
    self.count = count
    self.arguments = arguments
    self.refused = refused
  }

  /// Whether all results were taken.
  var isEmpty: Bool {
    results.isEmpty && waiting.isEmpty && workers.allSatisfy { $0.task == nil }
  }

  var hasRoom: Bool {
    size < CalendarLine.maximumSize && waiting.isEmpty
      && (workers.count < count || workers.contains { $0.task == nil })
  }

  func hand(_ item: BatchItem) throws(Failure) {
    size += item.size
    try hand((nextNumber, item))
    nextNumber += 1
  }

  func hand(_ result: BatchResult) {
    results[nextNumber] = result
    size += result.size
    nextNumber += 1
  }

  private func hand(_ task: Task) throws(Failure) {
    if let free = workers.first(where: { $0.task == nil }) { return free.hand(task) }
    do throws(SystemError) {
      let worker = try WorkerProcess(arguments)
      workers.append(worker)
      worker.hand(task)
    } catch {
      guard !workers.isEmpty else {
        throw Failure(.internalError, "no worker can be started: \(error.reason)")
      }
      count = workers.count
      waiting.append(task)
    }
  }

  var hasResult: Bool { results[firstNumber] != nil }

  /// The next result in the order of the calendars; nil if it isn't available yet.
  func result() -> BatchResult? {
    guard let result = results.removeValue(forKey: firstNumber) else { return nil }
    size -= result.size
    firstNumber += 1
    return result
  }

  /// Blocks until workers have answered or `descriptor` is readable; -1 ms means no limit.
  ///
  /// - Returns: Whether `descriptor` is readable.
  func wait(orFor descriptor: Int32?, _ milliseconds: Int32) throws(Failure) -> Bool {
    let all = workers
    var watched = (all.map(\.descriptor) + [descriptor].compactMap { $0 }).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard waitForAny(&watched, watched.count, milliseconds) > 0 else { return false }
    for (worker, state) in zip(all, watched) where state.revents != 0 {
      let task = worker.task
      if let result = worker.answer(), let task {
        finish(task, with: result)
        if !waiting.isEmpty { worker.hand(waiting.removeFirst()) }
      } else {
        try bury(worker)
      }
    }
    return descriptor != nil && watched.last?.revents != 0
  }

  private func finish(_ task: Task, with result: BatchResult) {
    size += result.size - task.item.size
    retried.remove(task.number)
    results[task.number] = result
  }

  /// Reaps a worker that exited, and retries its calendar once unless a signal indicates a bug.
  private func bury(_ worker: WorkerProcess) throws(Failure) {
    workers.removeAll { $0 === worker }
    let status = worker.end()
    guard status < 0 || worker.hasAnswered else {
      throw Failure(.internalError, "a worker ends at once with status \(status)")
    }
    if let task = worker.task {
      if !WorkerPool.faults.contains(-status), retried.insert(task.number).inserted {
        try hand(task)
      } else {
        let why = status < 0 ? "was ended by signal \(-status)" : "ended with status \(status)"
        let reason = "\(task.item.name): the program fails on it: its worker \(why)"
        finish(task, with: refused(task.item, reason))
      }
    }
    if !waiting.isEmpty { try hand(waiting.removeFirst()) }
  }

  /// Ends all workers and waits for them; kills those that are busy.
  func end() {
    for worker in workers { _ = worker.end(isKilled: worker.task != nil) }
    workers = []
  }

  /// The signals that a program's own actions cause.
  private static let faults: Set<Int32> = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
  ]
}

/// A worker process, as the pool sees it.
///
/// The worker reads a whole line before it answers with two, so the two can't block each other.
private final class WorkerProcess {
  private let input, process: Int32
  private var output: DescriptorLines
  private(set) var task: WorkerPool.Task?
  /// Whether it has returned at least one result.
  private(set) var hasAnswered = false

  init(_ arguments: [String]) throws(SystemError) {
    let words = [RunningProgram.own] + arguments
    let bytes = words.flatMap { word -> [UInt8] in FilePath(argument: word).bytes + [0] }
    // The running program, even if its file has been replaced.
    let started = startWorker("/proc/self/exe", bytes, bytes.count)
    guard started.error == 0 else { throw SystemError(code: started.error) }
    input = started.input
    output = DescriptorLines(started.output, limit: .max)
    process = started.process
  }

  /// Readable when the worker has answered or exited.
  var descriptor: Int32 { output.descriptor }

  /// Sends a calendar; ignores errors, since `answer` returns nil for a worker that exited.
  func hand(_ task: WorkerPool.Task) {
    self.task = task
    let line = task.item.jsonLine()
    _ = writeAll(input, line, line.count)
  }

  /// Reads the next result; nil if the worker has exited.
  func answer() -> BatchResult? {
    guard case .line(let answer) = output.nextOfFile(),
      var result = try? JSONDecoder().decode(BatchResult.self, from: Data(answer)),
      // A worker that is killed can leave half a line.
      case .line(let line) = output.nextOfFile(), output.hadEnd
    else { return nil }
    if !line.isEmpty { result.line = line + "\n".utf8 }
    hasAnswered = true
    task = nil
    return result
  }

  /// Closes the input and waits; returns the exit status, or minus the signal number.
  func end(isKilled: Bool = false) -> Int32 {
    if isKilled { kill(process, SIGKILL) }
    _ = closeFile(input)
    _ = closeFile(descriptor)
    return waitForEnd(process)
  }
}
