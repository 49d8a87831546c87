import CivilTime
import TextSafety

/// A line of a log: what came of a calendar.
struct LogEntry {
  /// What the columns are called.
  static let header = "file\tstatus\tseconds\tfires\tslots\texactUntil\toutput"

  /// What the calendar is called, as it is written in a log.
  let name: String
  /// How a run for this calendar alone would have ended.
  let status: Int32
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

  /// The line before all others where lines are added to an output that has some: where they begin.
  static func beginning(at place: Int) -> String { "\t0\t0.000\t\t\t\t\(place)\n" }

  /// Whether it says where lines begin, where it is the first.
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
