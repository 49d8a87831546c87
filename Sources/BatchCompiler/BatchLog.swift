import CSystem
import CalendarFiles
import CalendarSources
import CivilTime
import ProgramSupport
import TextSafety

/// The log of a batch (`--log`, `--resume`): a line for each calendar that is done.
final class BatchLog {
  private let path: FilePath
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// How many more times to skip each name, by its hash; Swift seeds hashes randomly.
  private var done: [Int: Int] = [:]
  /// Whether the resumed output already has a line with a plan.
  private(set) var hasPlan = false

  /// Begins a log, or resumes one; `output` is nil if results are files.
  init(_ path: FilePath, isResumed: Bool, output: LineOutput?) throws(Failure) {
    self.path = path
    guard !isResumed || !path.facts().isAbsent else {
      throw Failure(.noInput, "\(path): the log doesn't exist; --log begins one")
    }
    let place: OutputPlace
    do throws(OutputObstacle) {
      place = try OutputPlace(path)
    } catch {
      throw Failure(.cannotCreate, "\(path): can't be written as a log: \(error.reason)")
    }
    descriptor = openToKeep(place.file.terminated)
    guard descriptor >= 0 else { throw failure(SystemError(code: -descriptor).reason) }
    guard factsOfDescriptor(descriptor).kind == .file else {
      throw failure("it is not a regular file")
    }
    guard lockFile(descriptor) == 0 else { throw failure("another run is writing it") }
    var lines = DescriptorLines(descriptor, limit: DescriptorLines.longestLine)
    switch lines.nextOfFile() {
    case .line(let line) where line.elementsEqual(LogEntry.header.utf8): break
    // A previous run was stopped while it wrote the header.
    case .line(let line) where !lines.hadEnd && LogEntry.header.utf8.starts(with: line): break
    case .end: break
    default: throw failure("it is not a log")
    }
    let end = isResumed && lines.hadEnd ? try resume(&lines, output: output) : 0
    guard cutFile(descriptor, Int64(end)) == 0 else { throw failure("it can't be truncated") }
    if end == 0 {
      buffer += (LogEntry.header + "\n").utf8
      // Marks the start of this run's output, so that a later run ignores the text before it.
      if let start = output?.start { buffer += LogEntry.beginning(at: start).utf8 }
    }
    try flush()
  }

  /// Reads the entries of an earlier run, and truncates the output after its last logged line.
  ///
  /// - Returns: The byte offset in the log after the last entry whose line is in the output. If the
  ///   output is another file, the offset after the last entry.
  private func resume(
    _ lines: inout DescriptorLines, output: LineOutput?
  ) throws(Failure) -> Int {
    var entries: [(name: Int, hasSlots: Bool, isDone: Bool, end: Int)] = []
    /// The number of entries in the output, and the offset after the last of their lines.
    var known: (count: Int, output: Int)?
    var start = 0
    var last: (count: Int, name: String, start: Int, end: Int)?
    while case .line(let line) = lines.nextOfFile(), lines.hadEnd, let entry = LogEntry(line) {
      // Retry files that could not be written. Lines in the output are complete.
      let isDone = entry.status != ExitStatus.cannotCreate.rawValue || output != nil
      entries.append(
        (BatchLog.hash(entry.name), entry.hasSlots, isDone && !entry.isBeginning, lines.taken))
      known = nil
      guard let output, let end = entry.end else { continue }
      if entry.isBeginning {
        if end <= output.size { known = (entries.count, end) }
      } else {
        // A smaller offset means that the entry belongs to another output.
        if end < start { start = 0 }
        if end <= output.size { last = (entries.count, entry.name, start, end) }
      }
      start = end
    }
    guard lines.fault == 0 else { throw failure(SystemError(code: lines.fault).reason) }
    if let last, output?.hasLine(of: last.name, from: last.start, to: last.end) == true {
      known = (last.count, last.end)
    }
    if let known { try output?.cut(to: known.output) }
    let counted = entries.prefix(known?.count ?? entries.count)
    hasPlan = known != nil && counted.contains(where: \.hasSlots)
    for entry in counted where entry.isDone { done[entry.name, default: 0] += 1 }
    return counted.last?.end ?? 0
  }

  private static func hash(_ name: String) -> Int {
    // Hash bytes: strings that are equal in Unicode can name different files.
    Array(name.utf8).hashValue
  }

  /// Whether a calendar is done; each call uses up one log entry of that name.
  func isDone(_ name: CalendarPath) -> Bool {
    guard !done.isEmpty else { return false }
    let name = BatchLog.hash(LogEntry.name(of: name.path))
    guard let count = done[name] else { return false }
    done[name] = count > 1 ? count - 1 : nil
    return true
  }

  /// Appends a line to the buffer, which `flush` writes.
  func append(_ result: BatchResult, end: Int?) {
    buffer += LogEntry.line(result, end: end).utf8
  }

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

/// A line of a log: the result of a calendar.
struct LogEntry {
  static let header = "file\tstatus\tseconds\tfires\tslots\texactUntil\toutput"

  /// The name of the calendar, escaped by `name(of:)`.
  let name: String
  let status: Int32
  /// Whether the column of slots has a number, as for a plan.
  let hasSlots: Bool
  /// The offset in standard output after the result's line; nil if that isn't a file.
  let end: Int?

  init?(_ line: [UInt8]) {
    let columns = String(decoding: line, as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count == 7, let status = Int32(columns[1]) else { return nil }
    name = String(columns[0])
    self.status = status
    hasSlots = !columns[4].isEmpty
    end = Int(columns[6])
  }

  /// The log line of a result; `end` is the offset in standard output after the result's line.
  ///
  /// A skipped calendar took no time, so it lacks the seconds.
  static func line(_ result: BatchResult, end: Int?) -> String {
    let milliseconds = Int((result.seconds * 1_000).rounded())
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    let seconds = result.isSkipped ? "" : "\(milliseconds / 1_000).\(fraction)"
    let numbers = [result.fires, result.slots, end].map { $0.map { "\($0)" } ?? "" }
    return [
      name(of: result.name.path), "\(result.status.rawValue)", seconds, numbers[0], numbers[1],
      result.exactUntil?.description ?? "", numbers[2],
    ].joined(separator: "\t") + "\n"
  }

  /// The first entry of a run whose output is a file: the offset at which its results begin.
  static func beginning(at place: Int) -> String { "\t0\t0.000\t\t\t\t\(place)\n" }

  var isBeginning: Bool { name.isEmpty && status == 0 && end != nil }

  /// The escaped name of a calendar, unique for each path.
  ///
  /// Escapes tabs, line ends, control and invisible characters, and bytes that are not UTF-8.
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
