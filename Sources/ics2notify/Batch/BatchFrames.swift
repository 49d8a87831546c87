import CivilTime

/// A calendar of many, as a worker gets it.
struct BatchItem: Sendable {
  /// What it is made of.
  enum Content: UInt8, Sendable {
    /// The file that is called so.
    case file
    /// Bytes, which were read already.
    case bytes
    /// A line of JSON with the calendar in it.
    case line
  }

  /// What `bytes` are; of a file there are none.
  let content: Content
  /// What it is called: the path of the file, or of the line where it says nothing else.
  let name: FilePath
  /// The calendar, or the line.
  var bytes: [UInt8] = []
  /// The file of its result; nil if results are lines, or the name can't be a file's.
  var place: FilePath?

  /// About how much memory it takes while it waits.
  var size: Int { 1_024 + name.bytes.count + bytes.count + (place?.bytes.count ?? 0) }
}

/// What came of a calendar of many, as a worker tells it.
struct BatchResult: Sendable {
  /// What the calendar is called.
  var name: FilePath
  /// How a run for this calendar alone would have ended.
  var status: ExitStatus
  /// The line of JSON with its end; none where a file was written.
  var line: [UInt8] = []
  /// What is said on standard error.
  var text: [UInt8] = []
  /// How many hints were not said.
  var hintCount = 0
  /// How long it took, in seconds.
  var seconds = 0.0
  /// How many fires there are, how many slots are taken, and until when it is exact; nil where
  /// nobody knows.
  var fires: Int?
  var slots: Int?
  var exactUntil: Instant?

  /// About how much memory it takes while it waits.
  var size: Int { 1_024 + name.bytes.count + line.count + text.count }
}

/// Reads a value that a ``FrameWriter`` has put together, as its bytes arrive.
struct FrameReader {
  private var bytes: [UInt8] = []
  private var place = 0

  mutating func append(_ more: [UInt8]) { bytes += more }

  /// The calendar; nil if it isn't whole yet.
  mutating func item() -> BatchItem? {
    whole { reader in
      guard let content = reader.number().flatMap({ BatchItem.Content(rawValue: UInt8($0)) }),
        let name = reader.part(), let bytes = reader.part(), let place = reader.part()
      else { return nil }
      return BatchItem(
        content: content, name: FilePath(name), bytes: bytes,
        place: place.isEmpty ? nil : FilePath(place))
    }
  }

  /// The result; nil if it isn't whole yet.
  mutating func result() -> BatchResult? {
    whole { reader in
      guard let status = reader.number().flatMap({ ExitStatus(rawValue: Int32($0)) }),
        let microseconds = reader.number(), let hintCount = reader.number(),
        let fires = reader.optionalNumber(),
        let slots = reader.optionalNumber(), let exactUntil = reader.optionalNumber(),
        let name = reader.part(), let line = reader.part(), let text = reader.part()
      else { return nil }
      return BatchResult(
        name: FilePath(name), status: status, line: line, text: text, hintCount: hintCount,
        seconds: Double(microseconds) / 1e6, fires: fires, slots: slots,
        exactUntil: exactUntil.map { Instant(secondsSince1970: $0) })
    }
  }

  private mutating func whole<Value>(_ read: (inout FrameReader) -> Value?) -> Value? {
    place = 0
    guard let value = read(&self) else { return nil }
    bytes.removeAll(keepingCapacity: true)
    return value
  }

  private mutating func number() -> Int? {
    guard bytes.count - place >= 8 else { return nil }
    var bits: UInt64 = 0
    for offset in 0..<8 { bits |= UInt64(bytes[place + offset]) << (8 * UInt64(offset)) }
    place += 8
    return Int(Int64(bitPattern: bits))
  }

  private mutating func optionalNumber() -> Int?? {
    guard let number = number() else { return nil }
    return .some(number == .min ? nil : number)
  }

  private mutating func part() -> [UInt8]? {
    guard let size = number(), bytes.count - place >= size else { return nil }
    defer { place += size }
    return Array(bytes[place..<place + size])
  }
}

/// Puts a value together as bytes for another process of this program.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ item: BatchItem) {
    append(Int(item.content.rawValue))
    append(item.name.bytes)
    append(item.bytes)
    append(item.place?.bytes ?? [])
  }

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

  /// Appends a number in eight bytes, the least first; `Int.min` for none.
  private mutating func append(_ number: Int?) {
    let bits = UInt64(bitPattern: Int64(number ?? .min))
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(place)))) }
  }

  /// Appends bytes with their number before them.
  private mutating func append(_ part: [UInt8]) {
    append(part.count)
    bytes += part
  }
}
