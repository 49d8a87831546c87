import CSystem
import CalendarFiles
import TextSafety

/// Puts a result where `--output` says, whole or not at all.
struct ResultFile {
  private let path: FilePath
  /// Whether somebody else waits for the disk, and takes away what was left behind.
  private let isOneOfMany: Bool
  private let protected: ProtectedFiles
  /// The path, and what the links at its end lead to.
  private let steps: [FilePath]

  init(_ path: FilePath, isOneOfMany: Bool = false, protecting protected: ProtectedFiles) {
    self.path = path
    self.isOneOfMany = isOneOfMany
    self.protected = protected
    steps = path.linkSteps
  }

  /// Begins to write the file in pieces; it replaces what was there when it is closed.
  ///
  /// `isShort` means one piece, which is written at once.
  func open(inOnePiece isShort: Bool = false) throws(Failure) -> ResultStream {
    let facts = path.facts()
    if facts.error == 0, facts.kind == .directory {
      throw failure(
        "it is a directory; name a file in it, such as \(path.appending(ResultFile.example))")
    }
    guard !path.endsWithSeparator else {
      throw failure("the path ends with / as a directory's does; name a file in it")
    }
    try protected.check(path, steps)
    if facts.error == 0, facts.kind == .file, steps.count > 1,
      (steps.last ?? path).facts(followingLink: false).isAbsent
    {
      throw failure("it was deleted")
    }
    return facts.error == 0 && facts.kind != .file
      ? try openDevice() : try openFile(facts, isShort: isShort)
  }

  func replace(with bytes: [UInt8]) throws(Failure) {
    let result = try open(inOnePiece: true)
    result.append { $0 += bytes }
    try result.close()
  }

  private static let example = Array("plan.json".utf8)

  /// Opens a pipe or a device; putting a file in its place would destroy it.
  private func openDevice() throws(Failure) -> ResultStream {
    let descriptor = openToWrite(path.terminated)
    guard descriptor >= 0 else { throw failure(-descriptor) }
    return stream(to: descriptor) { code throws(Failure) in
      let closing = closeFile(descriptor)
      guard code == 0, closing == 0 else { throw failure(code == 0 ? closing : code) }
    }
  }

  /// Makes a file in the directory of the old one, which it replaces later.
  private func openFile(_ old: FileFacts, isShort: Bool) throws(Failure) -> ResultStream {
    // What a link stands for is replaced, not the link.
    let place = steps.last ?? path
    if !isOneOfMany { TemporaryFile.clear(place.directory) }
    // What is written in one piece is there so soon that nobody has to wait: a name of ours is never
    // left behind by a signal. Pieces can come for minutes, and a signal ends that.
    let signals = isShort ? holdEndingSignals() : nil
    let temporary: TemporaryFile
    switch TemporaryFile.make(in: place.directory, mode: old.error == 0 ? 0o600 : 0o666) {
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
        try put(temporary, at: place, insteadOf: old)
      } catch {
        _ = removeFile(temporary.path.terminated)
        _ = closeFile(temporary.descriptor)
        throw error
      }
      // What closing could tell was told by flushing.
      _ = closeFile(temporary.descriptor)
    }
  }

  /// Takes a result in pieces; `finish` puts it in place, or removes it after an error.
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
    _ temporary: TemporaryFile, at place: FilePath, insteadOf old: FileFacts
  ) throws(Failure) {
    var code: Int32 = 0
    if old.error == 0 {
      code = setOwner(temporary.descriptor, old.owner, old.group, old.permissions)
    }
    if code == 0, !isOneOfMany { code = flushFile(temporary.descriptor) }
    guard code == 0 else { throw failure(code) }
    // Somebody else may have put something there meanwhile: another plan, or a calendar.
    let now = place.facts(followingLink: false)
    if now.error == 0 ? !now.isSame(as: old) : !now.isAbsent {
      guard now.error != 0 || now.kind == .file else { throw failure("it was replaced meanwhile") }
      try protected.check(place, [place])
    }
    code = renameFile(temporary.path.terminated, place.terminated)
    guard code == 0 else { throw failure(code) }
  }

  private func failure(_ why: String) -> Failure {
    Failure(.cannotCreate, "\(path): can't be written: \(why)")
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

/// A file that is written whole beside its place, and then put there in one step.
///
/// While it is written, its writer holds its lock; one without a lock was left behind by a run
/// that was killed, and the next run beside it takes it away.
struct TemporaryFile {
  let path: FilePath
  let descriptor: Int32

  private static let prefix = ".ics2notify-"
  private static let suffix = ".tmp"
  /// The digits between prefix and suffix: 64 bits, so that no two runs choose the same.
  private static let digits = 16
  /// How often another name is tried: once is enough unless another run clears up just then.
  private static let maximumTries = 100

  /// Makes an empty file in a directory, with the permissions that the user's mask allows.
  static func make(in directory: FilePath, mode: UInt32) -> Result<TemporaryFile, SystemError> {
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
      // Between the two steps another run may have taken it for left behind.
      if lockFile(descriptor) != EWOULDBLOCK, isStillThere(path, descriptor) {
        return .success(TemporaryFile(path: path, descriptor: descriptor))
      }
      _ = closeFile(descriptor)
    }
    return .failure(SystemError(code: code))
  }

  /// Takes away what runs have left behind that were killed.
  ///
  /// Only a file of this user's, of a name that nobody else makes, and without a lock: what is
  /// locked is being written.
  static func clear(_ directory: FilePath) {
    let user = getuid()
    let names = try? DirectoryNames.read(path: directory.bytes, name: directory.description)
    for name in names ?? [] where isOwn(name) {
      let path = directory.appending(name)
      let descriptor = openToLook(path.terminated)
      guard descriptor >= 0 else { continue }
      defer { _ = closeFile(descriptor) }
      let facts = factsOfDescriptor(descriptor)
      guard facts.error == 0, facts.kind == .file, facts.owner == user,
        lockFile(descriptor) == 0, isStillThere(path, descriptor)
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

  /// Whether an open file or directory still has its path.
  static func isStillThere(_ path: FilePath, _ descriptor: Int32) -> Bool {
    let (named, open) = (path.facts(followingLink: false), factsOfDescriptor(descriptor))
    return named.error == 0 && open.error == 0 && named.identity == open.identity
  }
}

/// Directories that results go into: made where they are missing, and without what killed runs have
/// left behind.
///
/// Looking through one takes as long as it is large, and many results go into one.
final class ResultDirectories {
  private var last: FilePath?

  /// Prepares a directory, unless it was the last one, too.
  func prepare(_ directory: FilePath) throws(Failure) {
    guard directory != last else { return }
    try directory.make()
    last = directory
    TemporaryFile.clear(directory)
  }
}
