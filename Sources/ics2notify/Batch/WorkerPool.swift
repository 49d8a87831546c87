import CSystem
import CalendarFiles

/// Worker processes that compile calendars, each one at a time, and their results.
final class WorkerPool {
  /// A calendar and the number that gives its result a place in the order.
  fileprivate typealias Task = (number: Int, item: BatchItem)

  private var results: [Int: BatchResult] = [:]
  /// Calendars whose worker was ended from outside; each gets a second worker.
  private var lost: [Task] = []
  private var retried: Set<Int> = []
  private var workers: [WorkerProcess] = []
  private let arguments: [String]
  private let count: Int
  private var nextNumber = 0
  private var firstNumber = 0
  /// The memory of all calendars and results that wait, in bytes: as much as one line with a calendar
  /// at most, though a single one can have more.
  private var size = 0

  /// Prepares workers; they are started when there is something to do.
  ///
  /// - Parameters:
  ///   - count: The most of them.
  ///   - arguments: Their arguments.
  init(_ count: Int, _ arguments: [String]) {
    self.count = count
    self.arguments = arguments
  }

  /// Whether everything that was handed in has been taken out.
  var isEmpty: Bool { results.isEmpty && lost.isEmpty && workers.allSatisfy(\.isFree) }

  /// Whether another calendar can be handed in.
  var hasRoom: Bool {
    lost.isEmpty && size < CalendarLine.maximumSize
      && (workers.count < count || workers.contains(where: \.isFree))
  }

  /// Hands in a calendar.
  func hand(_ item: BatchItem) throws(Failure) {
    size += item.size
    lost.append((nextNumber, item))
    nextNumber += 1
    try handOut()
  }

  /// Hands in the result of a calendar that needs no worker.
  func hand(_ result: BatchResult) {
    results[nextNumber] = result
    size += result.size
    nextNumber += 1
  }

  /// Whether the next result is there.
  var hasResult: Bool { results[firstNumber] != nil }

  /// The next result in the order in which calendars were handed in; nil if it isn't there yet.
  func result() -> BatchResult? {
    guard let result = results.removeValue(forKey: firstNumber) else { return nil }
    size -= result.size
    firstNumber += 1
    return result
  }

  /// Hands calendars to free workers, and starts more of these up to the number that there may be.
  private func handOut() throws(Failure) {
    while let task = lost.first {
      var worker = workers.first(where: \.isFree)
      if worker == nil, workers.count < count {
        do throws(SystemError) {
          let started = try WorkerProcess(arguments)
          workers.append(started)
          worker = started
        } catch {
          // The others go on with what there is.
          guard !workers.isEmpty else {
            throw Failure(.internalError, "no worker can be started: \(error.reason)")
          }
        }
      }
      guard let worker else { return }
      lost.removeFirst()
      worker.hand(task)
    }
  }

  /// Waits until workers have answered, or something else can be read.
  ///
  /// - Parameters:
  ///   - descriptor: Another descriptor to wait for; nil for none.
  ///   - milliseconds: How long at most; -1 for as long as it takes.
  /// - Throws: Why no worker can be started.
  /// - Returns: Whether the other descriptor can be read.
  func wait(orFor descriptor: Int32?, _ milliseconds: Int32) throws(Failure) -> Bool {
    try handOut()
    for worker in workers { worker.send() }
    // While too many results wait, only the next one is read.
    let isFull = size >= CalendarLine.maximumSize && lost.isEmpty
    let heard = workers.filter { !isFull || $0.task?.number == firstNumber }
    var watched = heard.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
    for worker in workers where worker.hasOutgoing {
      watched.append(pollfd(fd: worker.input, events: Int16(POLLOUT), revents: 0))
    }
    if let descriptor {
      watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard waitForAny(&watched, watched.count, milliseconds) > 0 else { return false }
    for (worker, state) in zip(heard, watched) where state.revents != 0 {
      let isThere = worker.receive()
      if let (task, result) = worker.result() { finish(task, result) }
      if !isThere { try bury(worker) }
    }
    return descriptor != nil && watched.last?.revents != 0
  }

  private func finish(_ task: Task, _ result: BatchResult) {
    size += result.size - task.item.size
    retried.remove(task.number)
    results[task.number] = result
  }

  /// Reaps a worker that exited, and retries its calendar once unless the program itself failed.
  private func bury(_ worker: WorkerProcess) throws(Failure) {
    workers.removeAll { $0 === worker }
    let status = worker.end()
    guard status < 0 || worker.hasAnswered else {
      throw Failure(.internalError, "a worker ends at once with status \(status)")
    }
    guard let task = worker.task else { return }
    if !WorkerPool.faults.contains(-status), retried.insert(task.number).inserted {
      lost.append(task)
      return
    }
    let why = status < 0 ? "was ended by signal \(-status)" : "ended with status \(status)"
    finish(
      task, refused(task.item, "\(task.item.name): the program fails on it: its worker \(why)"))
  }

  /// Ends all workers and waits for them, so that none outlives the command.
  func end() {
    for worker in workers { _ = worker.end(isKilled: !worker.isFree) }
    workers = []
  }

  /// The signals that a program gets for what it does itself.
  private static let faults: Set<Int32> = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
  ]

  /// Makes the result of a calendar on which the program fails.
  var refused: (BatchItem, String) -> BatchResult = { item, _ in
    BatchResult(name: item.name, status: .internalError)
  }
}

/// A worker process, seen from the process that hands out calendars.
private final class WorkerProcess {
  let input: Int32
  let output: Int32
  private let process: Int32
  /// The calendar that it works on.
  private(set) var task: WorkerPool.Task?
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var incoming = FrameReader()
  /// Whether it has answered anything at all.
  private(set) var hasAnswered = false

  /// How many bytes are read at a time.
  private static let pieceSize = 1 << 20

  /// Starts a worker.
  init(_ arguments: [String]) throws(SystemError) {
    var bytes: [UInt8] = []
    for word in [RunningProgram.own] + arguments {
      bytes += FilePath(argument: word).bytes + [0]
    }
    // The program itself, also where its file has been replaced meanwhile.
    let started = startWorker("/proc/self/exe", bytes, bytes.count)
    guard started.error == 0 else { throw SystemError(code: started.error) }
    input = started.input
    output = started.output
    process = started.process
  }

  var isFree: Bool { task == nil }

  func hand(_ task: WorkerPool.Task) {
    self.task = task
    var frame = FrameWriter()
    frame.append(task.item)
    outgoing = frame.bytes
    sent = 0
  }

  var hasOutgoing: Bool { sent < outgoing.count }

  /// Sends what the worker takes without waiting; one that is gone is noticed by its silence.
  func send() {
    while hasOutgoing {
      let count = FileBytes.offer(outgoing, from: sent, to: input)
      guard count != 0 else { return }
      sent = count < 0 ? outgoing.count : sent + count
    }
  }

  /// Reads what the worker has answered, without waiting.
  ///
  /// - Returns: Whether it is still there.
  func receive() -> Bool {
    let (bytes, canContinue) = FileBytes.available(of: output, limit: WorkerProcess.pieceSize)
    incoming.append(bytes)
    return canContinue
  }

  /// The result if it is whole, and its calendar.
  func result() -> (WorkerPool.Task, BatchResult)? {
    guard let task, let result = incoming.result() else { return nil }
    hasAnswered = true
    self.task = nil
    return (task, result)
  }

  /// Closes its input and waits for its end.
  ///
  /// - Parameter isKilled: Whether its work is of no use any more.
  /// - Returns: Its status, or below zero the signal that ended it.
  func end(isKilled: Bool = false) -> Int32 {
    if isKilled { kill(process, SIGKILL) }
    _ = closeFile(input)
    _ = closeFile(output)
    return waitForEnd(process)
  }
}
