import CSystem
import CalendarFiles

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
