package import CSystem
package import ICalendarReader

/// Reads a whole file or standard input into memory.
///
/// Files are not mapped: if another program shortened a mapped file, this process would crash.
package enum FileBytes {
  private static let chunkSize = 1 << 20
  /// The number of bytes to read at once from a program: the capacity of a pipe.
  private static let pieceSize = 1 << 16

  /// Reads a file and rejects it if another program changed it meanwhile.
  ///
  /// - Parameters:
  ///   - path: The path in the bytes of the file system.
  ///   - name: The name of the file in diagnostics.
  ///   - waits: Whether to wait for a pipe or a device; otherwise only ordinary files are accepted.
  ///   - limit: The largest number of bytes.
  /// - Throws: The reason why the file cannot be read.
  /// - Returns: All bytes of the file.
  package static func read(
    path: [UInt8], name: String, waits: Bool = true, limit: Int = CalendarReader.sizeLimit
  ) throws(ReadingError) -> [UInt8] {
    var facts: FileFacts?
    return try read(path: path, name: name, waits: waits, limit: limit, &facts)
  }

  /// Reads a file; sets its facts when it is open.
  static func read(
    path: [UInt8], name: String, waits: Bool, limit: Int, _ facts: inout FileFacts?
  ) throws(ReadingError) -> [UInt8] {
    let (descriptor, before) = try open(path: path, name: name, waits: waits)
    defer { _ = closeFile(descriptor) }
    facts = before
    let bytes = try contents(of: descriptor, facts: before, name: name, waits: waits, limit: limit)
    let after = factsOfDescriptor(descriptor)
    guard
      before.kind != .file
        || (after.size == before.size && after.contentSeconds == before.contentSeconds
          && after.contentNanoseconds == before.contentNanoseconds)
    else { throw .unreadable(name, reason: "it changed while it was read") }
    return bytes
  }

  /// Opens a file for reading; the caller closes it.
  ///
  /// - Parameters:
  ///   - path: The path in the bytes of the file system.
  ///   - name: The name of the file in diagnostics.
  ///   - waits: Whether to wait for the first writer of a pipe.
  /// - Throws: The reason why the file cannot be read.
  /// - Returns: The descriptor, and the properties of the file.
  package static func open(
    path: [UInt8], name: String, waits: Bool
  ) throws(ReadingError) -> (descriptor: Int32, facts: FileFacts) {
    // Opening another user's pipe would wait for a writer that never comes.
    var descriptor = openToRead(path.terminated, waits && !FileBytes.canWaitForWriters)
    // A file that another program leases is opened only by waiting; a pipe is never leased.
    if descriptor == -EWOULDBLOCK, waits { descriptor = openToRead(path.terminated, true) }
    guard descriptor >= 0 else { throw failure(name, code: -descriptor) }
    let facts = factsOfDescriptor(descriptor)
    do throws(ReadingError) {
      if waits { try waitForWriter(of: descriptor, facts, name: name) }
    } catch {
      _ = closeFile(descriptor)
      throw error
    }
    return (descriptor, facts)
  }

  /// Whether a pipe that was opened without waiting can wait for its first writer.
  private static var canWaitForWriters: Bool {
    #if os(Linux)
      true
    #else
      // Other systems report the end of a pipe that nobody has opened for writing.
      false
    #endif
  }

  /// Waits for the writer of a pipe, which must not be a named pipe of another user than root.
  private static func waitForWriter(
    of descriptor: Int32, _ facts: FileFacts, name: String
  ) throws(ReadingError) {
    guard facts.error == 0, facts.kind == .pipe || facts.kind == .device else { return }
    guard !isNamedPipe(descriptor) || facts.owner == getuid() || facts.owner == 0 else {
      throw .unreadable(name, reason: "it is a pipe of user \(facts.owner), and isn't read")
    }
    let code = waitForInput(descriptor)
    guard code == 0 else { throw failure(name, code: code) }
  }

  /// Reads standard input to its end.
  package static func readStandardInput(
    name: String, limit: Int = CalendarReader.sizeLimit
  ) throws(ReadingError) -> [UInt8] {
    try contents(
      of: STDIN_FILENO, facts: factsOfDescriptor(STDIN_FILENO), name: name, waits: true,
      limit: limit)
  }

  private static func contents(
    of descriptor: Int32, facts: FileFacts, name: String, waits: Bool, limit: Int
  ) throws(ReadingError) -> [UInt8] {
    guard facts.error == 0 else { throw failure(name, code: facts.error) }
    guard facts.kind != .directory else { throw .isDirectory(name) }
    guard waits || facts.kind == .file else {
      throw .unreadable(name, reason: "is not a regular file any more")
    }
    let size = Int(facts.size)
    guard size <= limit else { throw .tooLarge(name, limit: limit) }
    // Reserve exactly the size of the file, because a collection has a buffer for each file.
    var bytes = try chunk(descriptor, capacity: max(size, 0), name: name)
    // An ordinary file is read up to its size. The size of a pipe, or of a file that the system
    // generates when it is read, is meaningless.
    var isAtEnd = facts.kind == .file && size > 0
    while !isAtEnd {
      guard bytes.count <= limit else { throw .tooLarge(name, limit: limit) }
      let more = try chunk(descriptor, capacity: chunkSize, name: name)
      isAtEnd = more.isEmpty
      bytes += more
    }
    return bytes
  }

  /// Reads available bytes, or waits for them.
  ///
  /// The result is the bytes, empty at the end, and 0, or no bytes and the error number.
  package static func nextOrFault(of descriptor: Int32) -> (bytes: [UInt8], code: Int32) {
    unsafe filled(pieceSize) { unsafe readAvailable(descriptor, $0, $1) }
  }

  /// Reads a part of a file.
  ///
  /// - Returns: The bytes; empty if reading fails.
  package static func part(of path: [UInt8], at place: Int, count: Int) -> [UInt8] {
    let descriptor = openToRead(path.terminated, false)
    guard descriptor >= 0 else { return [] }
    defer { _ = closeFile(descriptor) }
    return unsafe filled(count) { unsafe readAt(descriptor, $0, $1, Int64(place)) }.bytes
  }

  /// Reads until a buffer is full or the file ends.
  private static func chunk(
    _ descriptor: Int32, capacity: Int, name: String
  ) throws(ReadingError) -> [UInt8] {
    let (bytes, code) = unsafe filled(capacity) { unsafe readAll(descriptor, $0, $1) }
    guard code == 0 else { throw failure(name, code: code) }
    return bytes
  }

  /// Makes an array that a function fills, which returns a number of bytes or a negative error
  /// number.
  private static func filled(
    _ capacity: Int, by fill: (UnsafeMutablePointer<UInt8>, Int) -> Int
  ) -> (bytes: [UInt8], code: Int32) {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      result = unsafe fill(start, buffer.count)
      count = max(0, result)
    }
    return (bytes, Int32(max(0, -result)))
  }

  /// The error for an error number of the system.
  package static func failure(_ name: String, code: Int32) -> ReadingError {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile(name)
    case EISDIR: .isDirectory(name)
    default: .unreadable(name, reason: reason(code))
    }
  }

  /// The system's message for an error number, in lower case.
  package static func reason(_ code: Int32) -> String {
    unsafe String(cString: strerror(code)).lowercased()
  }
}

extension [UInt8] {
  /// The bytes as a C string, which ends at the first NUL.
  var terminated: [CChar] {
    var characters: [CChar] = []
    characters.reserveCapacity(count + 1)
    for byte in self { characters.append(CChar(bitPattern: byte)) }
    characters.append(0)
    return characters
  }
}

extension FileFacts {
  /// The kinds of file system entries.
  package enum Kind {
    case file, directory, link, pipe, socket, device
  }

  /// The kind of the entry.
  package var kind: Kind {
    switch mode & 0o170000 {
    case 0o100000: .file
    case 0o040000: .directory
    case 0o120000: .link
    case 0o010000: .pipe
    case 0o140000: .socket
    default: .device
    }
  }
}

extension FileFacts.Kind {
  /// The name of the kind with its article.
  package var name: String {
    switch self {
    case .file: "a file"
    case .directory: "a directory"
    case .link: "a link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
