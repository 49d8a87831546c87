import CivilTime

/// Takes values out of bytes that a ``FrameWriter`` has put together, as they come.
struct FrameReader {
  private var bytes: [UInt8] = []
  /// Where the next value begins.
  private var place = 0

  /// How many bytes are there that belong to no value yet.
  var count: Int { bytes.count - place }

  /// Takes up bytes.
  mutating func append(_ more: [UInt8]) {
    // What was taken out goes when it is most of it, so that each byte is moved once or so.
    if place > bytes.count / 2 {
      bytes.removeFirst(place)
      place = 0
    }
    bytes += more
  }

  /// The next calendar to be done; nil where it isn't whole yet.
  mutating func item() -> BatchItem? {
    whole { reader in
      guard let content = reader.number().flatMap({ BatchItem.Content(rawValue: UInt8($0)) }),
        let name = reader.part(), let bytes = reader.part()
      else { return nil }
      return BatchItem(
        content: content, name: FilePath(name), bytes: bytes)
    }
  }

  /// The next result; nil where it isn't whole yet.
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

  /// A value, or nothing taken out where it isn't whole.
  private mutating func whole<Value>(_ read: (inout FrameReader) -> Value?) -> Value? {
    let start = place
    if let value = read(&self) { return value }
    place = start
    return nil
  }

  private mutating func number() -> Int? {
    guard count >= 8 else { return nil }
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
    guard let size = number(), count >= size else { return nil }
    defer { place += size }
    return Array(bytes[place..<place + size])
  }
}
