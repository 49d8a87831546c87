import CSystem
import CalendarFiles
import CivilTime
import ReminderCompiler
import TextSafety

/// A file with a line for each calendar that is done, which a run that was ended goes on from.
final class BatchLog {
  private let path: FilePath
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// How often each name is to be passed over.
  private var done: [Name: Int] = [:]
  /// Whether what an earlier run has done is left.
  let isResumed: Bool
  /// Whether the output that goes on has a line with a plan.
  private(set) var hasPlan = false

  /// A name as two hashes, which nobody can foresee: names can be long, and a million.
  private struct Name: Hashable {
    private let first, second: Int

    init(_ name: String) {
      // Bytes: texts that Unicode takes for the same are two files.
      let bytes = Array(name.utf8)
      first = bytes.hashValue
      var hasher = Hasher()
      hasher.combine(1)
      hasher.combine(bytes)
      second = hasher.finalize()
    }
  }

  /// Begins a log, or goes on with one; `output` is nil if results are files.
  init(_ path: FilePath, isResumed: Bool, _ output: LineOutput?) throws(Failure) {
    self.path = path
    self.isResumed = isResumed
    guard !isResumed || !path.facts().isAbsent else {
      throw Failure(.noInput, "\(path): the log doesn't exist; --log begins one")
    }
    descriptor = openToKeep(path.terminated)
    guard descriptor >= 0 else { throw failure(SystemError(code: -descriptor).reason) }
    guard factsOfDescriptor(descriptor).kind == .file else {
      throw failure("it is not a regular file")
    }
    guard lockFile(descriptor) == 0 else { throw failure("another run is writing it") }
    var lines = try lines()
    switch lines.nextOfFile() {
    case .line(let line) where line.elementsEqual(LogEntry.header.utf8): break
    // One that was cut short before anything was told.
    case .line(let line) where !lines.hadEnd && LogEntry.header.utf8.starts(with: line): break
    case .end: break
    default: throw failure("it is not a log")
    }
    var end = lines.taken
    if isResumed {
      let known = try known(output)
      end = known.end
      if let place = known.output { try output?.cut(to: place) }
    }
    // A line that was cut short is none, and without --resume nothing is done.
    if end <= LogEntry.header.utf8.count { end = 0 }
    guard cutFile(descriptor, isResumed ? Int64(end) : 0) == 0 else {
      throw failure("it can't be truncated")
    }
    if !isResumed || end == 0 {
      buffer += (LogEntry.header + "\n").utf8
      // What was there before is never taken for what this run has written.
      if let start = output?.start { buffer += LogEntry.beginning(at: start).utf8 }
    }
    try flush()
  }

  /// Reads what an earlier run has done.
  ///
  /// - Returns: Where the log and the output are cut: behind the last entry whose line is in the
  ///   output. nil leaves the output as it is: it is another one.
  private func known(_ output: LineOutput?) throws(Failure) -> (end: Int, output: Int?) {
    var start = 0
    var last: (entry: LogEntry, start: Int, log: Int)?
    var known: (log: Int, output: Int)?
    try forEachEntry { entry, log in
      // The beginning counts as long as nothing else was logged.
      known = nil
      guard let output, let end = entry.end else { return }
      if entry.isBeginning {
        if end <= output.size { known = (log, end) }
        start = end
        return
      }
      // Another output begins anew.
      if end < start { start = 0 }
      if end <= output.size { last = (entry, start, log) }
      start = end
    }
    if let last, let end = last.entry.end,
      output?.holds(last.entry.path, from: last.start, to: end) == true
    {
      known = (last.log, end)
    }
    var end = 0
    try forEachEntry { entry, log in
      if let known, log > known.log { return }
      end = log
      if known != nil, entry.hasSlots { hasPlan = true }
      // What could not be written is tried again; of a line that is there nothing is missing.
      let isDone = entry.status != ExitStatus.cannotCreate.rawValue || output != nil
      if isDone, !entry.isBeginning { done[Name(entry.name), default: 0] += 1 }
    }
    return (end, known?.output)
  }

  /// Calls a function for each entry that is whole, with where its line ends.
  private func forEachEntry(_ body: (LogEntry, Int) -> Void) throws(Failure) {
    var lines = try lines()
    _ = lines.nextOfFile()
    while case .line(let line) = lines.nextOfFile() {
      guard lines.hadEnd, let entry = LogEntry(line) else { break }
      body(entry, lines.taken)
    }
    guard lines.fault == 0 else { throw failure(SystemError(code: lines.fault).reason) }
  }

  private func lines() throws(Failure) -> DescriptorLines {
    guard rewindFile(descriptor) == 0 else { throw failure("it can't be read again") }
    return DescriptorLines(
      descriptor, endingWith: UInt8(ascii: "\n"), limit: DescriptorLines.longestLine)
  }

  /// Whether a calendar is done; each time that it was asked for counts once.
  func isDone(_ name: FilePath) -> Bool {
    guard !done.isEmpty else { return false }
    let name = Name(LogEntry.name(of: name))
    guard let count = done[name] else { return false }
    done[name] = count > 1 ? count - 1 : nil
    return true
  }

  /// Adds a line.
  func append(_ result: BatchResult, end: Int?) {
    buffer += LogEntry.line(result, end: end).utf8
  }

  /// Writes the lines that were added.
  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    let code = writeAll(descriptor, buffer, buffer.count)
    guard code == 0 else { throw failure(SystemError(code: code).reason) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure(_ why: String) -> Failure {
    Failure(.cannotCreate, "\(path): can't be written as a log: \(why)")
  }
}

/// A line of a log: what came of a calendar.
struct LogEntry {
  /// What the columns are called.
  static let header = "file\tstatus\tseconds\tfires\tslots\texactUntil\toutput"

  /// What the calendar is called, as it is written in a log.
  let name: String
  /// How a run for this calendar alone would have ended.
  let status: Int32
  /// Whether it says how many slots are taken, as of a calendar with a plan.
  let hasSlots: Bool
  /// Behind which byte of standard output its line ends; nil where that is no file.
  let end: Int?

  /// What the calendar is called.
  var path: FilePath {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "x"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes.append(kind)
      }
    }
    return FilePath(bytes)
  }

  /// Reads a line.
  init?(_ line: [UInt8]) {
    let columns = String(decoding: line, as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count == 7, let status = Int32(columns[1]) else { return nil }
    name = String(columns[0])
    self.status = status
    hasSlots = !columns[4].isEmpty
    end = Int(columns[6])
  }

  /// A line with its end.
  ///
  /// - Parameters:
  ///   - result: What came of a calendar.
  ///   - end: Behind which byte of standard output its line ends.
  /// - Returns: The columns, with tabs between them.
  static func line(_ result: BatchResult, end: Int?) -> String {
    let milliseconds = Int((result.seconds * 1_000).rounded())
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    let numbers = [result.fires, result.slots].map { $0.map { "\($0)" } ?? "" }
    return [
      name(of: result.name), "\(result.status.rawValue)", "\(milliseconds / 1_000).\(fraction)",
      numbers[0], numbers[1], result.exactUntil?.description ?? "", end.map { "\($0)" } ?? "",
    ].joined(separator: "\t") + "\n"
  }

  /// The first line of a run whose lines go into a file: where they begin.
  static func beginning(at place: Int) -> String { "\t0\t0.000\t\t\t\t\(place)\n" }

  /// Whether it says where lines begin.
  var isBeginning: Bool { name.isEmpty && status == 0 && end != nil }

  /// What a calendar is called in a log: what could end a column or a line, what a terminal obeys,
  /// and a byte that is no UTF-8 are escaped, so that no two names are alike.
  static func name(of path: FilePath) -> String {
    let text = path.argument
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    guard !isPlain else { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\t": "\\t"
      case "\n": "\\n"
      case _ where RawByte.byte(scalar) != nil || isHidden(scalar):
        Array(RawByte.bytes(String(scalar))).map { "\\x" + UInt64($0).hexadecimal(digits: 2) }
          .joined()
      default: String(scalar)
      }
    }.joined()
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: !VisibleText.isVisible(scalar)
    }
  }
}
