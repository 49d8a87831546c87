import CSystem
import CalendarFiles
import TextSafety

/// Writes a result to the file of `--output`, completely or not at all.
package struct ResultFile {
  private let path: FilePath
  /// Whether the batch flushes the file and removes old temporary files.
  private let isOneOfMany: Bool
  /// Whether only the user may read the file.
  private let isPrivate: Bool
  private let protected: ProtectedFiles
  /// The path's ``FilePath/linkSteps``.
  private let steps: [FilePath]

  /// Makes a file that may replace an earlier one, but no protected one.
  package init(
    _ path: FilePath, isOneOfMany: Bool = false, isPrivate: Bool = false,
    protecting protected: ProtectedFiles
  ) {
    self.path = path
    self.isOneOfMany = isOneOfMany
    self.isPrivate = isPrivate
    self.protected = protected
    steps = path.linkSteps
  }

  /// Opens the result, which replaces the old file when the stream is closed.
  ///
  /// `isShort` means that the caller writes a single piece immediately.
  func open(inOnePiece isShort: Bool = false) throws(Failure) -> ResultStream {
    let place: OutputPlace
    do throws(OutputObstacle) {
      place = try OutputPlace(path)
    } catch {
      if case .system = error { try protected.check(path, steps: steps) }
      throw failure(error)
    }
    let facts = place.facts
    if facts.error == 0, facts.kind == .directory {
      throw failure(
        "it is a directory; name a file in it, such as \(path.appending(ResultFile.example))")
    }
    guard !path.endsWithSeparator else {
      throw failure("the path ends with / as a directory's does; name a file in it")
    }
    try protected.check(path, steps: steps)
    if facts.error != 0, path.facts().error == 0 { throw failure("it was deleted") }
    return facts.error == 0 && facts.kind != .file
      ? try openDevice(place) : try openFile(place, isShort: isShort)
  }

  /// Replaces the file.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    let result = try open(inOnePiece: true)
    result.append { $0 += bytes }
    try result.close()
  }

  private static let example = Array("plan.json".utf8)

  /// Opens a pipe or a device, which a renamed file would replace.
  private func openDevice(_ place: OutputPlace) throws(Failure) -> ResultStream {
    let descriptor = openToWrite((place.opened ?? path).terminated)
    guard descriptor >= 0 else { throw failure(-descriptor) }
    return stream(to: descriptor) { code throws(Failure) in
      let closing = closeFile(descriptor)
      guard code == 0, closing == 0 else { throw failure(code == 0 ? closing : code) }
    }
  }

  /// Creates a temporary file beside the old file, to replace it later.
  private func openFile(_ place: OutputPlace, isShort: Bool) throws(Failure) -> ResultStream {
    let old = place.facts
    if !isOneOfMany { TemporaryFile.clear(place.folder) }
    // Hold signals while a short result is written, so that no temporary file is left behind.
    // Pieces can take minutes, and a signal must be able to stop that.
    let signals = isShort ? holdEndingSignals() : nil
    let temporary: TemporaryFile
    let isNew = old.error != 0 || !old.isTrusted(in: place.folder.facts())
    let mode: UInt32 = isPrivate || !isNew ? 0o600 : 0o666
    switch TemporaryFile.make(in: place.folder, mode: mode) {
    case .success(let made): temporary = made
    case .failure(let error):
      if let signals { releaseEndingSignals(signals) }
      throw failure(error.code)
    }
    return stream(to: temporary.descriptor) { code throws(Failure) in
      let signals = signals ?? holdEndingSignals()
      defer { releaseEndingSignals(signals) }
      do throws(Failure) {
        guard code == 0 else { throw failure(code) }
        try put(temporary, at: place)
      } catch {
        _ = removeFile(temporary.path.terminated)
        _ = closeFile(temporary.descriptor)
        throw error
      }
      // Flushing has already reported errors.
      _ = closeFile(temporary.descriptor)
    }
  }

  /// Writes pieces; `finish` gets the first error, or 0, and completes or removes the file.
  private func stream(
    to descriptor: Int32, finish: @escaping (Int32) throws(Failure) -> Void
  ) -> ResultStream {
    var code: Int32 = 0
    return ResultStream { bytes in
      if code == 0 { code = writeAll(descriptor, bytes, bytes.count) }
    } finish: { () throws(Failure) in
      try finish(code)
    }
  }

  private func put(
    _ temporary: TemporaryFile, at place: OutputPlace
  ) throws(Failure) {
    let (old, file) = (place.facts, place.file)
    var code: Int32 = 0
    if old.error == 0 {
      let mode = isPrivate ? old.permissions & 0o600 : old.permissions
      // A file that another user planted gives him neither the result nor more permissions.
      let own = factsOfDescriptor(temporary.descriptor)
      code =
        old.isTrusted(in: place.folder.facts())
        ? setOwner(temporary.descriptor, old.owner, old.group, mode)
        : setOwner(temporary.descriptor, own.owner, own.group, mode & own.permissions)
    }
    if code == 0, !isOneOfMany { code = flushFile(temporary.descriptor) }
    guard code == 0 else { throw failure(code) }
    // Another process may have changed the file since it was checked.
    let now = file.facts(followingLink: false)
    if now.error == 0 ? !now.isSame(as: old) : !now.isAbsent {
      guard now.error != 0 || now.kind == .file else { throw failure("it was replaced meanwhile") }
      try protected.check(path, steps: steps)
    }
    code = renameFile(temporary.path.terminated, file.terminated)
    guard code == 0 else { throw failure(code) }
  }

  private func failure(_ why: String) -> Failure {
    Failure(.cannotCreate, "\(path): can't be written: \(why)")
  }

  private func failure(_ obstacle: OutputObstacle) -> Failure {
    guard case .system(let code) = obstacle else { return failure(obstacle.reason) }
    return failure(code)
  }

  private func failure(_ code: Int32) -> Failure {
    let directory = (steps.last ?? path).directory
    let facts = directory.facts()
    if facts.isAbsent { return failure("the directory \(directory) doesn't exist") }
    if facts.error == 0, facts.kind != .directory {
      return failure("\(directory) is not a directory")
    }
    return failure(SystemError(code: code).reason)
  }
}

/// A file that is written completely and then renamed to its final path.
///
/// The writer holds a lock on it. A later run in the directory removes an unlocked file, because
/// the run that created it was killed.
package struct TemporaryFile {
  /// The path until the file is renamed.
  package let path: FilePath
  /// The descriptor of the open file.
  package let descriptor: Int32

  private static let prefix = ".ics2notify-"
  private static let suffix = ".tmp"
  /// The hexadecimal digits between prefix and suffix: 64 random bits.
  private static let digits = 16
  /// The most names that are tried; another run that clears the directory can take the first.
  private static let maximumTries = 100

  /// Creates an empty file; the umask limits `mode`.
  package static func make(in directory: FilePath, mode: UInt32) -> Result<
    TemporaryFile, SystemError
  > {
    var code = EEXIST
    for _ in 0..<maximumTries {
      let number = UInt64.random(in: .min ... .max).hexadecimal(digits: digits)
      let path = directory.appending(Array((prefix + number + suffix).utf8))
      let descriptor = createFile(path.terminated, mode)
      guard descriptor >= 0 else {
        code = -descriptor
        if code == EEXIST { continue }
        break
      }
      // Another run may have removed the file before it was locked.
      if lockFile(descriptor) != EWOULDBLOCK, isStillThere(path, descriptor: descriptor) {
        return .success(TemporaryFile(path: path, descriptor: descriptor))
      }
      _ = closeFile(descriptor)
    }
    return .failure(SystemError(code: code))
  }

  /// Removes the temporary files of killed runs from a directory.
  ///
  /// Only unlocked files of this user with such a name are removed. A locked file is in use.
  package static func clear(_ directory: FilePath) {
    let user = getuid()
    let names = try? DirectoryNames.read(path: directory.bytes, name: directory.description)
    for name in names ?? [] where isOwn(name) {
      let path = directory.appending(name)
      let descriptor = openToLook(path.terminated)
      guard descriptor >= 0 else { continue }
      defer { _ = closeFile(descriptor) }
      let facts = factsOfDescriptor(descriptor)
      guard facts.error == 0, facts.kind == .file, facts.owner == user,
        lockFile(descriptor) == 0, isStillThere(path, descriptor: descriptor)
      else { continue }
      _ = removeFile(path.terminated)
    }
  }

  private static func isOwn(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return text.hasPrefix(prefix) && text.hasSuffix(suffix)
      && text.utf8.count == prefix.utf8.count + digits + suffix.utf8.count
      && text.dropFirst(prefix.count).dropLast(suffix.count).allSatisfy {
        $0.isHexDigit && !$0.isUppercase
      }
  }

  /// Whether the path still leads to the open file or directory.
  package static func isStillThere(_ path: FilePath, descriptor: Int32) -> Bool {
    let (named, open) = (path.facts(followingLink: false), factsOfDescriptor(descriptor))
    return named.error == 0 && open.error == 0 && named.identity == open.identity
  }
}

/// Creates directories for results, and clears them of old temporary files.
///
/// Clearing takes time in a large directory, so consecutive results in one directory clear it once.
package final class ResultDirectories {
  private var last: FilePath?

  /// Makes an object that has prepared no directory yet.
  package init() {}

  /// Creates and clears a directory, unless the last result went there.
  package func prepare(_ directory: FilePath) throws(Failure) {
    guard directory != last else { return }
    let place = try directory.make()
    last = directory
    TemporaryFile.clear(place.opened ?? directory)
  }
}
