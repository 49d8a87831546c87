internal import CZlib

/// The decompressed bytes of gzip data (RFC 1952).
///
/// zlib verifies the checksums. Consecutive members are joined, as in gzip(1). NULs after the last
/// member, which are the padding of tapes, are ignored.
struct Gunzip {
  /// The reasons why compressed bytes are not valid.
  enum FormatError: Error {
    /// They end within a member.
    case truncated
    /// A checksum is wrong, or the data is not valid.
    case damaged
    /// Other bytes follow the last member.
    case followed
    /// The decompressed bytes exceed the limit.
    case tooLarge
    /// There is not enough memory.
    case noMemory
  }

  /// The decompressed bytes before a fault, without those of a damaged member.
  private(set) var bytes: [UInt8] = []
  /// The fault; nil if all bytes were decompressed.
  private(set) var fault: FormatError?

  /// The first bytes of a member (RFC 1952, 2.3.1).
  static let magic: [UInt8] = [0x1F, 0x8B]

  /// The number of bytes to decompress at a time.
  private static let chunkSize = 1 << 18
  /// The largest window, in gzip format (zlib.h, inflateInit2).
  private static let windowOfGzip: Int32 = 15 + 16

  /// Decompresses bytes that start with ``magic``, fewer than 4 GiB, up to a number of bytes.
  init(_ compressed: [UInt8], limit: Int) {
    do throws(FormatError) {
      try read(compressed, limit: limit)
    } catch {
      fault = error
    }
  }

  private mutating func read(_ compressed: [UInt8], limit: Int) throws(FormatError) {
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(
        &stream, Gunzip.windowOfGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .noMemory }
    defer { unsafe inflateEnd(&stream) }
    var used = 0
    while true {
      let whole = bytes.count
      do throws(FormatError) {
        try unsafe readMember(of: compressed, from: &used, &stream, limit: limit)
      } catch {
        // It is unknown which bytes of the damaged member are right.
        if case .damaged = error { bytes.removeSubrange(whole...) }
        throw error
      }
      let rest = compressed[used...]
      guard rest.starts(with: Gunzip.magic) else {
        guard rest.allSatisfy({ $0 == 0 }) else { throw .followed }
        return
      }
      unsafe inflateReset(&stream)
    }
  }

  private mutating func readMember(
    of compressed: [UInt8], from used: inout Int, _ stream: inout z_stream, limit: Int
  ) throws(FormatError) {
    while true {
      var code = Z_OK
      var taken = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Gunzip.chunkSize) { buffer, count in
        unsafe compressed.withUnsafeBufferPointer { input in
          // zlib declares its read-only input without const.
          unsafe stream.next_in = unsafe UnsafeMutablePointer(
            mutating: input.baseAddress.map { unsafe $0 + used })
          unsafe stream.avail_in = UInt32(clamping: input.count - used)
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          let before = unsafe stream.avail_in
          code = unsafe inflate(&stream, Z_NO_FLUSH)
          taken = unsafe Int(before - stream.avail_in)
          count = unsafe buffer.count - Int(stream.avail_out)
        }
      }
      used += taken
      bytes += piece
      guard bytes.count <= limit else { throw .tooLarge }
      switch code {
      case Z_STREAM_END: return
      case Z_MEM_ERROR: throw .noMemory
      // If there is room and no progress, the input has ended.
      case Z_OK, Z_BUF_ERROR:
        if taken == 0, piece.isEmpty { throw .truncated }
      default: throw .damaged
      }
    }
  }
}
