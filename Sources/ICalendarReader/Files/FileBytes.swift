#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a file or of standard input, read whole.
///
/// Read rather than mapped: a mapped file that another program shortens ends the process.
enum FileBytes {
  /// The largest file that is read, in bytes: 1 GiB, sixteen times the largest export known.
  static let maximumSize = 1 << 30

  /// How many bytes are asked of a pipe at a time.
  private static let chunkSize = 1 << 20

  /// Reads a file by its path.
  static func read(path: String) throws(ReadingError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, code: errno) }
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  /// Reads standard input to its end.
  static func readStandardInput(name: String) throws(ReadingError) -> [UInt8] {
    try read(STDIN_FILENO, name: name)
  }

  private static func read(_ descriptor: Int32, name: String) throws(ReadingError) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(name, code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .isDirectory(name) }
    let size = Int(status.st_size)
    guard size <= maximumSize else { throw .tooLarge(name, limit: maximumSize) }
    // One byte more than the size, so that the end shows in the same call.
    var bytes = try chunk(descriptor, capacity: max(size + 1, chunkSize), name: name)
    var last = bytes.count
    while last > 0 {
      let more = try chunk(descriptor, capacity: chunkSize, name: name)
      last = more.count
      guard bytes.count + last <= maximumSize else { throw .tooLarge(name, limit: maximumSize) }
      bytes += more
    }
    return bytes
  }

  /// Reads until a chunk is full or the file ends.
  private static func chunk(
    _ descriptor: Int32, capacity: Int, name: String
  ) throws(ReadingError) -> [UInt8] {
    var errorCode: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(
            buffer)[count...])
        #if canImport(Glibc)
          let result = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let result = unsafe Musl.read(descriptor, rest.baseAddress, rest.count)
        #else
          let result = unsafe Darwin.read(descriptor, rest.baseAddress, rest.count)
        #endif
        if result == 0 { return }
        if result > 0 {
          count += result
        } else if errno != EINTR {
          errorCode = errno
          return
        }
      }
    }
    guard errorCode == 0 else { throw failure(name, code: errorCode) }
    return bytes
  }

  private static func failure(_ name: String, code: Int32) -> ReadingError {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile(name)
    case EISDIR: .isDirectory(name)
    default: .unreadable(name, reason: unsafe String(cString: strerror(code)).lowercased())
    }
  }
}
