package import CSystem
package import ICalendarReader

/// The bytes of a file or of standard input, read whole.
///
/// Read rather than mapped: a mapped file that another program shortens ends the process.
package enum FileBytes {
  /// How many bytes are asked of a pipe at a time.
  private static let chunkSize = 1 << 20
  /// How many bytes are asked of a program that says a little: as many as a pipe holds.
  private static let pieceSize = 1 << 16

  /// Reads a file by its path.
  package static func read(
    path: [UInt8], name: String, waits: Bool = true, limit: Int = CalendarReader.sizeLimit
  ) throws(ReadingError) -> [UInt8] {
    let descriptor = openToRead(path.terminated, waits)
    guard descriptor >= 0 else { throw failure(name, code: -descriptor) }
    defer { _ = closeFile(descriptor) }
    return try contents(
      descriptor, factsOfDescriptor(descriptor), name: name, waits: waits, limit: limit)
  }

  /// Reads a file by its path, and refuses one that another program changes meanwhile.
  ///
  /// - Parameters:
  ///   - path: The path as the system has it.
  ///   - name: The name under which it is reported.
  ///   - waits: Whether a pipe or a device is read, however long that takes; else it is refused.
  ///   - facts: Set as soon as the file is open.
  /// - Throws: Why it can't be read.
  /// - Returns: All bytes.
  static func readUnchanged(
    path: [UInt8], name: String, waits: Bool, _ facts: inout FileFacts?
  ) throws(ReadingError) -> [UInt8] {
    let descriptor = openToRead(path.terminated, waits)
    guard descriptor >= 0 else { throw failure(name, code: -descriptor) }
    defer { _ = closeFile(descriptor) }
    let before = factsOfDescriptor(descriptor)
    facts = before
    let bytes = try contents(
      descriptor, before, name: name, waits: waits, limit: CalendarReader.sizeLimit)
    let after = factsOfDescriptor(descriptor)
    guard
      before.kind != .file
        || (after.size == before.size && after.contentSeconds == before.contentSeconds
          && after.contentNanoseconds == before.contentNanoseconds)
    else { throw .unreadable(name, reason: "it changed while it was read") }
    return bytes
  }

  /// Reads standard input to its end.
  package static func readStandardInput(
    name: String, limit: Int = CalendarReader.sizeLimit
  ) throws(ReadingError) -> [UInt8] {
    try contents(
      STDIN_FILENO, factsOfDescriptor(STDIN_FILENO), name: name, waits: true, limit: limit)
  }

  private static func contents(
    _ descriptor: Int32, _ facts: FileFacts, name: String, waits: Bool, limit: Int
  ) throws(ReadingError) -> [UInt8] {
    guard facts.error == 0 else { throw failure(name, code: facts.error) }
    guard facts.kind != .directory else { throw .isDirectory(name) }
    guard waits || facts.kind == .file else {
      throw .unreadable(name, reason: "is no file any more")
    }
    let size = Int(facts.size)
    guard size <= limit else { throw .tooLarge(name, limit: limit) }
    // With room for its size and no more: a collection has as many buffers as files.
    var bytes = try chunk(descriptor, capacity: max(size, 0), name: name)
    // A file that has as many bytes as it says is not asked for more; of a pipe, and of a file that
    // the system makes up when it is read, the size says nothing.
    var isAtEnd = facts.kind == .file && size > 0
    while !isAtEnd {
      guard bytes.count <= limit else { throw .tooLarge(name, limit: limit) }
      let more = try chunk(descriptor, capacity: chunkSize, name: name)
      isAtEnd = more.isEmpty
      bytes += more
    }
    return bytes
  }

  /// Reads what another program has written, and waits where there is nothing yet.
  ///
  /// - Returns: No bytes at its end, or if it can't be read.
  package static func next(of descriptor: Int32) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe readOnce(descriptor, start, buffer.count)
    }
  }

  /// Reads what there is, or waits for something.
  ///
  /// - Parameter descriptor: Where it comes from.
  /// - Returns: The bytes, none at the end; or the system's number for why they can't be read.
  package static func nextOrFault(of descriptor: Int32) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let result = unsafe readAvailable(descriptor, start, buffer.count)
      count = max(0, result)
      code = Int32(max(0, -result))
    }
    return (bytes, code)
  }

  /// Reads what there is without waiting, from a descriptor that doesn't make anybody wait.
  ///
  /// - Parameters:
  ///   - descriptor: The end of a pipe.
  ///   - limit: The most bytes that are read.
  /// - Returns: The bytes, and whether more can come.
  package static func available(
    of descriptor: Int32, limit: Int
  ) -> (bytes: [UInt8], canContinue: Bool) {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      result = unsafe readAvailable(descriptor, start, buffer.count)
      count = max(0, result)
    }
    return (bytes, result > 0 || result == -Int(EAGAIN))
  }

  /// Writes bytes without waiting, to a descriptor that doesn't make anybody wait.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: From which on they are written.
  ///   - descriptor: Where they go.
  /// - Returns: How many were taken, or an error number below zero.
  package static func offer(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let address = buffer.baseAddress, start < buffer.count else { return 0 }
      return unsafe writeAvailable(descriptor, address + start, buffer.count - start)
    }
  }

  /// Reads a part of a file.
  ///
  /// - Returns: No bytes if it can't be read.
  package static func part(of path: [UInt8], at place: Int, count: Int) -> [UInt8] {
    let descriptor = openToRead(path.terminated, false)
    guard descriptor >= 0 else { return [] }
    defer { _ = closeFile(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      filled = max(0, unsafe readAt(descriptor, start, buffer.count, Int64(place)))
    }
  }

  /// Reads until a chunk is full or the file ends.
  private static func chunk(
    _ descriptor: Int32, capacity: Int, name: String
  ) throws(ReadingError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let result = unsafe readAll(descriptor, start, capacity)
      count = max(0, result)
      code = Int32(max(0, -result))
    }
    guard code == 0 else { throw failure(name, code: code) }
    return bytes
  }

  /// The error that stands for a number of the system's.
  package static func failure(_ name: String, code: Int32) -> ReadingError {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile(name)
    case EISDIR: .isDirectory(name)
    default: .unreadable(name, reason: reason(code))
    }
  }

  /// What the system calls an error number.
  package static func reason(_ code: Int32) -> String {
    unsafe String(cString: strerror(code)).lowercased()
  }
}

extension [UInt8] {
  /// The bytes as a string of the C library's; what stands behind a NUL is cut off by it.
  var terminated: [CChar] {
    var characters: [CChar] = []
    characters.reserveCapacity(count + 1)
    for byte in self { characters.append(CChar(bitPattern: byte)) }
    characters.append(0)
    return characters
  }
}

extension FileFacts {
  /// What kinds of things a name stands for.
  package enum Kind {
    case file, directory, link, pipe, socket, device
  }

  /// What the name stands for.
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
  /// What it is called.
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
