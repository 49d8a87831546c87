internal import CZlib

/// What gzip (RFC 1952) has compressed, as it was before; by zlib, which compares the checksums.
///
/// Members behind one another are one text, as gzip(1) takes them; blanks of tape, NULs behind the
/// last one, are none.
struct Gunzip {
  /// What is wrong with compressed bytes.
  enum Fault: Error {
    /// They end within a member.
    case truncated
    /// A checksum is wrong, or they make no sense.
    case damaged
    /// Behind the last member stands something else.
    case followed
    /// They become more than is asked for.
    case tooLarge
    /// There is no memory for them.
    case noMemory
  }

  /// What they become: all that could be read, of a damaged member nothing.
  private(set) var bytes: [UInt8] = []
  /// What is wrong behind it; nil for nothing.
  private(set) var fault: Fault?

  /// How a member begins (RFC 1952, 2.3.1).
  static let magic: [UInt8] = [0x1F, 0x8B]

  /// How many bytes are asked of zlib at a time.
  private static let chunkSize = 1 << 18
  /// The largest window there is, and gzip's header and trailer around it (zlib.h, inflateInit2).
  private static let windowOfGzip: Int32 = 15 + 16

  /// Decompresses.
  ///
  /// - Parameters:
  ///   - compressed: Bytes that begin as a member does, fewer than 4 GiB.
  ///   - limit: The most bytes that they may become.
  init(_ compressed: [UInt8], limit: Int) {
    do throws(Fault) {
      try read(compressed, limit: limit)
    } catch {
      fault = error
    }
  }

  private mutating func read(_ compressed: [UInt8], limit: Int) throws(Fault) {
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(
        &stream, Gunzip.windowOfGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .noMemory }
    defer { unsafe inflateEnd(&stream) }
    var used = 0
    while true {
      let whole = bytes.count
      do throws(Fault) {
        try unsafe readMember(of: compressed, from: &used, &stream, limit: limit)
      } catch {
        // Nobody can tell which of its bytes are right.
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

  /// Reads one member to its end.
  private mutating func readMember(
    of compressed: [UInt8], from used: inout Int, _ stream: inout z_stream, limit: Int
  ) throws(Fault) {
    while true {
      var code = Z_OK
      var taken = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Gunzip.chunkSize) { buffer, count in
        unsafe compressed.withUnsafeBufferPointer { input in
          // zlib's header has no const for what it only reads.
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
      // With room for more, no more means that there is nothing left to read.
      case Z_OK, Z_BUF_ERROR:
        if taken == 0, piece.isEmpty { throw .truncated }
      default: throw .damaged
      }
    }
  }
}
