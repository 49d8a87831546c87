internal import CivilTime
import ICalendar
package import ICalendarReader

/// The bytes of a calendar: those of a file, or what they become where gzip has compressed them.
package struct PlainBytes: Sendable {
  /// The bytes that are read.
  package let bytes: [UInt8]
  /// What is wrong with the compressed ones behind these; nil for nothing.
  private let fault: String?

  /// The most bytes that something small may become: a calendar that lasts for years.
  private static let smallSize = 1 << 20
  /// How many times as much anything larger may become, so that memory grows with the input alone.
  ///
  /// Exports of calendars become 5 to 40 times as much; the format allows 1,032 times.
  private static let maximumExpansion = 256

  /// Takes bytes as they are, or decompresses them where they begin as gzip's do.
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
      case .followed: "something else stands behind it"
      case .tooLarge where limit < CalendarReader.sizeLimit:
        "it becomes more than \(limit) bytes, \(PlainBytes.maximumExpansion) times as much as it is"
      case .tooLarge: "it becomes more than \(limit) bytes"
      case .noMemory: "there is no memory for it"
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

  /// Whether bytes, or what they become, hold a calendar or a component of one.
  ///
  /// - Throws: Why nobody can tell.
  package static func holdCalendar(
    _ bytes: [UInt8], of file: String
  ) throws(ReadingError) -> Bool {
    let reader = CalendarReader(zones: ZoneDatabase())
    do throws(ReadingError) {
      _ = try reader.scan(PlainBytes(bytes, of: file).bytes, file: file)
      return true
    } catch {
      switch error {
      case .empty, .notACalendar: return false
      default: throw error
      }
    }
  }

  /// What a scan of the bytes gives, with what is wrong with the compressed ones.
  func completing(
    _ result: Result<CalendarScan, ReadingError>, of file: String
  ) throws(ReadingError) -> CalendarScan {
    guard let fault else { return try result.get() }
    // What is missing may be the calendar.
    guard case .success(var scan) = result else { throw .compressed(file, reason: fault) }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    scan.add(
      Diagnostic(.compressionDamaged(fault), at: SourceLocation(file: file, line: lines)))
    return scan
  }
}
