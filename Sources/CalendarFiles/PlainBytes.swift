internal import CivilTime
import ICalendar
package import ICalendarReader

/// The bytes of a calendar file, decompressed if gzip has compressed them.
package struct PlainBytes: Sendable {
  /// The decompressed bytes.
  package let bytes: [UInt8]
  /// The problem after these bytes; nil if all bytes were decompressed.
  private let fault: String?

  /// The size to which small files can expand: enough for a calendar of many years.
  private static let smallSize = 1 << 20
  /// The largest ratio of decompression, which bounds memory by the size of the input.
  ///
  /// Calendar exports have ratios from 5 to 40; the format allows 1,032.
  private static let maximumExpansion = 256

  /// Makes the bytes of a file, decompressed if they start as gzip data.
  package init(_ bytes: [UInt8], of file: String) throws(ReadingError) {
    guard bytes.starts(with: Gunzip.magic) else {
      self.bytes = bytes
      fault = nil
      return
    }
    let most = max(PlainBytes.smallSize, bytes.count * PlainBytes.maximumExpansion)
    let limit = min(CalendarReader.sizeLimit, most)
    let plain = Gunzip(bytes, limit: limit)
    let fault: String? =
      switch plain.fault {
      case nil: nil
      case .truncated: "it ends too early"
      case .damaged: "it is damaged"
      case .followed: "other data follows it"
      case .tooLarge where limit < CalendarReader.sizeLimit:
        "it expands to more than \(limit) bytes, \(PlainBytes.maximumExpansion) times as much as it is"
      case .tooLarge: "it expands to more than \(limit) bytes"
      case .noMemory: "there is not enough memory for it"
      }
    switch plain.fault {
    case .tooLarge, .noMemory: throw .compressed(file, reason: fault ?? "")
    default:
      guard let fault, plain.bytes.isEmpty else { break }
      throw .compressed(file, reason: fault)
    }
    self.bytes = plain.bytes
    self.fault = fault
  }

  /// Whether the decompressed bytes of a file are a calendar or a component of one.
  ///
  /// - Throws: The reason why this is unknown.
  package static func holdCalendar(
    _ bytes: [UInt8], of file: String
  ) throws(ReadingError) -> Bool {
    do throws(ReadingError) {
      _ = try isCalendarTruncated(bytes, of: file)
      return true
    } catch {
      switch error {
      case .empty, .notACalendar: return false
      default: throw error
      }
    }
  }

  /// Whether the bytes of a file end within a calendar or a component of one.
  ///
  /// - Throws: The reason why they are not a calendar.
  package static func isCalendarTruncated(
    _ bytes: [UInt8], of file: String
  ) throws(ReadingError) -> Bool {
    let plain = try PlainBytes(bytes, of: file)
    let scan = try CalendarReader(zones: ZoneDatabase()).scan(plain.bytes, file: file)
    return scan.isTruncated || plain.fault != nil
  }

  /// Returns the result of a scan of these bytes, with a diagnostic of the problem after them.
  func completing(
    _ result: Result<CalendarScan, ReadingError>, of file: String
  ) throws(ReadingError) -> CalendarScan {
    guard let fault else { return try result.get() }
    // The missing bytes may contain the calendar.
    guard case .success(var scan) = result else { throw .compressed(file, reason: fault) }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    scan.add(
      Diagnostic(.compressionDamaged(fault), at: SourceLocation(file: file, line: lines)))
    return scan
  }
}
