/// The landmarks of a part of a text.
///
/// Only the first letter of most lines is looked at: of a large export, most components never
/// matter, so their properties are not worth reading.
struct LandmarkSearch {
  /// What was found, in the order of the text.
  private(set) var landmarks: [Landmark] = []
  /// How many physical lines the part has.
  let lineCount: Int

  /// Looks through a part of a text.
  ///
  /// - Parameters:
  ///   - range: The part; begins and ends between logical lines.
  ///   - bytes: The text.
  init(_ range: Range<Int>, in bytes: Span<UInt8>) {
    var lines = LogicalLines(in: range)
    while var line = lines.next(in: bytes) {
      line.dropByteOrderMark(in: bytes)
      guard !line.range.isEmpty else { continue }
      switch bytes[line.range.lowerBound].upperCased {
      case UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "U"), UInt8(ascii: "R"),
        UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "V"), UInt8(ascii: "X"):
        if let landmark = Landmark(line, end: lines.position, in: bytes) {
          landmarks.append(landmark)
        }
      default: break
      }
    }
    lineCount = lines.number - 1
  }

  /// How large the parts are that a text is looked through in, in bytes.
  ///
  /// The landmarks of a part stand in memory at once: at worst, with nothing but lines of BEGIN,
  /// five times its size.
  package static let partSize = 1 << 20

  /// Cuts a text between logical lines into parts of about a size in bytes.
  static func parts(of bytes: Span<UInt8>, size partSize: Int = partSize) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var end = bytes.count
      if bytes.count - start > partSize {
        var lines = LogicalLines(in: start + partSize..<bytes.count)
        // The rest of the line in which the size is reached, with what is folded behind it.
        _ = lines.next(in: bytes)
        end = lines.position
      }
      parts.append(start..<end)
      start = end
    }
    return parts
  }
}
