import CSystem
import CalendarFiles
import TextSafety

/// A file that is written whole beside its place, and then put there in one step.
///
/// While it is written, its writer holds its lock; one without a lock was left behind by a run
/// that was killed, and the next run beside it takes it away.
struct TemporaryFile {
  /// Where it is.
  let path: FilePath
  /// Open for writing.
  let descriptor: Int32

  private static let prefix = ".ics2notify-"
  private static let suffix = ".tmp"
  /// The digits between prefix and suffix: 64 bits, so that no two runs choose the same.
  private static let digits = 16
  /// How often another name is tried: once is enough unless another run clears up just then.
  private static let maximumTries = 100

  /// Makes an empty file that nobody else has.
  ///
  /// - Parameters:
  ///   - directory: Where.
  ///   - mode: Its permissions; those of the user's mask are left out.
  /// - Returns: The file, or the number of the system's error.
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

  private static func isStillThere(_ path: FilePath, _ descriptor: Int32) -> Bool {
    let (named, open) = (path.facts(followingLink: false), factsOfDescriptor(descriptor))
    return named.error == 0 && open.error == 0 && named.identity == open.identity
  }
}
