import CSystem
import CivilTime

/// Puts values together as bytes for a process of this same program.
struct FrameWriter {
  /// What was put together.
  private(set) var bytes: [UInt8] = []

  /// Appends a number in eight bytes, the least first; `Int.min` for none.
  mutating func append(_ number: Int?) {
    let bits = UInt64(bitPattern: Int64(number ?? .min))
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(place)))) }
  }

  /// Appends bytes with their number before them.
  mutating func append(_ part: [UInt8]) {
    append(part.count)
    bytes += part
  }

  /// Takes the first bytes away.
  mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  /// Takes all of it away.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Writes all of it to standard output.
  ///
  /// - Returns: Whether there is still somebody who reads it.
  mutating func pass() -> Bool {
    defer { removeAll() }
    return writeAll(STDOUT_FILENO, bytes, bytes.count) == 0
  }
}

extension FrameWriter {
  /// Appends a calendar that is to be done.
  mutating func append(_ item: BatchItem) {
    append(Int(item.content.rawValue))
    append(item.name.bytes)
    append(item.bytes)
  }

  /// Appends a result.
  mutating func append(_ result: BatchResult) {
    append(Int(result.status.rawValue))
    append(Int(result.seconds * 1e6))
    append(result.hintCount)
    append(result.fires)
    append(result.slots)
    append(result.exactUntil?.secondsSince1970)
    append(result.name.bytes)
    append(result.line)
    append(result.text)
  }
}
