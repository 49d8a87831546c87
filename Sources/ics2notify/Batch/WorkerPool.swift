import CSystem
import CalendarFiles

/// Processes that do calendars side by side, and what they have answered.
final class WorkerPool {
  /// Calendars that were handed in and are not taken out, by their numbers.
  private var items: [Int: BatchItem] = [:]
  private var results: [Int: BatchResult] = [:]
  /// Those at which a worker has died, and which the next one does alone: so it is known which of
  /// them it was.
  private var repeated: [Int] = []
  private var deaths: [Int: Int] = [:]
  private var workers: [WorkerProcess] = []
  private let arguments: [String]
  private let count: Int
  private var nextNumber = 0
  private var firstNumber = 0
  /// How much memory all take that were handed in and are not taken out, in bytes.
  private var size = 0

  /// The most calendars that a worker has waiting: enough that it never waits for one.
  private static let maximumUnanswered = 32
  /// The most calendars and results that wait for an earlier one.
  private static let maximumNumbers = 4_096
  /// The most bytes of calendars and results that wait; a single one can have more.
  private static let maximumSize = 64 << 20
  /// How often a calendar may be under the hands of a worker that is ended from outside.
  private static let maximumDeaths = 2

  /// Prepares workers; they are started when there is something to do.
  ///
  /// - Parameters:
  ///   - count: The most of them.
  ///   - arguments: What each is called with.
  init(_ count: Int, _ arguments: [String]) {
    self.count = count
    self.arguments = arguments
  }

  /// Whether everything that was handed in has been taken out.
  var isEmpty: Bool { items.isEmpty && results.isEmpty }

  /// Whether another calendar can be handed in.
  var hasRoom: Bool {
    guard repeated.isEmpty, nextNumber - firstNumber < WorkerPool.maximumNumbers,
      size < WorkerPool.maximumSize
    else { return false }
    return workers.count < count
      || workers.contains { $0.unanswered.count < WorkerPool.maximumUnanswered && !$0.isAlone }
  }

  /// Hands in a calendar.
  ///
  /// - Parameter item: The calendar.
  /// - Throws: Why no worker can be started.
  func hand(_ item: BatchItem) throws(Failure) {
    let worker = try freest()
    items[nextNumber] = item
    size += item.size
    worker.hand(item, nextNumber)
    nextNumber += 1
  }

  /// Hands in what came of a calendar without a worker.
  func hand(_ result: BatchResult) {
    results[nextNumber] = result
    size += result.size
    nextNumber += 1
  }

  /// Whether the next result is there.
  var hasResult: Bool { results[firstNumber] != nil }

  /// The next result in the order in which calendars were handed in; nil where it isn't there yet.
  func result() -> BatchResult? {
    guard let result = results.removeValue(forKey: firstNumber) else { return nil }
    size -= result.size
    firstNumber += 1
    return result
  }

  /// The worker with the least to do; a new one where all have something.
  private func freest() throws(Failure) -> WorkerProcess {
    let free = workers.filter { !$0.isAlone }.min { $0.unanswered.count < $1.unanswered.count }
    if let free, free.unanswered.isEmpty || workers.count == count { return free }
    do throws(SystemError) {
      let worker = try WorkerProcess(arguments)
      workers.append(worker)
      return worker
    } catch {
      // Others go on with what there is.
      if let free { return free }
      throw Failure(.internalError, "no worker can be started: \(error.reason)")
    }
  }

  /// Waits until workers have answered, or something else can be read.
  ///
  /// - Parameters:
  ///   - descriptor: From what else something may come; nil for nothing.
  ///   - milliseconds: How long at most; -1 for as long as it takes.
  /// - Throws: Why no worker can be started.
  /// - Returns: Whether something else can be read.
  func wait(orFor descriptor: Int32?, _ milliseconds: Int32) throws(Failure) -> Bool {
    try handRepeated()
    for worker in workers { worker.send() }
    // Results that have to wait are not read while there are too many, but for the next one.
    let isFull = size >= WorkerPool.maximumSize && repeated.isEmpty
    let heard = workers.filter { !isFull || $0.unanswered.contains(firstNumber) }
    var watched = heard.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
    for worker in workers where worker.hasOutgoing {
      watched.append(pollfd(fd: worker.input, events: Int16(POLLOUT), revents: 0))
    }
    if let descriptor {
      watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard waitForAny(&watched, watched.count, milliseconds) > 0 else { return false }
    for (worker, state) in zip(heard, watched) where state.revents != 0 {
      try receive(from: worker)
    }
    return descriptor != nil && watched.last?.revents != 0
  }

  /// Takes up what a worker has answered.
  private func receive(from worker: WorkerProcess) throws(Failure) {
    let isThere = worker.receive()
    while let (number, result) = worker.result() {
      size -= items.removeValue(forKey: number)?.size ?? 0
      size += result.size
      deaths[number] = nil
      results[number] = result
    }
    if !isThere { try bury(worker) }
  }

  /// Takes leave of a worker that has ended, and sees what becomes of what it had to do.
  private func bury(_ worker: WorkerProcess) throws(Failure) {
    workers.removeAll { $0 === worker }
    let status = worker.end()
    let lost = worker.unanswered
    guard status < 0 || worker.hasAnswered else {
      throw Failure(.internalError, "a worker ends at once with status \(status)")
    }
    for number in lost {
      guard lost.count == 1 else {
        repeated.append(number)
        continue
      }
      deaths[number, default: 0] += 1
      // What a fault of the program raises comes again.
      let isOwn = WorkerPool.faults.contains(-status)
      if isOwn || deaths[number, default: 0] >= WorkerPool.maximumDeaths {
        refuse(number, status)
      } else {
        repeated.append(number)
      }
    }
    repeated.sort()
  }

  /// The signals that a program gets for what it does itself.
  private static let faults: Set<Int32> = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
  ]

  private func refuse(_ number: Int, _ status: Int32) {
    guard let item = items.removeValue(forKey: number) else { return }
    size -= item.size
    let why = status < 0 ? "was ended by signal \(-status)" : "ended with status \(status)"
    let result = refused(item, "\(item.name): the program fails on it: its worker \(why)")
    size += result.size
    results[number] = result
  }

  /// Makes the result of a calendar on which the program fails.
  var refused: (BatchItem, String) -> BatchResult = { item, _ in
    BatchResult(name: item.name, status: .internalError)
  }

  /// Hands those to workers that each does alone.
  private func handRepeated() throws(Failure) {
    while let number = repeated.first, let item = items[number] {
      let worker: WorkerProcess
      if let idle = workers.first(where: \.unanswered.isEmpty) {
        worker = idle
      } else if workers.count < count {
        worker = try freest()
      } else {
        return
      }
      guard worker.unanswered.isEmpty else { return }
      repeated.removeFirst()
      worker.hand(item, number)
      worker.isAlone = true
    }
  }
}

/// A process that does calendars of a batch, seen from who hands them out.
final class WorkerProcess {
  /// Where it reads and writes.
  let input: Int32
  let output: Int32
  private let process: Int32
  /// What it was handed and hasn't answered, in its order.
  private(set) var unanswered: [Int] = []
  private var outgoing = FrameWriter()
  private var sent = 0
  private var incoming = FrameReader()
  /// Whether it has answered anything at all.
  private(set) var hasAnswered = false
  /// Whether it is given nothing more until it has answered.
  var isAlone = false

  /// How many bytes are read at a time.
  private static let pieceSize = 1 << 20

  /// Starts a worker.
  ///
  /// - Parameter arguments: What it is called with.
  /// - Throws: Why there is none.
  init(_ arguments: [String]) throws(SystemError) {
    var bytes: [UInt8] = []
    for word in [RenewalArguments.program] + arguments {
      bytes += FilePath(argument: word).bytes + [0]
    }
    // The program itself, also where its file has been replaced meanwhile.
    let started = startWorker("/proc/self/exe", bytes, bytes.count)
    guard started.error == 0 else { throw SystemError(code: started.error) }
    input = started.input
    output = started.output
    process = started.process
  }

  /// Hands it a calendar.
  ///
  /// - Parameters:
  ///   - item: The calendar.
  ///   - number: What it is known by here.
  func hand(_ item: BatchItem, _ number: Int) {
    outgoing.append(item)
    unanswered.append(number)
  }

  /// Whether there is something that it hasn't taken yet.
  var hasOutgoing: Bool { sent < outgoing.bytes.count }

  /// Lets it take what it can without waiting; one that is gone is noticed by its silence.
  func send() {
    while hasOutgoing {
      let count = FileBytes.offer(outgoing.bytes, from: sent, to: input)
      if count < 0 { sent = outgoing.bytes.count }
      guard count > 0 else { break }
      sent += count
    }
    // What was taken goes, also where there is always something that wasn't.
    if sent > outgoing.bytes.count / 2 {
      outgoing.removeFirst(sent)
      sent = 0
    }
  }

  /// Reads what it says without waiting.
  ///
  /// - Returns: Whether it is still there.
  func receive() -> Bool {
    let (bytes, canContinue) = FileBytes.available(of: output, limit: WorkerProcess.pieceSize)
    incoming.append(bytes)
    return canContinue
  }

  /// The next result that is whole, and what it is known by.
  func result() -> (number: Int, result: BatchResult)? {
    guard !unanswered.isEmpty, let result = incoming.result() else { return nil }
    hasAnswered = true
    isAlone = false
    return (unanswered.removeFirst(), result)
  }

  /// Waits for its end, having closed what it reads.
  ///
  /// - Returns: Its status, or below zero the signal that ended it.
  func end() -> Int32 {
    _ = closeFile(input)
    _ = closeFile(output)
    return waitForEnd(process)
  }
}
